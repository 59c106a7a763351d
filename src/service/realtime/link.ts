import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { type Clock, Countdown } from '../../operations/clock.ts';
import { malformed, parseJson, shortened } from '../answer.ts';
import { ServiceError } from '../errors.ts';
import type { ServiceProfile } from '../profile.ts';
import type { ServiceSocket, SocketGoodbye } from '../socket.ts';
import { openSocket } from '../socket-opening.ts';
import { troubleOf, type WireError } from './error-class.ts';
import { opening, type WireSession } from './wire-basics.ts';

type LinkNews =
  /** Every event after the opening, in order, as parsed JSON. */
  | { readonly is: 'event'; readonly json: unknown }
  /** Something was sent, so there may be room for more. */
  | { readonly is: 'sent' };

/** Why a connection ended. `asked`: we closed it. `idle`: nobody spoke. `too-old`: it reached its maximum age. */
export type LinkEnd =
  | { readonly is: 'asked' }
  | { readonly is: 'idle' }
  | { readonly is: 'too-old' }
  | { readonly is: 'lost'; readonly error: ServiceError };

const path = '/api-ws/v1/realtime';
const openingTimeoutMs = 15_000;
const mostBroken = 20;
const idleReason = /idle.{0,3}time.?out/i;
const tooOldReason = /(maximum|max|session).{0,20}(duration|lifetime|expired)|120 ?min/i;

type Waiting = PromiseWithResolvers<WireSession> & { readonly for: 'created' | 'updated' };

/**
 * A connection of the realtime interfaces B and C, from the upgrade until it closes: `session.created`, then
 * `session.update` and `session.updated`, then everything else. Nothing else writes to its socket, and it remembers why
 * it ended.
 */
export class RealtimeLink {
  readonly ended: Promise<LinkEnd>;
  readonly #options;
  readonly #end: (end: LinkEnd) => void;
  readonly #ids = randomUUID().slice(0, 8);
  #socket: ServiceSocket | undefined;
  #sent = 0;
  #broken = 0;
  #over = false;
  #idle = false;
  #waiting: Waiting | undefined;

  constructor(options: {
    readonly profile: ServiceProfile;
    readonly clock: Clock;
    readonly log: Logger;
    /** Our name of the model. Another model needs another connection. */
    readonly model: string;
    readonly signal?: AbortSignal | undefined;
    readonly tell: (news: LinkNews) => void;
  }) {
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<LinkEnd>();
    this.ended = promise;
    this.#end = resolve;
  }

  /** Resolves with the service's first settings. @throws {ServiceError} */
  async open(): Promise<WireSession> {
    const { profile, clock, model, signal } = this.#options;
    const created = this.#wait('created');
    this.#socket = await openSocket({
      profile,
      clock,
      path,
      query: { model: profile.wireModel(model) },
      signal,
      receiver: (event) => {
        if (event.is === 'text') this.#hear(event.text);
        else if (event.is === 'lost') this.#lost(event.error, event.closed);
      },
    });
    return await created;
  }

  /** Sends the session's settings. Resolves with what the service made of them. @throws {ServiceError} */
  async configure(session: object): Promise<WireSession> {
    const updated = this.#wait('updated');
    this.send('session.update', { session });
    return await updated;
  }

  get over(): boolean {
    return this.#over;
  }

  /** Bytes that were handed over but haven't left this machine. */
  get unsentBytes(): number {
    return this.#socket?.unsentBytes ?? 0;
  }

  /** Returns false and sends nothing if it's over. */
  send(type: string, fields: Readonly<Record<string, unknown>> = {}): boolean {
    if (this.#over || !this.#socket) return false;
    this.#sent += 1;
    const event_id = `event_${this.#ids}_${this.#sent}`;
    return this.#socket.send({ event_id, type, ...fields }, () => this.#options.tell({ is: 'sent' }));
  }

  /** With 1000; idempotent. */
  close(): void {
    this.#finish({ is: 'asked' });
  }

  /** Closes because of something the service did. */
  fail(error: ServiceError): void {
    this.#finish({ is: 'lost', error });
  }

  #hear(text: string): void {
    const json = parseJson(text);
    if (json === undefined) {
      this.#skipBroken();
      return;
    }
    this.#open(json);
    if (!this.#over) this.#options.tell({ is: 'event', json });
  }

  /** One that's broken or empty costs nobody the session; a service that sends nothing else does. */
  #skipBroken(): void {
    this.#broken += 1;
    if (this.#broken === 1) this.#options.log.warn('the service sent a frame that is no JSON; it is skipped');
    if (this.#broken > mostBroken) this.fail(malformed('EventIsNoJson'));
  }

  /** Handles events during the opening: the expected answer, or an error. */
  #open(json: unknown): void {
    const waiting = this.#waiting;
    const failed = opening.error.safeParse(json);
    if (failed.success) {
      const trouble = troubleOf(failed.data.error);
      if (trouble.is === 'idle') this.#idle = true;
      else if (trouble.is === 'fatal') {
        this.fail(errorOf(failed.data.error, trouble.fault, trouble.code));
      } else if (waiting) this.#settle(waiting)?.reject(errorOf(failed.data.error, 'invalid-request'));
      return;
    }
    if (!waiting) return;
    const parsed = opening[waiting.for].safeParse(json);
    if (parsed.success) this.#settle(waiting)?.resolve(parsed.data.session);
  }

  #wait(step: Waiting['for']): Promise<WireSession> {
    const waiting: Waiting = { ...Promise.withResolvers<WireSession>(), for: step };
    this.#waiting = waiting;
    const late = { fault: 'timeout', code: `NoSession-${step}`, nothingHappened: true } as const;
    const countdown = new Countdown(this.#options.clock, () => this.fail(new ServiceError(late)));
    countdown.start(openingTimeoutMs);
    waiting.promise.catch(() => undefined).finally(() => countdown.cancel());
    return waiting.promise;
  }

  #settle(waiting: Waiting): Waiting | undefined {
    if (this.#waiting !== waiting) return undefined;
    this.#waiting = undefined;
    return waiting;
  }

  #lost(error: ServiceError, goodbye?: SocketGoodbye): void {
    const reason = goodbye?.reason ?? '';
    if (this.#idle || idleReason.test(reason)) this.#finish({ is: 'idle' });
    else if (tooOldReason.test(reason)) this.#finish({ is: 'too-old' });
    else this.#finish({ is: 'lost', error });
  }

  #finish(end: LinkEnd): void {
    if (this.#over) return;
    this.#over = true;
    const aborted = () =>
      new ServiceError({ fault: 'aborted', code: 'SessionClosed', nothingHappened: true });
    const waiting = this.#waiting && this.#settle(this.#waiting);
    waiting?.reject(end.is === 'lost' ? end.error : aborted());
    this.#socket?.close();
    this.#end(end);
  }
}

/** The service's refusal as an error: the parameter goes to the log, its words never reach a person. */
function errorOf(error: WireError, fault: ServiceError['fault'], code?: string): ServiceError {
  return new ServiceError({
    fault,
    code: code ?? (error.code || 'InvalidSession'),
    nothingHappened: true,
    providerMessage: error.message ? shortened(error.message) : undefined,
    hint: error.param?.slice(0, 200) || undefined,
  });
}
