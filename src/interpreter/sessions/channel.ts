import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { ServiceError } from '../../service/errors.ts';
import type {
  TranslationClient,
  TranslationEvent,
  TranslationSession,
  TranslationSettings,
} from '../../service/realtime/translation/translation-types.ts';
import { SocketBackOff } from '../../service/socket-back-off.ts';
import type { InterpreterTrouble } from '../types.ts';
import { KeptWords } from './kept-words.ts';
import type { SessionSlots, SlotHolder } from './session-slots.ts';

/** What becomes of what one session hears. */
export interface SessionListener {
  hear(event: TranslationEvent): void;
  /** Nothing more comes. */
  over(): void;
}

export interface ChannelOptions {
  readonly client: TranslationClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** From 0 to 1. */
  readonly random?: (() => number) | undefined;
  readonly settings: TranslationSettings;
  readonly slots: SessionSlots;
  readonly longestWaitMs: number;
  /** A session stands. */
  readonly listenerTo: (session: TranslationSession) => SessionListener;
  readonly onTrouble: (trouble: InterpreterTrouble) => void;
  readonly onChange: () => void;
  /** Nothing helps but the operator. */
  readonly onFatal: (error: unknown) => void;
}

interface Standing {
  readonly session: TranslationSession;
  readonly leave: () => void;
}

/**
 * Idle: nothing is needed before a word. Waiting: for a place in the call. Opening: also between two attempts, `retries`
 * when there was one. Refused: the service doesn't do this at all. Over: nothing more is heard.
 */
type ChannelState =
  | { readonly is: 'idle' }
  | { readonly is: 'waiting' }
  | { readonly is: 'opening'; readonly retries: boolean; readonly connectsAtMs: number }
  | ({ readonly is: 'open' } & Standing)
  | { readonly is: 'refused' }
  | { readonly is: 'over' };

const mostFailures = 6;
const drainEveryMs = 20;
/** So much may wait in a session; more of what was kept waits here. */
const mostWaitingMs = 1_000;

/** One speaker's words into one language: one session after the other, opened by a word, and nothing lost in between. */
export class TranslationChannel implements SlotHolder {
  readonly #options: ChannelOptions;
  readonly #kept: KeptWords;
  readonly #backOff: SocketBackOff;
  readonly #over = new AbortController();
  readonly #leaving = new Set<Standing>();
  #state: ChannelState = { is: 'idle' };
  #heardAtMs = 0;
  #retryAtMs = 0;
  #draining: TranslationSession | undefined;
  #lostWords = false;
  /** What was said is on its way, or there's no way. */
  readonly #allGone = Promise.withResolvers<void>();
  #ending = false;

  constructor(options: ChannelOptions) {
    this.#options = options;
    this.#kept = new KeptWords(options.longestWaitMs);
    this.#backOff = new SocketBackOff(options.clock, options.random);
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
    return this.#leaving.size + (this.#state.is === 'open' ? 1 : 0);
  }

  get retries(): boolean {
    return this.#state.is === 'opening' && this.#state.retries;
  }

