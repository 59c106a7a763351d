import { ServiceError } from '../../service/errors.ts';
import type { LinkEnd } from '../../service/realtime/link.ts';
import { Backlog, isSilent } from './backlog.ts';
import type { ClosedWhy, LiveSessionOptions, ServiceSession } from './live-session-types.ts';
import { restAfterMs } from './session-limits.ts';
import { SessionOpener } from './session-opener.ts';
import type { SlotHolder } from './session-slots.ts';

interface Standing<Session> {
  readonly is: 'open';
  readonly session: Session;
  readonly sinceMs: number;
  readonly over: AbortController;
  readonly stop: () => void;
}

interface Opening {
  readonly is: 'opening';
  readonly attempt: AbortController;
  /** An attempt has failed. */
  retries: boolean;
  /** When the account may connect. */
  connectsAtMs: number;
}

/** Idle: until the next word. Waiting: for a place in the call. Opening: including the pauses between attempts. */
type State<Session> = { readonly is: 'idle' | 'waiting' | 'over' } | Opening | Standing<Session>;

/** One session after the other, as if they were one: nothing that's said in between is lost. */
export class LiveSession<Session extends ServiceSession<Event>, Event> implements SlotHolder {
  readonly #options: LiveSessionOptions<Session, Event>;
  readonly #backlog: Backlog;
  /** They hear nothing any more, and their last words are still to come. */
  readonly #finishing = new Set<Standing<Session>>();
  readonly #opener: SessionOpener<Session>;
  #state: State<Session> = { is: 'idle' };
  #heardAtMs = 0;
  /** Set once it hears nothing more; resolves when no session is needed for what it heard. */
  #ending: PromiseWithResolvers<void> | undefined;
  #lostWords = false;

  constructor(options: LiveSessionOptions<Session, Event>) {
    this.#options = options;
    this.#opener = new SessionOpener(options.open, options.clock, options.log, options.random);
    this.#backlog = new Backlog(options.clock, options.keptMs, options.onGiven);
  }

  get state(): State<Session>['is'] {
    return this.#state.is;
  }

  /** The one that hears what's said. */
  get session(): Session | undefined {
    return this.#state.is === 'open' ? this.#state.session : undefined;
  }

  /** Sessions open at the service, including those that are finishing. */
  get sessions(): number {
    return this.#finishing.size + (this.#state.is === 'open' ? 1 : 0);
  }

  /** It has a session, or is waiting for one. */
  get busy(): boolean {
    return this.sessions > 0 || this.#state.is === 'waiting' || this.#state.is === 'opening';
  }

  get retries(): boolean {
    return this.#state.is === 'opening' && this.#state.retries;
  }

  /** Until the account may open another connection; 0 if that's not what it's waiting for. */
  get waitMs(): number {
    return this.#state.is === 'opening' ? Math.max(0, this.#state.connectsAtMs - this.#now) : 0;
  }

  /** Without an open session it can't make room for another one. */
  get heardAtMs(): number {
    return this.#state.is === 'open' ? this.#heardAtMs : this.#now;
  }

