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
  /** A session stands. */
  readonly listenerTo: (session: TranslationSession) => SessionListener;
  readonly onTrouble: (trouble: InterpreterTrouble) => void;
  /** Nothing helps but the operator. */
  readonly onFatal: (error: unknown) => void;
}

/**
 * Idle: nothing is needed before a word. Waiting: for a place in the call. Opening: also between two attempts. Refused:
 * the service doesn't do this at all. Over: nothing more is heard.
 */
type ChannelState =
  | { readonly is: 'idle' | 'waiting' | 'opening' | 'refused' | 'over' }
  | ({ readonly is: 'open' } & Standing);

/** A session lives two hours at most (field notes 3): in good time the next word gets another one. */
const oldMs = 90 * 60_000;

/** One speaker's words into one language: one session after the other, opened by a word, and nothing lost in between. */
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

  /** One that isn't open yet makes way for nobody. */
  get heardAtMs(): number {
    return this.#state.is === 'open' ? this.#heardAtMs : this.#options.clock.now();
  }

  /** It still has, or waits for, a session. */
  get busy(): boolean {
    return this.sessions > 0 || this.#state.is === 'waiting' || this.#state.is === 'opening';
  }

  /** Open at the service, also those that finish. */
  get sessions(): number {
    return this.#finishing.count + (this.#state.is === 'open' ? 1 : 0);
  }

  get retries(): boolean {
    return this.#state.is === 'opening' && this.#opening.retries;
  }

  /** Until the account may connect for it; 0 when it doesn't wait for that. */
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

  /** The last words are still translated, then the session is closed; the next word opens another one. */
  rest(): void {
    const state = this.#state;
    if (state.is !== 'open') return;
    this.#kept.giveAllTo(state.session);
    this.#state = { is: 'idle' };
    void this.#finish(state);
  }

  /** As `rest`, but nothing is heard any more, not even by a session that isn't open yet. Idempotent. */
  async end(): Promise<void> {
    this.#ending = true;
    this.rest();
    if (this.#kept.any) await this.#kept.gone;
    this.#stop();
    await this.#finishing.all();
  }

  /** At once: nothing of what was said comes back. */
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

  /** Nobody speaks: one that nobody has used for long, or that gets too old, is finished. */
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
