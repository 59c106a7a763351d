import type { Logger } from 'pino';
import { type Clock, Countdown } from '../operations/clock.ts';
import { type Attempt, UntilDone } from '../operations/until-done.ts';
import { ServiceError } from './errors.ts';

/** `foreign`: something else answers, such as a proxy or another site. */
export type FirstOutcome = 'answers' | 'unreachable' | 'refused' | 'foreign';

const longestMs = 5_000;

/**
 * Calls the service once at start, so a wrong address or key shows before a member runs into it. If the service doesn't
 * answer in 5 s, it counts as unreachable.
 */
export class FirstCall extends UntilDone<FirstOutcome> {
  readonly #parts;
  #before: FirstOutcome = 'answers';

  constructor(parts: {
    /** For the log: what's called, and which settings decide that. */
    readonly who: string;
    readonly settings: string;
    /** A call that's free and changes nothing. @throws {ServiceError} */
    readonly ask: (signal: AbortSignal) => Promise<unknown>;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    super(parts.clock);
    this.#parts = parts;
  }

  protected override async attempt(_before: number, signal: AbortSignal): Promise<Attempt<FirstOutcome>> {
    const error = await this.#ask(signal);
    signal.throwIfAborted();
    const outcome = outcomeOf(error);
    if (outcome !== this.#before) this.#log(outcome, error);
    this.#before = outcome;
    return { outcome, isDone: outcome === 'answers' || outcome === 'refused' };
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

  async #ask(signal: AbortSignal): Promise<unknown> {
    const { ask, clock } = this.#parts;
    const deadline = new AbortController();
    const countdown = new Countdown(clock, () => deadline.abort());
    countdown.start(longestMs);
    try {
      await ask(AbortSignal.any([signal, deadline.signal]));
      return undefined;
    } catch (error) {
      return error;
    } finally {
      countdown.cancel();
    }
  }
}

function outcomeOf(error: unknown): FirstOutcome {
  if (error === undefined) return 'answers';
  if (!(error instanceof ServiceError)) return 'unreachable';
  if (isForeign(error)) return 'foreign';
  // The request itself is always right, so only the address can be wrong.
  const misplaced = error.fault === 'not-found' || error.fault === 'invalid-request';
  if (error.needsOperator || misplaced) return 'refused';
  const silent: readonly string[] = ['unreachable', 'timeout', 'aborted'];
  return silent.includes(error.fault) && error.status === undefined ? 'unreachable' : 'answers';
}

/** The service's own errors always have a code; a gateway's may not. */
export function isForeign({ fault, code }: ServiceError): boolean {
  return fault === 'malformed' || /^Http(4(?!29)\d\d|50[234])$/.test(code);
}
