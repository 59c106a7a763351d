import type { EchoGuard } from '../../call/hearing/echo.ts';
import { type BargeIn, EchoGate } from '../../call/hearing/echo-gate.ts';
import type { SpeechFrame } from '../../call/hearing/speech-frame.ts';
import type { Uplink } from '../../call/hearing/uplink.ts';
import type { OverlapJudge, OverlapVerdict } from '../turns/barge-in.ts';

export interface ListeningOptions {
  readonly uplink: Uplink;
  readonly guard: EchoGuard;
  /** How much of a person's speech is compared with the bot's, in milliseconds. */
  readonly windowMs: number;
  readonly judge: OverlapJudge;
  /** Whether this person can stop the bot by speaking; others are heard after it has finished. */
  readonly mayInterrupt: (userId: string) => boolean;
  readonly onDuck: () => void;
  readonly onCarryOn: () => void;
  /** Whether the service could hear a word now without taking its answer back. */
  readonly mayAsk: () => boolean;
  /** A short word of theirs is about to be sent; the bot speaks on until it's understood. */
  readonly onAsk: (userId: string) => void;
  /** It may be meant, so the bot is silent and keeps its place. `onCarryOn` ends that, or `onYield`. */
  readonly onPause: () => void;
  /** Called before anything they said is sent. */
  readonly onYield: (userId: string) => void;
  /** Their microphone picks up the bot. */
  readonly onEcho: (userId: string) => void;
  /** 20 ms of a participant's speech were sent. */
  readonly onSpoke: () => void;
}

/** After this long without packets, a person is silent. */
const silentAfterMs = 60;

/** Decides where each 20 ms goes: to the service, or to be judged first while the bot speaks. */
export class Listening implements BargeIn {
  readonly #options: ListeningOptions;
  readonly #gate: EchoGate;
  readonly #heardAt = new Map<string, number>();
  /** People who said a short word over the bot that isn't understood yet. */
  readonly #asked = new Set<string>();
  /** Who may mean to stop the bot. */
  #pausing: string | undefined;
  #botSpeaks = false;

  constructor(options: ListeningOptions) {
    const { guard, windowMs, onEcho } = options;
    this.#options = options;
    this.#gate = new EchoGate({
      guard,
      windowMs,
      onPass: (frame, nowMs) => this.#send(frame, nowMs),
      onEcho,
      bargeIn: this,
    });
  }

  /** Needs its ticks. */
  get busy(): boolean {
    return this.#options.uplink.busy || this.#options.judge.judging || this.#gate.busy;
  }

  hearFrame(frame: SpeechFrame, nowMs: number): void {
    this.#gate.hearFrame(frame, nowMs);
  }

  /** Every 20 ms. */
  tick(nowMs: number): void {
    const { judge, uplink } = this.#options;
    this.#gate.tick(nowMs);
    if (this.#botSpeaks && judge.judging)
      for (const [userId, atMs] of this.#heardAt)
        if (nowMs - atMs >= silentAfterMs && this.#follow(judge.silent(userId, nowMs)))
          this.#gate.judgeSpeaker(userId, nowMs);
    this.#ask(nowMs);
    uplink.tick(nowMs);
  }

  /** The bot became audible, or fell silent. After that, held speech goes on. */
  setBotSpeaks(speaks: boolean, nowMs: number): void {
    if (this.#botSpeaks === speaks) return;
    this.#botSpeaks = speaks;
    this.#gate.setAudible(speaks, nowMs);
    this.#heardAt.clear();
    this.#asked.clear();
    this.#pausing = undefined;
    this.#options.judge.reset();
  }

  hearOverlap(frame: SpeechFrame, speaksUp: boolean, nowMs: number): boolean {
    const { judge, mayInterrupt } = this.#options;
    if (!mayInterrupt(frame.userId)) return false;
    this.#heardAt.set(frame.userId, nowMs);
    return this.#follow(judge.hear(frame, speaksUp, nowMs));
  }

  dismissEcho(userId: string): void {
    const { judge, onCarryOn } = this.#options;
    const wasSpeaking = this.#botSpeaks;
    judge.dismiss(userId);
    this.#asked.delete(userId);
    if (wasSpeaking) onCarryOn();
  }

  yieldTo(userId: string, nowMs: number): void {
    const { judge, mayAsk, onPause, onYield } = this.#options;
    const isPause = this.#pausing === userId && mayAsk();
    this.#pausing = undefined;
    // While the service is still answering, nothing of theirs can be understood without stopping the bot.
    if (isPause) {
      onPause();
      return;
    }
    this.#botSpeaks = false;
    this.#asked.clear();
    judge.reset();
    onYield(userId);
    this.#gate.passEverybody(nowMs);
  }

  /** What was sent as theirs was the bot. */
  noteMistake(userId: string, nowMs: number): void {
    this.#gate.noteMistake(userId, nowMs);
  }

  /** They aren't heard any more. */
  remove(userId: string): void {
    const { judge, uplink, onCarryOn } = this.#options;
    this.#gate.removeSpeaker(userId);
    this.#heardAt.delete(userId);
    this.#asked.delete(userId);
    if (judge.dismiss(userId)) onCarryOn();
    uplink.remove(userId);
  }

  /** Returns whether someone means to stop the bot. */
  #follow(verdict: OverlapVerdict | undefined): boolean {
    const { onDuck, onCarryOn, judge } = this.#options;
    if (verdict?.is === 'duck') onDuck();
    else if (verdict?.is === 'ask') {
      this.#asked.add(verdict.userId);
      if (!judge.judging) onCarryOn();
    }
    this.#pausing = verdict?.is === 'pause' ? verdict.userId : this.#pausing;
    if (verdict?.is === 'yield') this.#pausing = undefined;
    return verdict?.is === 'yield' || verdict?.is === 'pause';
  }

  /** “Wait” and “mhm” sound alike, so the service hears them, as soon as that costs nobody the answer. */
  #ask(nowMs: number): void {
    const { mayAsk, onAsk, uplink } = this.#options;
    for (const userId of this.#asked) {
      if (!mayAsk()) return;
      this.#asked.delete(userId);
      if (!this.#gate.askSpeaker(userId, () => onAsk(userId), nowMs)) continue;
      uplink.finish(nowMs, userId);
    }
  }

  #send(frame: SpeechFrame, nowMs: number): void {
    const { uplink, onSpoke } = this.#options;
    if (frame.speech) onSpoke();
    uplink.hear(frame, nowMs);
  }
}
