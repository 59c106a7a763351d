import type { EndpointingSettings } from './endpointing.ts';
import { Chunks, LeadIn, Line } from './held-speech.ts';
import { endOf, type SpeechFrame } from './speech-frame.ts';
import { type LearntPauses, pauseBetween, pausedMs, type Turn, turnOf } from './turn.ts';

/** Where the audio goes: 16 kHz mono, 16 bit. */
interface UplinkSink {
  /** Nobody else is in it. */
  append(pcm: Uint8Array, userId: string): void;
  /** Manual mode: commits the audio as a turn and asks for an answer. */
  endTurn(): void;
}

/**
 * Idle: nobody speaks, nothing is sent. Talking: it's someone's turn. Trailing: their turn is over, and silence is sent
 * in real time. Committing: the silence was sent at once, and speech is held until the turn is committed.
 */
type UplinkState =
  | { readonly is: 'idle' }
  | { readonly is: 'talking'; readonly turn: Turn }
  | { readonly is: 'trailing'; readonly turn: Turn; silenceLeftMs: number; sentAtMs: number; sentMs: number }
  | { readonly is: 'committing'; readonly turn: Turn; readonly sinceMs: number };

const bytesPerMs = 32;
/** One append: 20 to 200 ms (field notes 3). */
const pacedMs = 100;
/** People who go on so soon after their turn was ended hadn't finished. */
const cutOffWithinMs = 1_000;
/** A word's beginning may have no voice for so long: “sp”, “th”. */
const beginningMs = 200;
const frameMs = 20;
/** How far apart packets may come normally. */
const mostJitterMs = 60;
/** A pause within a turn is sent this much shorter than the silence that the service takes for its end. */
const belowSilenceMs = 200;
/** Who's silent that long while another person speaks has left them the turn. */
const yieldedMs = 240;

/**
 * People's audio on its way to the service, one after the other, because it can't tell two voices apart: in appends of
 * 100 ms, with the silence that ends a turn. Others who speak at the same time wait, and are then sent whole.
 */
export class Uplink {
  readonly #options;
  readonly #chunks: Chunks;
  readonly #leadIn = new LeadIn();
  readonly #line: Line;
  /** People who sent the silence that ends speech, or nothing for long. */
  readonly #silent = new Set<string>();
  #state: UplinkState = { is: 'idle' };
  /** The turn before, and when it was ended. */
  #ended: { readonly turn: Turn; readonly atMs: number } | undefined;
  /** Whose turn was the last one. */
  #last: string | undefined;
  #nowMs = 0;

  constructor(options: {
    readonly settings: EndpointingSettings;
    readonly pauses: LearntPauses;
    readonly sink: UplinkSink;
    /** A turn began or ended, as far as we can tell. */
    readonly tell?: (turn: { readonly is: 'began' | 'ended'; readonly userId: string }) => void;
    /** Whether the service could hear a word now without taking an answer back. Default: yes. */
    readonly mayFollow?: () => boolean;
  }) {
    this.#options = options;
    this.#line = new Line(options.settings.longestTurnMs);
    this.#chunks = new Chunks((pcm) => this.#append(pcm));
  }

  /** The person whose turn it is; undefined while nobody speaks. */
  get speaker(): string | undefined {
    return this.#state.is === 'talking' ? this.#state.turn.userId : undefined;
  }

  /** Needs its `tick`. */
  get busy(): boolean {
    return this.#state.is !== 'idle' || this.#line.next !== undefined;
  }

  hear(frame: SpeechFrame, nowMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    if (frame.kind === 'silence') {
      this.#silent.add(frame.userId);
      return;
    }
    this.#silent.delete(frame.userId);
    if (this.#mustWait(frame)) {
      this.#hold(frame, nowMs);
      return;
    }
    const before = this.#state;
    const turn = this.#turnFor(frame, nowMs);
    if (!turn) {
      this.#leadIn.add(frame);
      return;
    }
    this.#leadTo(frame, before, nowMs);
    const gapMs = nowMs - turn.heardAtMs - frameMs;
    const byClockMs = pausedMs(turn, frame) ?? gapMs;
    const silentMs = Math.min(gapMs, byClockMs);
    if (byClockMs > 0 && byClockMs <= mostJitterMs) this.#chunks.addSilence(byClockMs);
    else this.#bridge(silentMs);
    if (frame.soundMs > 0) turn.soundedAtMs = nowMs;
    if (frame.speech) {
      const lateMs = Math.max(0, gapMs - silentMs, frame.soundMs - frameMs);
      turn.longestPauseMs = Math.max(turn.longestPauseMs, pauseOf(turn, nowMs - lateMs));
      turn.voicedAtMs = nowMs;
    }
    turn.heardAtMs = nowMs;
    turn.endRtp = endOf(frame);
    this.#chunks.add(frame.samples);
  }

