import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { ServiceError } from './errors.ts';

export interface FirstCallParts {
  /** For the log: who is asked, and which settings decide that. */
  readonly who: string;
  readonly settings: string;
  /** A call that costs nothing and changes nothing. @throws {ServiceError} */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** `foreign`: what answers isn't the service, such as a proxy or another site. */
export type FirstOutcome = 'answers' | 'unreachable' | 'refused' | 'foreign';

const longestMs = 5_000;
const firstPauseMs = 30_000;
const longestPauseMs = 10 * 60_000;

/** Asks the service once at start, so that a wrong address or key shows before a member runs into it. */
export class FirstCall {
  /** Of the first attempt; a service that doesn't answer in 5 s counts as unreachable. */
  readonly outcome: Promise<FirstOutcome>;
  readonly #parts: FirstCallParts;
  readonly #stop = new AbortController();
  readonly #tell: (outcome: FirstOutcome) => void;
  #running: Promise<void> = Promise.resolve();

  constructor(parts: FirstCallParts) {
    this.#parts = parts;
    const { promise, resolve } = Promise.withResolvers<FirstOutcome>();
    this.outcome = promise;
    this.#tell = resolve;
  }

  open(): void {
    this.#running = this.#run().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { clock } = this.#parts;
    let before: FirstOutcome = 'answers';
    for (let attempts = 0; ; attempts += 1) {
      const error = await this.#attempt();
      this.#stop.signal.throwIfAborted();
      const outcome = outcomeOf(error);
      if (outcome !== before) this.#log(outcome, error);
      before = outcome;
      this.#tell(outcome);
      if (outcome === 'answers' || outcome === 'refused') return;
      await clock.sleep(Math.min(firstPauseMs * 2 ** attempts, longestPauseMs), this.#stop.signal);
    }
  }

  #log(outcome: FirstOutcome, error: unknown): void {
    const { who, settings, log } = this.#parts;
    const told = {
      unreachable: `${who} can't be reached: is the network up? See ${settings}`,
      refused: `${who} doesn't take this bot's calls: see ${settings}`,
      foreign: `something else answers in place of ${who}: is a proxy in between? See ${settings}`,
    };
    if (outcome === 'answers') log.info(`${who} answers now`);
    else log.error({ err: error }, told[outcome]);
  }

  async #attempt(): Promise<unknown> {
    const { ask, clock } = this.#parts;
    const deadline = new AbortController();
    const given = new AbortController();
    clock.sleep(longestMs, given.signal).then(
      () => deadline.abort(),
      () => undefined,
    );
    try {
      await ask(AbortSignal.any([this.#stop.signal, deadline.signal]));
      return undefined;
    } catch (error) {
      return error;
    } finally {
      given.abort();
    }
  }
}

function outcomeOf(error: unknown): FirstOutcome {
  if (error === undefined) return 'answers';
  if (!(error instanceof ServiceError)) return 'unreachable';
  if (isForeign(error)) return 'foreign';
  // What is asked is always right, so only the address can be wrong.
  const misplaced = error.fault === 'not-found' || error.fault === 'invalid-request';
  if (error.needsOperator || misplaced) return 'refused';
  const silent: readonly string[] = ['unreachable', 'timeout', 'aborted'];
  return silent.includes(error.fault) && error.status === undefined ? 'unreachable' : 'answers';
}

/** The service's refusals have a code of their own, and so has its trouble. A gateway in front of it may be without one, too. */
function isForeign({ fault, code }: ServiceError): boolean {
  return fault === 'malformed' || /^Http(4(?!29)\d\d|50[234])$/.test(code);
}
