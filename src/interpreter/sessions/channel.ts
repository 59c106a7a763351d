import type { ServiceError } from '../../service/errors.ts';
import type { TranslationSession } from '../../service/realtime/translation/translation-types.ts';
import type { InterpreterTrouble } from '../types.ts';
import { FinishingSessions, type Standing } from './finishing-sessions.ts';
import { KeptWords } from './kept-words.ts';
import type { SessionListener } from './session-listener.ts';
import { SessionOpening, type SessionOpeningOptions } from './session-opening.ts';
import type { SessionSlots, SlotHolder } from './session-slots.ts';

export interface ChannelOptions extends Omit<SessionOpeningOptions, 'signal' | 'onRetry'> {
  readonly slots: SessionSlots;
  readonly longestWaitMs: number;
  /** A session is open. */
  readonly listenerTo: (session: TranslationSession) => SessionListener;
  readonly onTrouble: (trouble: InterpreterTrouble) => void;
  /** Only the bot's owner can fix it. */
  readonly onFatal: (error: unknown) => void;
}

/**
 * Idle: nothing to do until the next word. Waiting: for a place in the call. Opening: including the pause between
 * attempts. Refused: the service doesn't offer this. Over: nothing is heard any more.
 */
type ChannelState =
  | { readonly is: 'idle' | 'waiting' | 'opening' | 'refused' | 'over' }
  | ({ readonly is: 'open' } & Standing);

/** A session lives two hours at most (field notes 3), so it's replaced well before that. */
const oldMs = 90 * 60_000;

/**
 * One speaker's words into one language: sessions one after the other, each opened by a word, without losing anything
 * in between.
 */