  /** Called every 20 ms while it's busy. */
  tick(nowMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    const state = this.#state;
    if (state.is === 'talking') this.#endAt(nowMs);
    else if (state.is === 'trailing') this.#trail(state, nowMs);
    else if (state.is === 'committing') {
      if (nowMs - state.sinceMs >= this.#options.settings.commitWaitMs) this.committed();
    } else this.#callNext();
  }

  /** The service committed the turn, so those who waited are sent. */
  committed(): void {
    // It has heard all the silence that it needs.
    if (this.#state.is !== 'trailing' && this.#state.is !== 'committing') return;
    this.#state = { is: 'idle' };
    this.#callNext();
  }

  /** The person with the floor gave it up, so their turn ends at once. */
  finish(nowMs: number, userId = this.speaker): void {
    if (this.#state.is === 'talking' && this.speaker === userId) this.#endTurn(this.#state.turn, nowMs);
  }

  /** Sends nothing more of this person, including held speech, and ends their turn. */
  remove(userId: string): void {
    this.#leadIn.remove(userId);
    this.#line.remove(userId);
    this.#silent.delete(userId);
    this.#options.pauses.forget(userId);
    if (this.speaker !== userId) return;
    this.#chunks.forgetRest();
    this.#state = { is: 'idle' };
    this.#callNext();
  }

  #mustWait({ userId }: SpeechFrame): boolean {
    const state = this.#state;
    if (state.is === 'committing' || this.#line.spokenMs(userId) > 0) return true;
    return state.is !== 'idle' && state.turn.userId !== userId;
  }

  #hold(frame: SpeechFrame, nowMs: number): void {
    const { userId, speech } = frame;
    const begins = speech && this.#line.spokenMs(userId) === 0;
    if (begins) for (const each of this.#leadIn.take(frame)) this.#line.add({ ...each, atMs: nowMs });
    if (begins || this.#line.spokenMs(userId) > 0) this.#line.add({ ...frame, atMs: nowMs });
    else this.#leadIn.add(frame);
    if (this.#state.is === 'idle') this.#callNext();
  }

  /** The person who waits longest is heard now, as if they had said it just then; their pauses end turns as they would have. */
  #callNext(): void {
    const { mayFollow } = this.#options;
    if (this.#state.is !== 'idle') return;
    // Who isn't finished takes the answer back.
    const mayInterrupt = this.#line.next === this.#last || (mayFollow?.() ?? true);
    for (const frame of this.#line.takeNext(this.#nowMs, mayInterrupt)) {
      this.#endAt(frame.atMs - frameMs);
      this.hear(frame, frame.atMs);
    }
  }

  #endAt(nowMs: number): void {
    if (this.#state.is === 'talking') this.#endIfOver(this.#state.turn, nowMs);
  }

  #endIfOver(turn: Turn, nowMs: number): void {
    const silentMs = nowMs - turn.voicedAtMs;
    const { longestTurnMs } = this.#options.settings;
    if (this.#hasYielded(turn, nowMs)) {
      this.#endTurn(turn, nowMs);
      // It was another person who cut them off.
      this.#ended = undefined;
    } else if (silentMs >= this.#pauseFor(turn, nowMs) || nowMs - turn.beganAtMs >= longestTurnMs)
      this.#endTurn(turn, nowMs);
  }

  /** Another person goes on alone. */
  #hasYielded({ userId, voicedAtMs }: Turn, nowMs: number): boolean {
    return nowMs - voicedAtMs >= yieldedMs && this.#line.goesOnWithout(userId, voicedAtMs);
  }

  #turnFor(frame: SpeechFrame, nowMs: number): Turn | undefined {
    const { userId, speech } = frame;
    const state = this.#state;
    if (state.is === 'talking') return state.turn;
    // Only speech begins a turn, or a humming microphone would be a speaker.
    if (!speech) return undefined;
    const turn = turnOf(userId, nowMs);
    turn.longestPauseMs = this.#learnCutOff(frame, nowMs);
    this.#state = { is: 'talking', turn };
    this.#last = userId;
    this.#options.tell?.({ is: 'began', userId });
    return turn;
  }

  /**
   * They go on right after their turn was ended: the pause was too short for them, and it's one of their next turn, too.
   * @returns that pause, or 0
   */
  #learnCutOff({ userId, soundMs }: SpeechFrame, nowMs: number): number {
    const ended = this.#ended;
    this.#ended = undefined;
    if (ended?.turn.userId !== userId) return 0;
    const beganAtMs = nowMs - Math.max(frameMs, soundMs);
    if (beganAtMs - ended.atMs > cutOffWithinMs) return 0;
    const pauseMs = Math.max(0, beganAtMs - ended.turn.voicedAtMs);
    this.#options.pauses.cutOff(userId, pauseMs);
    return pauseMs;
  }

  /**
   * Adds the quiet beginning of a first word. If some of the pause was already sent as silence, only the rest is added.
   */
  #leadTo(first: SpeechFrame, before: UplinkState, nowMs: number): void {
    const frames = this.#leadIn.take(first);
    if (before.is === 'talking') return;
    const isPause = before.is === 'trailing' && before.silenceLeftMs > 0;
    const leftMs = isPause ? Math.max(0, pauseBetween(before.turn, first, nowMs) - before.sentMs) : undefined;
    const fitting = leftMs === undefined ? frames : lastOf(frames, Math.floor(leftMs / frameMs));
    if (leftMs !== undefined) this.#silence(leftMs - fitting.length * frameMs);
    for (const frame of fitting) this.#chunks.add(frame.samples);
  }

  /** Discord sends nothing during a pause, but the service has to hear silence, like people do. */
  #bridge(gapMs: number): void {
    if (gapMs <= mostJitterMs) return;
    this.#chunks.giveRest();
    const { silenceMs } = this.#options.settings;
    this.#silence(Math.min(gapMs, Math.max(0, silenceMs - belowSilenceMs)));
  }

