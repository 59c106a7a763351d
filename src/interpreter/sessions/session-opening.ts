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
  /** Another attempt follows, or the account has to wait before it may connect. */
  readonly onChange: () => void;
  /** An attempt failed and another one follows. */
  readonly onRetry: () => void;
}

/**
 * `given-up`: it may work again later. `refused`: the service doesn't offer this. `fatal`: only the bot's owner can fix
 * it.
 */
export type Opened =
  | { readonly is: 'open'; readonly session: TranslationSession }
  | { readonly is: 'given-up' | 'refused' | 'fatal'; readonly error: unknown }
  | { readonly is: 'aborted' };

const mostFailures = 6;

/** Opens a session: retries with pauses, within the account's limit, as long as it makes sense. */
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

  /** An attempt has failed and another one is under way. */
  get retries(): boolean {
    return this.#failures > 0;
  }

  /** Until the account may connect; 0 if it's not waiting for that. */
  get waitMs(): number {
    return Math.max(0, this.#connectsAtMs - this.#options.clock.now());
  }

  /** A session was lost, so the next one is opened after a pause. */
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
