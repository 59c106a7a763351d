import type { CallWork } from '../call/call-work.ts';
import { EchoGuard } from '../call/hearing/echo.ts';
import { framesOfSound } from '../call/hearing/sound-frames.ts';
import type { SpeechFrame } from '../call/hearing/speech-frame.ts';
import { LearntPauses } from '../call/hearing/turn.ts';
import { Uplink } from '../call/hearing/uplink.ts';
import { sessionTrouble } from '../call/session-trouble.ts';
import { LiveSession } from '../call/sessions/live-session.ts';
import type { LiveSessionEvent } from '../call/sessions/live-session-types.ts';
import { Watchdog } from '../call/sessions/watchdog.ts';
import { BoundedMap } from '../operations/bounded-map.ts';
import { Ticker } from '../operations/clock.ts';
import type {
  AfterResult,
  ConversationEvent,
  ConversationSession,
  ConversationSettings,
} from '../service/realtime/conversation/conversation-types.ts';
import { Answering } from './answering.ts';
import type { CallActivity } from './call-types.ts';
import type { DialogueParts } from './dialogue-parts.ts';
import { Listening } from './hearing/listening.ts';
import { Speakers } from './hearing/speakers.ts';
import { TranscriptLines } from './lines.ts';
import { notAgreed, sessionSettings } from './session-settings.ts';
import { OverlapJudge } from './turns/barge-in.ts';
import { callEndpointing } from './turns/call-endpointing.ts';

const frameMs = 20;
/** Audio from outside the room is sent five times as fast as it's spoken, and the connection keeps up with that. */
const framesAtOnce = 5;
/** After typed words were sent, the service has them as a turn within this time. */
const typedWithinMs = 10_000;
/** Turns whose text may still come. */
const mostTurns = 20;

/** Turns between people and the model. It knows nothing about the room or the wire. */
export class Dialogue implements CallWork {
  readonly #parts: DialogueParts;
  readonly #live: LiveSession<ConversationSession, ConversationEvent>;
  readonly #uplink: Uplink;
  readonly #listening: Listening;
  readonly #answering: Answering;
  readonly #speakers = new Speakers();
  readonly #lines: TranscriptLines;
  readonly #ticker: Ticker;
  readonly #guard: EchoGuard;
  readonly #watchdog: Watchdog;
  readonly #manual: boolean;
  /** Whose typed words are being said, or were and may still come as a turn: until when. */
  readonly #typing = new Map<string, number>();
  /** What the session was asked for, or the one that's being opened. */
  #asked: ConversationSettings | undefined;
  /** When people began and ended the turns that the service heard last. */
  readonly #beganAt = new BoundedMap<string, number>(mostTurns);
  readonly #endedAt = new BoundedMap<string, number>(mostTurns);