  #endTurn(turn: Turn, nowMs: number): void {
    const { settings, sink, pauses, tell } = this.#options;
    this.#chunks.giveRest();
    this.#ended = { turn, atMs: nowMs };
    pauses.turnEnded(turn.userId, turn.longestPauseMs);
    const silenceMs = settings.silenceMs + settings.extraSilenceMs;
    if (settings.mode === 'manual') {
      sink.endTurn();
      this.#state = { is: 'idle' };
    } else if (settings.mode === 'block') this.#commit(turn, silenceMs);
    else {
      // Anything after the last word was sent as it was.
      const sentAtMs = turn.heardAtMs;
      this.#state = { is: 'trailing', turn, silenceLeftMs: silenceMs, sentAtMs, sentMs: 0 };
      this.#trail(this.#state, nowMs);
    }
    tell?.({ is: 'ended', userId: turn.userId });
  }

  #commit(turn: Turn, silenceMs: number): void {
    this.#silence(silenceMs);
    this.#state = { is: 'committing', turn, sinceMs: this.#nowMs };
  }

  #trail(state: Extract<UplinkState, { is: 'trailing' }>, nowMs: number): void {
    if (this.#hasYielded(state.turn, nowMs)) {
      this.#commit(state.turn, state.silenceLeftMs);
      return;
    }
    // Until they send the silence that ends speech, a packet may just be late.
    const dueMs = pacedMs + (this.#silent.has(state.turn.userId) ? 0 : mostJitterMs);
    while (state.silenceLeftMs > 0 && nowMs - state.sentAtMs >= dueMs) {
      const sentMs = Math.min(pacedMs, state.silenceLeftMs);
      this.#silence(sentMs);
      state.silenceLeftMs -= sentMs;
      state.sentMs += sentMs;
      state.sentAtMs += pacedMs;
    }
    if (state.silenceLeftMs <= 0) this.#state = { is: 'idle' };
  }

  /**
   * In paced mode, the service does the waiting. Otherwise, we wait as long as this speaker needs, and longer if
   * packets are late.
   */
  #pauseFor(turn: Turn, nowMs: number): number {
    const { settings, pauses } = this.#options;
    const pauseMs = settings.mode === 'paced' ? pacedMs : pauses.of(turn.userId);
    const sinceSoundMs = nowMs - turn.soundedAtMs;
    if (sinceSoundMs <= mostJitterMs && settings.mode !== 'paced') return pauseMs + beginningMs;
    const isLate = nowMs - turn.heardAtMs > mostJitterMs && !this.#silent.has(turn.userId);
    return isLate ? pauseMs + settings.stallMs : pauseMs;
  }

  #silence(silenceMs: number): void {
    for (let leftMs = Math.round(silenceMs); leftMs > 0; leftMs -= pacedMs)
      this.#append(new Uint8Array(Math.min(leftMs, pacedMs) * bytesPerMs));
  }

  /** Of the person whose turn it is, or was when its silence is sent. */
  #append(pcm: Uint8Array): void {
    if (this.#state.is !== 'idle') this.#options.sink.append(pcm, this.#state.turn.userId);
  }
}

function pauseOf(turn: Turn, nowMs: number): number {
  const pauseMs = nowMs - turn.voicedAtMs;
  return pauseMs > mostJitterMs ? pauseMs : 0;
}

function lastOf<Each>(all: readonly Each[], count: number): readonly Each[] {
  return all.slice(Math.max(0, all.length - count));
}