  /** Until the account may connect for it; 0 when it doesn't wait for that. */
  get waitMs(): number {
    const state = this.#state;
    return state.is === 'opening' ? Math.max(0, state.connectsAtMs - this.#options.clock.now()) : 0;
  }

  append(pcm: Uint8Array): void {
    const state = this.#state;
    if (state.is === 'over' || state.is === 'refused' || this.#ending) return;
    const silent = pcm.every((byte) => byte === 0);
    if (state.is === 'idle' && silent) return;
    if (!silent) this.#heardAtMs = this.#options.clock.now();
    if (state.is === 'open' && this.#kept.lengthMs === 0) {
      state.session.append(pcm);
      return;
    }
    const dropped = this.#kept.add(pcm);
    if (dropped > 0 && !this.#lostWords) {
      this.#lostWords = true;
      this.#options.onTrouble('waited-too-long');
    }
    if (state.is === 'open') void this.#drain(state.session);
    else if (state.is === 'idle') this.#wait();
  }

  show(jpeg: Uint8Array): ReturnType<TranslationSession['show']> {
    return this.#state.is === 'open' ? this.#state.session.show(jpeg) : 'before-audio';
  }

  /** The last words are still translated, then the session is closed; the next word opens another one. */
  rest(): void {
    const state = this.#state;
    if (state.is !== 'open') return;
    // What wasn't sent yet belongs to the last words.
    for (let pcm = this.#kept.take(); pcm; pcm = this.#kept.take()) state.session.append(pcm);
    this.#state = { is: 'idle' };
    void this.#finish(state);
  }

  /** As `rest`, but nothing is heard any more, not even by a session that isn't open yet. Idempotent. */
  async end(): Promise<void> {
    this.#ending = true;
    this.rest();
    if (this.#kept.lengthMs > 0) await this.#allGone.promise;
    this.#stop();
    await Promise.all([...this.#leaving].map(({ session }) => session.finish()));
  }

  /** At once: nothing of what was said comes back. */
  close(): void {
    const state = this.#state;
    this.#stop();
    if (state.is === 'open') this.#leave(state);
    for (const leaving of [...this.#leaving]) this.#leave(leaving);
    this.#options.slots.release(this);
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
    this.#kept.clear();
    this.#allGone.resolve();
    if (before === 'waiting' || before === 'opening') this.#options.slots.release(this);
  }

  #leave(standing: Standing): void {
    this.#leaving.delete(standing);
    standing.leave();
    standing.session.close();
  }

  #wait(): void {
    this.#state = { is: 'waiting' };
    this.#options.slots.request(this);
    this.#options.onChange();
  }

  async #finish(standing: Standing): Promise<void> {
    const { slots, onTrouble, onChange } = this.#options;
    this.#leaving.add(standing);
    onChange();
    const how = await standing.session.finish();
    if (!this.#leaving.delete(standing)) return;
    standing.leave();
    if (how === 'cut') onTrouble('last-words-lost');
    slots.release(this);
    if (this.#state.is === 'waiting') slots.request(this);
    onChange();
  }

  /** Until one stands, or there's no point for now. */
  async #open(): Promise<void> {
    const { client, settings, clock, log, onTrouble, onChange } = this.#options;
    const { signal } = this.#over;
    for (let failures = 0; !signal.aborted; ) {
      this.#state = { is: 'opening', retries: failures > 0, connectsAtMs: 0 };
      onChange();
      try {
        const earlyMs = this.#retryAtMs - clock.now();
        if (earlyMs > 0) await clock.sleep(earlyMs, signal);
        const onWait = (waitMs: number) => this.#waitsToConnect(waitMs);
        const session = await client.open(settings, { signal, onWait });
        if (signal.aborted) session.close();
        else this.#adopt(session);
        return;
      } catch (error) {
        if (signal.aborted) return;
        log.warn({ err: error, failures }, 'a translation session could not be opened');
        failures += 1;
        this.#retryAtMs = clock.now() + this.#backOff.nextDelayMs();
        if (this.#isHopeless(error, failures)) return;
        onTrouble('connection-lost');
      }
    }
  }

  #waitsToConnect(waitMs: number): void {
    const state = this.#state;
    if (state.is !== 'opening') return;
    this.#state = { ...state, connectsAtMs: this.#options.clock.now() + waitMs };
    this.#options.onChange();
  }

  #isHopeless(error: unknown, failures: number): boolean {
    const { onFatal, onTrouble, slots, onChange } = this.#options;
    const known = error instanceof ServiceError ? error : undefined;
    const passes = known?.retryable && !known.needsOperator;
    if (passes && failures < mostFailures) return false;
    this.#kept.clear();
    this.#allGone.resolve();
    this.#state = { is: passes ? 'idle' : 'refused' };
    slots.release(this);
    if (known && !known.needsOperator) onTrouble(passes ? 'connection-lost' : 'refused-request');
    else onFatal(error);
    onChange();
    return true;
  }

  #adopt(session: TranslationSession): void {
    const listener = this.#options.listenerTo(session);
    const stop = session.onEvent((event) => listener.hear(event));
    const standing: Standing = {
      session,
      leave: () => {
        stop();
        listener.over();
      },
    };
    this.#state = { is: 'open', ...standing };
    this.#lostWords = false;
    this.#backOff.opened();
    this.#options.onChange();
    void session.ended.then((end) => {
      if (this.#state.is !== 'open' || this.#state.session !== session) return;
      standing.leave();
      this.#state = { is: 'idle' };
      this.#options.slots.release(this);
      if (end.is === 'lost') this.#lost(end.error);
      this.#options.onChange();
    });
    void this.#drain(session);
  }

  #lost(error: ServiceError): void {
    this.#options.log.warn({ err: error }, 'a translation session was lost');
    this.#retryAtMs = this.#options.clock.now() + this.#backOff.nextDelayMs();
    if (error.needsOperator) this.#options.onFatal(error);
    else this.#options.onTrouble('connection-lost');
    if (!error.needsOperator && this.#kept.lengthMs > 0) this.#wait();
  }

  /** What was kept, oldest first, no faster than the connection takes it: what waits in a session too long is dropped. */
  async #drain(session: TranslationSession): Promise<void> {
    if (this.#draining === session) return;
    this.#draining = session;
    const isMine = () => this.#state.is === 'open' && this.#state.session === session && !session.over;
    while (isMine() && this.#kept.lengthMs > 0) {
      while (this.#kept.lengthMs > 0 && session.waitingMs < mostWaitingMs) {
        const pcm = this.#kept.take();
        if (pcm) session.append(pcm);
      }
      if (this.#kept.lengthMs > 0)
        await this.#options.clock.sleep(drainEveryMs, this.#over.signal).catch(() => undefined);
    }
    if (this.#draining === session) this.#draining = undefined;
    if (!this.#ending || !isMine()) return;
    this.rest();
    this.#allGone.resolve();
  }
}