  /** Opens the first one before anyone speaks. @throws any failure, at once */
  async openFirst(signal: AbortSignal): Promise<void> {
    const opening = this.#begin();
    signal.addEventListener('abort', () => opening.attempt.abort(signal.reason), { once: true });
    try {
      await this.#attempt(opening);
    } catch (error) {
      this.close();
      throw error;
    }
    if (this.#state.is === 'over')
      throw new ServiceError({ fault: 'aborted', code: 'CallIsOver', nothingHappened: true });
  }

  /** @param userId whose it is; nobody else is in it */
  append(pcm: Uint8Array, userId?: string): void {
    const state = this.#state;
    const isHeard = !isSilent(pcm);
    if (state.is === 'over' || this.#ending || (state.is === 'idle' && !isHeard)) return;
    if (isHeard) this.#heardAtMs = this.#now;
    const sound = { pcm, userId };
    if (this.#hears) this.#backlog.give(this.#hears, sound);
    else if (this.#backlog.add(sound) > 0 && !this.#lostWords) {
      this.#lostWords = true;
      this.#options.tell({ is: 'words-lost', which: 'first' });
    }
    if (state.is === 'idle') this.#want();
  }

  /** Where our code ends turns: makes one of what was appended and asks for an answer. */
  endTurn(): void {
    if (this.#hears) this.#backlog.give(this.#hears, 'end-of-turn');
    else this.#backlog.endTurn();
  }

  /** They left, so nothing of theirs that's waiting is sent. */
  withdraw(userId: string): void {
    this.#backlog.withdraw(userId);
  }

  /** Drops what no session has as a turn yet. */
  forgetKept(): void {
    this.#backlog.clear();
    if (this.#ending && this.#state.is !== 'open') this.#transition({ is: 'over' });
  }

  /** Lets the last words come, then closes the session. The next word opens another one. */
  rest(): void {
    const state = this.#state;
    if (state.is !== 'open' || state.session.over) return;
    this.#backlog.giveAllTo(state.session);
    this.#backlog.forgetGiven();
    if (state.session.finish) this.#finishing.add(state);
    this.#transition({ is: 'idle' }, 'rested');
    if (state.session.finish) void this.#finish(state, state.session.finish());
  }

  /** In a silence: rests if it's getting too old, or nobody was heard for that long. */
  review(quietMs = Number.POSITIVE_INFINITY): void {
    const state = this.#state;
    if (state.is !== 'open' || !this.#options.isQuiet()) return;
    if (this.#now - this.#heardAtMs >= quietMs || this.#now - state.sinceMs >= restAfterMs) this.rest();
  }

  /** What a session is told as it opens has changed, so one that's opening begins again. */
  reopen(): void {
    if (this.#state.is === 'opening') void this.#open();
  }

  /** `mute`: it sends nothing any more. `outdated`: it knows what may not be known any more, or heard it. */
  renew(why: 'mute' | 'outdated'): void {
    if (this.#state.is !== 'open') return;
    this.#options.log.info({ why }, 'a realtime session is replaced');
    if (why === 'mute') this.#backlog.takeBack();
    else this.#backlog.forgetGiven();
    void this.#open(why);
  }

  /**
   * Hears nothing more. Resolves when all last words have come, also those that no session has heard yet. Idempotent. Never
   * rejects.
   */
  async end(): Promise<void> {
    this.#ending ??= Promise.withResolvers();
    this.rest();
    if (this.#backlog.waitingMs > 0 && this.busy) await this.#ending.promise;
    this.#transition({ is: 'over' });
    await Promise.all([...this.#finishing].map(({ session }) => session.finish?.()));
  }

  /** At once: what's still on its way is discarded. Idempotent. */
  close(): void {
    this.#backlog.clear();
    for (const standing of this.#finishing) {
      this.#finishing.delete(standing);
      this.#leave(standing, 'asked', false);
    }
    this.#transition({ is: 'over' });
    this.#options.slots?.release(this);
  }

  granted(): void {
    void this.#open();
  }

  evict(): void {
    this.rest();
  }

  get #now(): number {
    return this.#options.clock.now();
  }

  /** The session that takes what's said as it's said: nothing older waits for it. */
  get #hears(): Session | undefined {
    return this.session?.over || this.#backlog.waitingMs > 0 ? undefined : this.session;
  }

  /** The only one who changes the state: whatever leaves with the old one is released here. */
  #transition(next: State<Session>, why: ClosedWhy = 'asked', repeats = false): void {
    const before = this.#state;
    if (before.is === 'over') return;
    this.#state = next;
    if (before.is === 'opening' && next.is !== 'open') before.attempt.abort();
    if (before.is === 'open' && !this.#finishing.has(before)) this.#leave(before, why, repeats);
    if (next.is === 'idle' || next.is === 'over') {
      if (this.#backlog.waitingMs === 0) this.#ending?.resolve();
      if (this.#finishing.size === 0) this.#options.slots?.release(this);
    }
    this.#options.tell({ is: 'changed' });
  }

  #leave({ session, stop, over }: Standing<Session>, why: ClosedWhy, repeats: boolean): void {
    over.abort();
    stop();
    session.close();
    this.#options.tell({ is: 'closed', session, why, repeats });
  }

  async #finish(standing: Standing<Session>, finishing: Promise<'finished' | 'cut'>): Promise<void> {
    const { slots, tell } = this.#options;
    const how = await finishing;
    if (!this.#finishing.delete(standing)) return;
    this.#leave(standing, 'rested', false);
    if (how === 'cut') tell({ is: 'words-lost', which: 'last' });
    if (this.#state.is !== 'open' && this.#state.is !== 'opening') slots?.release(this);
    if (this.#state.is === 'waiting') slots?.request(this);
    tell({ is: 'changed' });
  }

  #want(): void {
    const { slots } = this.#options;
    if (this.#state.is === 'over') return;
    if (slots) this.#transition({ is: 'waiting' });
    else void this.#open();
    slots?.request(this);
  }

  #begin(why?: ClosedWhy): Opening {
    const opening: Opening = {
      is: 'opening',
      attempt: new AbortController(),
      retries: false,
      connectsAtMs: 0,
    };
    this.#transition(opening, why);
    return opening;
  }

  /** Tries until one is open, or it's pointless. */
  async #open(why?: ClosedWhy): Promise<void> {
    const opening = this.#begin(why);
    while (this.#state === opening) {
      try {
        await this.#attempt(opening);
      } catch (error) {
        if (this.#state === opening) this.#missed(opening, error);
      }
    }
  }

  async #attempt(opening: Opening): Promise<void> {
    const { signal } = opening.attempt;
    const session = await this.#opener.open({
      signal,
      onWait: (waitMs) => {
        opening.connectsAtMs = this.#now + waitMs;
        if (this.#state === opening) this.#options.tell({ is: 'changed' });
      },
    });
    if (signal.aborted) session.close();
    else this.#adopt(session);
  }

  #missed(opening: Opening, error: unknown): void {
    const { tell } = this.#options;
    const verdict = this.#opener.judgeFailure(error);
    if (verdict !== 'try-again') {
      this.#fail(verdict, error);
      return;
    }
    opening.retries = true;
    opening.connectsAtMs = 0;
    tell({ is: 'retried' });
    tell({ is: 'changed' });
  }

  #fail(how: 'given-up' | 'refused' | 'fatal', error: unknown): void {
    this.#backlog.clear();
    if (how === 'given-up') this.#opener.startOver();
    this.#transition({ is: how === 'given-up' ? 'idle' : 'over' }, 'lost');
    this.#options.tell({ is: 'failed', how, error });
  }

  #adopt(session: Session): void {
    const { clock, tell, hasTurn } = this.#options;
    const over = new AbortController();
    const stop = session.onEvent((event) => {
      if (this.#state === standing && hasTurn(event)) this.#backlog.noteTurn();
      tell({ is: 'told', session, event });
    });
    const standing: Standing<Session> = { is: 'open', session, sinceMs: this.#now, over, stop };
    this.#opener.noteOpened();
    this.#lostWords = false;
    this.#transition(standing);
    tell({ is: 'opened', session });
    void session.ended.then((end) => this.#ended(standing, end));
    clock.sleep(restAfterMs, over.signal).then(
      () => this.review(),
      () => undefined,
    );
    void this.#drain(standing);
  }

  async #drain({ session, over }: Standing<Session>): Promise<void> {
    await this.#backlog.giveTo(session, over.signal);
    if (this.#ending && this.session === session) this.rest();
  }

  #ended(standing: Standing<Session>, end: LinkEnd): void {
    if (this.#state !== standing) return;
    const repeats = this.#backlog.takeBack();
    const isLost = end.is === 'lost';
    const verdict = isLost ? this.#opener.judgeLoss(end.error) : 'try-again';
    if (!isLost && repeats) this.#opener.pause();
    this.#transition({ is: 'idle' }, isLost ? 'lost' : 'idle', repeats);
    if (isLost && verdict !== 'try-again') this.#fail(verdict, end.error);
    else if ((isLost && this.#options.reopens) || this.#backlog.waitingMs > 0) this.#want();
  }
}
