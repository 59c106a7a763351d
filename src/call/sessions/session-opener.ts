import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { ServiceError } from '../../service/errors.ts';
import { SocketBackOff } from '../../service/socket-back-off.ts';
import type { OpenSession } from './live-session-types.ts';
import { mostFailures } from './session-limits.ts';

/** Opens the sessions of a call, no sooner than the failures before allow, and says what a failure means. */
export class SessionOpener<Session> {
  readonly #open: OpenSession<Session>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #random: (() => number) | undefined;
  #backOff: SocketBackOff;
  #notBeforeMs = 0;

  /** @param random from 0 to 1 */
  constructor(open: OpenSession<Session>, clock: Clock, log: Logger, random?: (() => number) | undefined) {
    this.#open = open;
    this.#clock = clock;
    this.#log = log;
    this.#random = random;
    this.#backOff = new SocketBackOff(clock, random);
  }

  /** @throws what the service answers, or the signal's reason */
  async open(opening: Parameters<OpenSession<Session>>[0]): Promise<Session> {
    const earlyMs = this.#notBeforeMs - this.#clock.now();
    if (earlyMs > 0) await this.#clock.sleep(earlyMs, opening.signal);
    return await this.#open(opening);
  }

  noteOpened(): void {
    this.#backOff.opened();
  }

  /** The next one has to wait. */
  pause(): void {
    this.#notBeforeMs = this.#clock.now() + this.#backOff.nextDelayMs();
  }

  /** None could be opened. */
  judgeFailure(error: unknown): 'try-again' | 'given-up' | 'refused' | 'fatal' {
    this.pause();
    this.#log.warn({ err: error, failures: this.#backOff.failures }, "couldn't open a realtime session");
    if (!(error instanceof ServiceError) || error.needsOperator) return 'fatal';
    if (!error.retryable) return 'refused';
    return this.#again();
  }

  /** One that was open is lost. */
  judgeLoss(error: ServiceError): 'try-again' | 'given-up' | 'fatal' {
    this.pause();
    this.#log.warn({ err: error }, 'a realtime session was lost');
    return error.needsOperator ? 'fatal' : this.#again();
  }

  /** Forgets the failures, but not how long the next one has to wait. */
  startOver(): void {
    this.#backOff = new SocketBackOff(this.#clock, this.#random);
  }

  #again(): 'try-again' | 'given-up' {
    return this.#backOff.failures > mostFailures ? 'given-up' : 'try-again';
  }
}
