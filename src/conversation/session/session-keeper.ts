import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { ServiceError } from '../../service/errors.ts';
import type {
  AfterResult,
  AgreedSettings,
  ConversationClient,
  ConversationEnd,
  ConversationEvent,
  ConversationSession,
  ConversationSettings,
} from '../../service/realtime/conversation/conversation-types.ts';
import { SocketBackOff } from '../../service/socket-back-off.ts';
import { OutgoingTurn } from './outgoing.ts';
import { RotationClock } from './rotation.ts';

export interface SessionKeeperOptions {
  readonly client: ConversationClient;
  readonly clock: Clock;
  readonly log: Logger;
  /** From 0 to 1. */
  readonly random?: () => number;
  /** For the next session, with what it should know about the ones before. */
  readonly settings: () => ConversationSettings;
  /** Nobody speaks and nothing is going on, so a session can be replaced. */
  readonly isQuiet: () => boolean;
  readonly onEvent: (event: ConversationEvent) => void;
  /** A session is open, the first or another one. */
  readonly onOpened: (asked: ConversationSettings, agreed: AgreedSettings) => void;
  /** `idle`: until a person speaks. `lost`, `mute`: another one is being opened. */
  readonly onClosed: (why: 'idle' | 'lost' | 'mute' | 'anew') => void;
  /** There won't be another one. */
  readonly onFatal: (error: unknown) => void;
}

/**
 * Idle: no session is needed until a person speaks. Opening: including the time between attempts. Open: the session
 * hears what's said.
 */
type KeeperState =
  | { readonly is: 'idle' }
  | { readonly is: 'opening' }
  | {
      readonly is: 'open';
      readonly session: ConversationSession;
      readonly sinceMs: number;
      readonly leave: () => void;
    }
  | { readonly is: 'ended' };

const mostFailures = 8;
const stableMs = 60_000;

/** One session after another, as if they were one. People only notice a moment's wait. */
export class SessionKeeper {
  readonly #options: SessionKeeperOptions;
  readonly #backOff: SocketBackOff;
  readonly #outgoing = new OutgoingTurn();
  readonly #rotation: RotationClock;
  readonly #over = new AbortController();
  #state: KeeperState = { is: 'idle' };
  /** Aborts if a session that's opening was told something that it may not know any more. */
  #stating = new AbortController();
  #failures = 0;

  constructor(options: SessionKeeperOptions) {
    this.#options = options;
    this.#backOff = new SocketBackOff(options.clock, options.random);
    this.#rotation = new RotationClock(options.clock, () => void this.#rotate(), options.isQuiet);
  }

  get state(): KeeperState['is'] {
    return this.#state.is;
  }