export class TranslationChannel implements SlotHolder {
  readonly #options: ChannelOptions;
  readonly #kept: KeptWords;
  readonly #opening: SessionOpening;
  readonly #finishing = new FinishingSessions();
  readonly #over = new AbortController();
  #state: ChannelState = { is: 'idle' };
  #heardAtMs = 0;
  #openedAtMs = 0;
  #ending = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#kept = new KeptWords({
      ...options,
      signal: this.#over.signal,
      onLost: () => options.onTrouble('waited-too-long'),
    });
    this.#opening = new SessionOpening({
      ...options,
      signal: this.#over.signal,
      onRetry: () => {
        options.onTrouble('connection-lost');
        options.onChange();
      },
    });
  }

  get state(): ChannelState['is'] {
    return this.#state.is;
  }

  /** A channel without an open session can't make room for another one. */
  get heardAtMs(): number {
    return this.#state.is === 'open' ? this.#heardAtMs : this.#options.clock.now();
  }

  /** It has a session, or is waiting for one. */
  get busy(): boolean {
    return this.sessions > 0 || this.#state.is === 'waiting' || this.#state.is === 'opening';
  }

  /** Sessions open at the service, including those that are finishing. */
  get sessions(): number {
    return this.#finishing.count + (this.#state.is === 'open' ? 1 : 0);
  }

  get retries(): boolean {
    return this.#state.is === 'opening' && this.#opening.retries;
  }

  /** Until the account may open another connection; 0 if that's not what it's waiting for. */
  get waitMs(): number {
    return this.#state.is === 'opening' ? this.#opening.waitMs : 0;
  }

  append(pcm: Uint8Array): void {
    const state = this.#state;
    if (state.is === 'over' || state.is === 'refused' || this.#ending) return;
    const silent = pcm.every((byte) => byte === 0);
    if (state.is === 'idle' && silent) return;
    if (!silent) this.#heardAtMs = this.#options.clock.now();
    if (state.is === 'open' && !this.#kept.any) state.session.append(pcm);
    else this.#keep(pcm);
  }

  show(jpeg: Uint8Array): ReturnType<TranslationSession['show']> {
    return this.#state.is === 'open' ? this.#state.session.show(jpeg) : 'before-audio';
  }

  /** Lets the last words be translated, then closes the session. The next word opens another one. */
  rest(): void {
    const state = this.#state;
    if (state.is !== 'open') return;
    this.#kept.giveAllTo(state.session);
    this.#state = { is: 'idle' };
    void this.#finish(state);
  }

  /** Like `rest`, but hears nothing more, not even in a session that's still opening. Idempotent. */
  async end(): Promise<void> {
    this.#ending = true;
    this.rest();
    if (this.#kept.any) await this.#kept.gone;
    this.#stop();
    await this.#finishing.all();
  }

  /** Drops what no session has heard yet. */
  forgetKept(): void {
    if (this.#ending) this.#kept.forget();
    else this.#kept.clear();
  }

  /** Closes at once and discards what's still on its way. */
  close(): void {
    const state = this.#state;
    this.#stop();
    if (state.is === 'open') {
      state.leave();
      state.session.close();
    }
    this.#finishing.close();
    this.#options.slots.release(this);
  }

  /** Called in a silence: finishes a session that has been idle for long or is getting too old. */
  review(quietMs: number): void {
    const nowMs = this.#options.clock.now();
    const isQuiet = nowMs - this.#heardAtMs >= quietMs;
    if (isQuiet || nowMs - this.#openedAtMs >= oldMs) this.rest();
  }

  granted(): void {
    void this.#open();
  }

  evict(): void {
    this.rest();
  }

  #stop(): void {
    const before = this.#state.is;
    this.#state = { is: 'over' };
    this.#over.abort();
    this.#kept.forget();
    if (before === 'waiting' || before === 'opening') this.#options.slots.release(this);
  }

  #keep(pcm: Uint8Array): void {
    this.#kept.add(pcm);
    if (this.#state.is === 'open') void this.#drain(this.#state.session);
    else if (this.#state.is === 'idle') this.#wait();
  }

  #wait(): void {
    this.#state = { is: 'waiting' };
    this.#options.slots.request(this);
    this.#options.onChange();
  }

  async #finish(standing: Standing): Promise<void> {
    const { slots, onTrouble, onChange } = this.#options;
    const finishing = this.#finishing.finish(standing);
    onChange();
    const how = await finishing;
    if (how === 'closed') return;
    if (how === 'cut') onTrouble('last-words-lost');
    slots.release(this);
    if (this.#state.is === 'waiting') slots.request(this);
    onChange();
  }

  async #open(): Promise<void> {
    const { slots, onTrouble, onFatal, onChange } = this.#options;
    this.#state = { is: 'opening' };
    onChange();
    const opened = await this.#opening.open();
    if (opened.is === 'aborted') return;
    if (opened.is === 'open') {
      this.#adopt(opened.session);
      return;
    }
    this.#kept.forget();
    this.#state = { is: opened.is === 'given-up' ? 'idle' : 'refused' };
    slots.release(this);
    if (opened.is === 'fatal') onFatal(opened.error);
    else onTrouble(opened.is === 'given-up' ? 'connection-lost' : 'refused-request');
    onChange();
  }

  #adopt(session: TranslationSession): void {
    const listener = this.#options.listenerTo(session);
    const stop = session.onEvent((event) => listener.hear(event));
    const leave = () => {
      stop();
      listener.over();
    };
    this.#state = { is: 'open', session, leave };
    this.#openedAtMs = this.#options.clock.now();
    this.#kept.reopened();
    this.#options.onChange();
    void session.ended.then((end) => {
      if (!this.#has(session)) return;
      leave();
      this.#state = { is: 'idle' };
      this.#options.slots.release(this);
      if (end.is === 'lost') this.#lost(end.error);
      this.#options.onChange();
    });
    void this.#drain(session);
  }

  #has(session: TranslationSession): boolean {
    return this.#state.is === 'open' && this.#state.session === session;
  }

  #lost(error: ServiceError): void {
    const { log, onFatal, onTrouble } = this.#options;
    log.warn({ err: error }, 'a translation session was lost');
    this.#opening.lost();
    if (error.needsOperator) onFatal(error);
    else onTrouble('connection-lost');
    if (!error.needsOperator && this.#kept.any) this.#wait();
  }

  async #drain(session: TranslationSession): Promise<void> {
    const isWanted = () => this.#has(session) && !session.over;
    if (!(await this.#kept.giveTo(session, isWanted))) return;
    if (!this.#ending || !isWanted()) return;
    this.rest();
    this.#kept.forget();
  }
}