  constructor(parts: DialogueParts) {
    const { clock, signal } = parts;
    const { settings } = parts.request;
    const endpointing = callEndpointing(settings, parts.endpointing);
    const guard = new EchoGuard(parts.echo);
    this.#parts = parts;
    this.#manual = endpointing.mode === 'manual';
    this.#lines = new TranscriptLines((line) => parts.tell({ is: 'line', line }));
    this.#guard = guard;
    this.#ticker = new Ticker(clock, signal, (nowMs) => this.#tick(nowMs));
    this.#live = new LiveSession({
      ...parts,
      open: async (opening) => await this.#openSession(opening.signal),
      hasTurn: ({ is }) => is === 'committed',
      isQuiet: () => this.#isQuiet,
      reopens: true,
      onGiven: (session, sound) => this.#speakers.gave(session, sound),
      tell: (event) => this.#hearSession(event),
    });
    this.#watchdog = new Watchdog(clock, signal, (is) => {
      // What was heard is a turn, so there's nothing to forget: the answer is what counts.
      if (is === 'mute') this.#live.renew('mute');
      else if (!this.#uplink.busy) this.#live.session?.clear();
    });
    this.#answering = new Answering({
      parts,
      lines: this.#lines,
      manual: this.#manual,
      cancel: () => this.#live.session?.cancel(),
      toolAnswerer: () => this.#toolAnswerer(),
      instruct: (addition) => this.#instruct(addition),
      tell: (event) => {
        if (event.is === 'audible') this.#listening.setBotSpeaks(event.audible, this.#now);
        else this.#ticker.wake();
      },
    });
    this.#uplink = new Uplink({
      settings: endpointing,
      pauses: new LearntPauses(endpointing),
      sink: this.#live,
      tell: ({ is }) => this.#turn(is),
      mayFollow: () => !this.#answering.pending,
    });
    this.#listening = new Listening({
      uplink: this.#uplink,
      guard,
      windowMs: parts.echo.windowMs,
      judge: new OverlapJudge(settings.interruption),
      mayInterrupt: (userId) => settings.interruption.enabled && parts.mayInterrupt(userId),
      mayAsk: () => this.#answering.isWhole,
      tell: (event) => {
        if (event.is === 'echo') parts.tell(event);
        else if (event.is === 'spoke') this.#answering.spoke(frameMs);
        else this.#answering.heed(event);
      },
    });
  }

  /** @throws {ServiceError} */
  async open(signal: AbortSignal): Promise<void> {
    await this.#live.openFirst(signal);
  }

  get activity(): CallActivity {
    if (this.#answering.audible) return 'speaking';
    if (this.#live.state === 'opening') return 'reconnecting';
    if (this.#answering.working) return 'working';
    if (this.#uplink.speaker !== undefined) return 'hearing';
    return this.#answering.pending ? 'thinking' : 'listening';
  }

  get speaker(): string | undefined {
    return this.#uplink.speaker;
  }

  get sessions(): number {
    return this.#live.sessions;
  }

  hear(frame: SpeechFrame): void {
    this.#listening.hearFrame(frame, this.#now);
    if (this.#listening.busy) this.#ticker.wake();
  }

  /** They gave up the floor, so their turn is over. */
  finishTurn(): void {
    this.#uplink.finish(this.#now);
  }

  /** A participant takes the floor or types, so the bot yields at once. */
  makeWay(): void {
    this.#answering.makeWay();
  }

  /** A person's audio from outside the room: 16 kHz mono PCM. */
  async say(userId: string, pcm: AsyncIterable<Uint8Array>): Promise<void> {
    const { clock, signal, takesPart } = this.#parts;
    let frames = 0;
    this.#typing.set(userId, Number.POSITIVE_INFINITY);
    try {
      for await (const frame of framesOfSound(userId, pcm)) {
        if (!takesPart(userId) || signal.aborted) return;
        this.#uplink.hear(frame, this.#now);
        this.#ticker.wake();
        frames += 1;
        if (frames % framesAtOnce === 0) await clock.sleep(frameMs, signal);
      }
      if (this.#manual) this.finishTurn();
    } finally {
      this.#typing.set(userId, this.#now + typedWithinMs);
    }
  }

  show(jpeg: Uint8Array): boolean {
    return this.#live.session?.show(jpeg) ?? false;
  }

  leave(userId: string): void {
    this.depart(userId);
    if (this.#uplink.speaker === userId) {
      this.#live.forgetKept();
      this.#live.session?.clear();
    }
    this.#listening.remove(userId);
    this.#answering.forget(userId);
  }

  /**
   * They're in another channel, so what they said before isn't repeated to anyone. Their last turn is still answered.
   */
  depart(userId: string): void {
    const wasTold = this.#lines.withdraw(userId, this.#speakers.itemsOf(userId));
    this.#live.withdraw(userId);
    if (wasTold) this.#live.reopen();
  }

  /** Someone's listening who may not know what was said since then, or what the session was told. */
  beginAnew(sinceMs: number): void {
    this.#answering.makeWay();
    this.#lines.withhold(sinceMs, this.#now);
    this.#live.reopen();
    this.#live.renew('outdated');
  }

  close(): void {
    this.#answering.close();
    this.#live.close();
  }

  get #now(): number {
    return this.#parts.clock.now();
  }

  get #isQuiet(): boolean {
    return !this.#answering.busy && !this.#listening.busy;
  }

  #tick(nowMs: number): boolean {
    try {
      const { audible, saying } = this.#answering;
      this.#guard.followVoice(audible, nowMs);
      if (audible) this.#guard.words.noteWords(audible.id, saying);
      this.#listening.tick(nowMs);
      this.#answering.tick(nowMs, this.#uplink.speaker !== undefined);
      this.#parts.tell({ is: 'changed' });
      if (!this.#isQuiet) return true;
      this.#live.review();
      return false;
    } catch (error) {
      this.#parts.log.error({ err: error }, 'a step of a conversation failed');
      return true;
    }
  }

  #turn(is: 'began' | 'ended'): void {
    this.#parts.tell({ is: 'active' });
    if (is === 'ended') {
      if (this.#live.session) this.#watchdog.expectReaction();
      // Without detection, the service answers because we ask it to.
      if (this.#manual) this.#answering.expect();
    }
    this.#ticker.wake();
    this.#parts.tell({ is: 'changed' });
  }

  async #openSession(signal: AbortSignal): Promise<ConversationSession> {
    this.#asked = this.#settings();
    return await this.#parts.client.open(this.#asked, signal);
  }

  /** With what the next session should know about the ones before. */
  #settings(): ConversationSettings {
    const { request, tools, endpointing } = this.#parts;
    const { summary } = this.#lines;
    const settings = sessionSettings(request.settings, { endpointing, tools, summary });
    this.#answering.instructed(settings.instructions ?? '');
    return settings;
  }

  /** For the session that asked; if it's gone, nobody waits for the results. */
  #toolAnswerer(): (callId: string, output: string, after: AfterResult) => void {
    const { session } = this.#live;
    return (...result) => {
      if (session === this.#live.session) session?.answerTool(...result);
    };
  }

  /** Makes the model say something that nobody spoke about. The addition stays until undefined takes it back. */
  #instruct(addition: string | undefined): void {
    const { instructions = '' } = this.#settings();
    const all = [instructions, addition].filter((part) => part !== undefined && part !== '');
    this.#live.session?.instruct(all.join('\n\n'));
    if (addition !== undefined) this.#live.session?.respond();
  }

  #hearSession(event: LiveSessionEvent<ConversationSession, ConversationEvent>): void {
    const { tell } = this.#parts;
    if (event.is === 'told') {
      this.#hearService(event.event, event.session);
      return;
    }
    if (event.is === 'opened') {
      tell({ is: 'works', again: ['connection-lost'] });
      if (this.#asked)
        for (const trouble of notAgreed(this.#asked, event.session.agreed))
          tell({ is: 'trouble', trouble: trouble });
    } else if (event.is === 'closed') this.#sessionClosed(event.why);
    else if (event.is === 'retried') tell({ is: 'trouble', trouble: 'connection-lost' });
    else if (event.is === 'failed') tell({ is: 'failed', error: event.error });
    tell({ is: 'changed' });
  }

  /** What's typed to the bot is meant for it. A long text may become several turns. */
  #wasTyped(userId: string | undefined): boolean {
    const untilMs = (userId !== undefined && this.#typing.get(userId)) || 0;
    if (userId !== undefined && Number.isFinite(untilMs)) this.#typing.delete(userId);
    return untilMs >= this.#now;
  }

  #sessionClosed(why: Extract<LiveSessionEvent<unknown, unknown>, { is: 'closed' }>['why']): void {
    const { tell } = this.#parts;
    if (why === 'asked') return;
    // What someone is in the middle of saying is given to the next session, unless it begins without what it was told.
    const isUnanswered = this.#answering.pending || this.#answering.working;
    const isCutOff = isUnanswered || (why === 'outdated' && this.#uplink.busy);
    this.#watchdog.noteReaction();
    this.#answering.sessionClosed();
    if (why === 'mute') tell({ is: 'trouble', trouble: 'no-answer' });
    else if (why === 'outdated' && isCutOff) tell({ is: 'trouble', trouble: 'turn-lost' });
    else if (why === 'lost') tell({ is: 'trouble', trouble: isCutOff ? 'turn-lost' : 'connection-lost' });
  }

  #hearService(event: ConversationEvent, session: object): void {
    const { tell } = this.#parts;
    this.#watchdog.noteReaction();
    switch (event.is) {
      case 'speech-started':
        this.#speakers.started(session, event.itemId, event.atMs);
        this.#beganAt.set(event.itemId, this.#now);
        this.#answering.speechStarted(event.itemId);
        break;
      case 'speech-stopped':
        this.#endedAt.set(event.itemId, this.#now);
        break;
      case 'committed': {
        const userId = this.#speakers.committed(session, event.itemId);
        this.#answering.committed(event.itemId, userId, this.#manual || this.#wasTyped(userId));
        this.#uplink.committed();
        break;
      }
      case 'hearing':
        this.#hearing(event);
        break;
      case 'heard':
        this.#heard(event.itemId, event.text || this.#lines.textOf(event.itemId));
        break;
      case 'not-understood':
        this.#heard(event.itemId, this.#lines.textOf(event.itemId));
        tell({ is: 'trouble', trouble: 'not-understood' });
        break;
      case 'trouble': {
        const trouble = sessionTrouble(event.trouble);
        if (trouble) tell({ is: 'trouble', trouble: trouble });
        break;
      }
      case 'audio-dropped':
        tell({ is: 'trouble', trouble: 'audio-dropped' });
        break;
      default:
        this.#answering.hear(event);
    }
    tell({ is: 'changed' });
  }

  #hearing({ itemId, sure, unsure }: Extract<ConversationEvent, { is: 'hearing' }>): void {
    const userId = this.#speakers.of(itemId);
    if (userId === undefined || !this.#parts.takesPart(userId)) return;
    this.#answering.understood(`${sure}${unsure}`, false);
    this.#lines.hearing(itemId, userId, { sure, unsure }, this.#now);
    this.#answering.hearing(itemId, `${sure}${unsure}`);
  }

  #heard(itemId: string, text: string): void {
    const { echo, takesPart, isHere, tell } = this.#parts;
    const userId = this.#speakers.of(itemId);
    // These are their last words, and they've already left.
    if (userId !== undefined && !isHere(userId)) this.#lines.withdraw(userId, [itemId]);
    const beganAt = this.#beganAt.get(itemId);
    const endedAt = this.#endedAt.get(itemId);
    if (echo.enabled && beganAt !== undefined && this.#guard.words.covers(text, beganAt, endedAt)) {
      this.#lines.refuse(itemId);
      this.#answering.refuse(itemId);
      if (userId !== undefined) this.#listening.noteMistake(userId, this.#now);
      return;
    }
    if (text !== '') tell({ is: 'works', again: ['not-understood', 'turn-lost', 'audio-dropped'] });
    this.#answering.understood(text, true);
    if (userId === undefined || !takesPart(userId)) this.#lines.refuse(itemId);
    else this.#lines.heard(itemId, userId, text, this.#now);
    this.#answering.heard(itemId, text);
  }
}