  /** Opens the first one. @throws {ServiceError} any failure, at once */
  async open(signal?: AbortSignal): Promise<void> {
    this.#state = { is: 'opening' };
    const either = signal ? AbortSignal.any([signal, this.#over.signal]) : this.#over.signal;
    const asked = this.#options.settings();
    const session = await this.#options.client.open(asked, either);
    if (this.#isOver) {
      session.close();
      throw new ServiceError({ fault: 'aborted', code: 'CallIsOver', nothingHappened: true });
    }
    this.#adopt(session, asked);
  }

  /** This person's voice is in what's appended. */
  voiced(userId: string): void {
    this.#outgoing.voiced(userId);
  }

  /**
   * They left, so nothing of theirs that's waiting is sent.
   * @param wasTold settings already contain their words: a session that's opening starts over without them
   */
  withdraw(userId: string, wasTold: boolean): void {
    this.#outgoing.withdraw(userId);
    if (wasTold) this.#restate();
  }

  /**
   * A session knows something that isn't for everybody any more, so another one replaces it with what may be told now.
   */
  beginAnew(): void {
    this.#restate();
    this.#replace('anew');
  }

  append(pcm: Uint8Array): void {
    if (this.#state.is === 'open' && !this.#state.session.over) {
      this.#outgoing.given(pcm, this.#options.clock.now());
      this.#state.session.append(pcm);
    } else if (this.#state.is !== 'ended') {
      this.#outgoing.append(pcm);
      if (this.#state.is === 'idle') void this.#reopen();
    }
  }

  /** Without detection by the service: makes a turn of what was appended and asks for an answer. */
  endTurn(): void {
    const session = this.#session;
    if (!session) this.#outgoing.endTurn();
    session?.commit();
    session?.respond();
  }

  /** Drops what was appended and isn't a turn yet. */
  clear(): void {
    this.#outgoing.clear();
    this.#session?.clear();
  }

  cancel(): void {
    this.#session?.cancel();
  }

  show(jpeg: Uint8Array): boolean {
    return this.#session?.show(jpeg) ?? false;
  }

  /** For the session that asked; if it's gone, nobody waits for the results. */
  toolAnswerer(): (callId: string, output: string, after: AfterResult) => void {
    const session = this.#session;
    return (...result) => {
      if (session === this.#session) session?.answerTool(...result);
    };
  }

  /** Makes the model say something that nobody spoke about. The addition stays until undefined takes it back. */
  instruct(addition: string | undefined): void {
    const { instructions = '' } = this.#options.settings();
    const all = [instructions, addition].filter((part) => part !== undefined && part !== '');
    this.#session?.instruct(all.join('\n\n'));
    if (addition !== undefined) this.#session?.respond();
  }

  /** The session is open but sends nothing any more, so another one replaces it. */
  renew(): void {
    if (this.#state.is === 'open') this.#options.log.warn('a realtime session went silent');
    this.#replace('mute');
  }

  /** The call is quiet: a good moment to replace an old session. */
  settled(): void {
    this.#rotation.settled();
  }

  close(): void {
    if (this.#isOver) return;
    const state = this.#state;
    this.#state = { is: 'ended' };
    this.#over.abort();
    this.#rotation.stop();
    this.#outgoing.clear();
    if (state.is === 'open') this.#leave(state);
  }

  get #session(): ConversationSession | undefined {
    return this.#state.is === 'open' ? this.#state.session : undefined;
  }

  get #isOver(): boolean {
    return this.#state.is === 'ended';
  }

  #adopt(session: ConversationSession, asked: ConversationSettings): void {
    const before = this.#state;
    const stop = session.onEvent((event) => {
      if (session !== this.#session) return;
      if (event.is === 'committed') this.#outgoing.committed();
      this.#options.onEvent(event);
    });
    this.#state = { is: 'open', session, sinceMs: this.#options.clock.now(), leave: stop };
    if (before.is === 'open') this.#leave(before);
    this.#backOff.opened();
    this.#rotation.begin();
    this.#options.onOpened(asked, session.agreed);
    this.#outgoing.giveTo(session, this.#options.clock.now());
    void session.ended.then((end) => this.#ended(session, end));
  }

  /** Opens a session again if it's opening with outdated instructions. */
  #restate(): void {
    this.#stating.abort();
    this.#stating = new AbortController();
  }

  #replace(why: 'mute' | 'anew'): void {
    const state = this.#state;
    if (state.is !== 'open') return;
    this.#rotation.stop();
    this.#state = { is: 'idle' };
    this.#leave(state);
    if (why === 'mute') this.#outgoing.takeBack(this.#options.clock.now());
    this.#options.onClosed(why);
    void this.#reopen();
  }

  #leave({ session, leave }: Extract<KeeperState, { is: 'open' }>): void {
    leave();
    session.close();
  }

  #ended(session: ConversationSession, end: ConversationEnd): void {
    const state = this.#state;
    if (state.is !== 'open' || state.session !== session) return;
    this.#rotation.stop();
    if (this.#options.clock.now() - state.sinceMs >= stableMs) this.#failures = 0;
    state.leave();
    this.#state = { is: 'idle' };
    const isMidSentence = this.#outgoing.takeBack(this.#options.clock.now());
    if (end.is === 'lost' && end.error.needsOperator) this.#fatal(end.error);
    else if (end.is === 'lost') {
      this.#options.log.warn({ err: end.error }, 'a realtime session was lost');
      this.#options.onClosed('lost');
      void this.#reopen(end.error);
    } else {
      this.#options.onClosed('idle');
      if (isMidSentence && !this.#isOver) void this.#reopen();
    }
  }

  /** Tries until one is open, or it's pointless. @param lost why the one before ended */
  async #reopen(lost?: ServiceError): Promise<void> {
    const { clock, log, onClosed } = this.#options;
    this.#state = { is: 'opening' };
    let why: unknown = lost;
    while (!this.#isOver) {
      if (why !== undefined) {
        this.#failures += 1;
        // One that stood was taken by the service: whatever ended it, the next one may stand again.
        if (this.#failures > mostFailures || (why !== lost && !mayPass(why))) {
          this.#fatal(why);
          return;
        }
        await clock.sleep(this.#backOff.nextDelayMs(), this.#over.signal).catch(() => undefined);
        if (this.#isOver) return;
      }
      const opened = await this.#openNext();
      if (opened.is === 'done') return;
      if (opened.is === 'restated') continue;
      log.warn({ err: opened.error, attempt: this.#failures }, "couldn't open a realtime session");
      if (why === undefined) onClosed('lost');
      why = opened.error;
    }
  }

  /** `done`: it's in use, or nobody wants it any more. `restated`: what it was told isn't allowed any more. */
  async #openNext(): Promise<
    { readonly is: 'done' } | { readonly is: 'restated' } | { readonly is: 'failed'; readonly error: unknown }
  > {
    const { client, settings } = this.#options;
    const stating = this.#stating.signal;
    try {
      const asked = settings();
      const session = await client.open(asked, AbortSignal.any([this.#over.signal, stating]));
      if (this.#isOver || stating.aborted) session.close();
      else this.#adopt(session, asked);
    } catch (error) {
      if (!this.#isOver && !stating.aborted) return { is: 'failed', error };
    }
    return { is: stating.aborted && !this.#isOver ? 'restated' : 'done' };
  }

  /** Opens a new session while the old one is still open. Gives up if a person speaks in between. */
  async #rotate(): Promise<void> {
    const { client, settings, isQuiet, log } = this.#options;
    const old = this.#session;
    const stating = this.#stating.signal;
    const asked = settings();
    try {
      const session = await client.open(asked, AbortSignal.any([this.#over.signal, stating]));
      if (old && this.#session === old && isQuiet() && !stating.aborted) {
        this.#adopt(session, asked);
        log.info('replaced a realtime session before its time limit');
      } else {
        session.close();
        this.#rotation.again();
      }
    } catch (error) {
      if (this.#isOver) return;
      if (!stating.aborted) log.warn({ err: error }, "couldn't replace a realtime session yet");
      this.#rotation.again();
    }
  }

  #fatal(error: unknown): void {
    this.close();
    this.#options.onFatal(error);
  }
}

function mayPass(error: unknown): boolean {
  return error instanceof ServiceError && error.retryable && !error.needsOperator;
}
