import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { ServiceError } from '../../service/errors.ts';
import type {
  TranslationClient,
  TranslationSession,
  TranslationSettings,
} from '../../service/realtime/translation/translation-types.ts';
import { SocketBackOff } from '../../service/socket-back-off.ts';

export interface SessionOpeningOptions {
  readonly client: TranslationClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** From 0 to 1. */
  readonly random?: (() => number) | undefined;
  readonly settings: TranslationSettings;
  readonly signal: AbortSignal;
  /** Another attempt follows, or the account may not connect yet. */
  readonly onChange: () => void;
  /** An attempt failed, and another one follows. */
  readonly onRetry: () => void;
}

/** `given-up`: it may work again later. `refused`: the service doesn't do this. `fatal`: only the operator can help. */
export type Opened =
  | { readonly is: 'open'; readonly session: TranslationSession }
  | { readonly is: 'given-up' | 'refused' | 'fatal'; readonly error: unknown }
  | { readonly is: 'aborted' };

const mostFailures = 6;

/** How a session is opened: again and again with pauses, inside the account's limit, as long as there's a point. */
export class SessionOpening {
  readonly #options: SessionOpeningOptions;
  readonly #backOff: SocketBackOff;
  #failures = 0;
  #retryAtMs = 0;
  #connectsAtMs = 0;

  constructor(options: SessionOpeningOptions) {
    this.#options = options;
    this.#backOff = new SocketBackOff(options.clock, options.random);
  }

  /** An attempt has failed, and another one is under way. */
  get retries(): boolean {
    return this.#failures > 0;
  }

  /** Until the account may connect; 0 when it's not that. */
  get waitMs(): number {
    return Math.max(0, this.#connectsAtMs - this.#options.clock.now());
  }

  /** A session was lost: the next one isn't opened at once. */
  lost(): void {
    this.#retryAtMs = this.#options.clock.now() + this.#backOff.nextDelayMs();
  }

  async open(): Promise<Opened> {
    const { clock, signal, log, onRetry } = this.#options;
    this.#failures = 0;
    while (!signal.aborted) {
      try {
        const earlyMs = this.#retryAtMs - clock.now();
        if (earlyMs > 0) await clock.sleep(earlyMs, signal);
        return await this.#attempt();
      } catch (error) {
        if (signal.aborted) break;
        log.warn({ err: error, failures: this.#failures }, "couldn't open a translation session");
        this.#failures += 1;
        this.lost();
        const end = endOf(error, this.#failures);
        if (end) return { is: end, error };
        onRetry();
      }
    }
    return { is: 'aborted' };
  }

  async #attempt(): Promise<Opened> {
    const { client, clock, settings, signal, onChange } = this.#options;
    const onWait = (waitMs: number) => {
      this.#connectsAtMs = clock.now() + waitMs;
      onChange();
    };
    const session = await client.open(settings, { signal, onWait });
    this.#connectsAtMs = 0;
    if (signal.aborted) {
      session.close();
      return { is: 'aborted' };
    }
    this.#backOff.opened();
    this.#failures = 0;
    return { is: 'open', session };
  }
}

function endOf(error: unknown, failures: number): 'given-up' | 'refused' | 'fatal' | undefined {
  if (!(error instanceof ServiceError) || error.needsOperator) return 'fatal';
  if (!error.retryable) return 'refused';
  return failures >= mostFailures ? 'given-up' : undefined;
}
