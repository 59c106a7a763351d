import type { EchoGuard } from '../../call/hearing/echo.ts';
import { type BargeIn, type BesideEcho, EchoGate } from '../../call/hearing/echo-gate.ts';
import type { SpeechFrame } from '../../call/hearing/speech-frame.ts';
import type { Uplink } from '../../call/hearing/uplink.ts';
import type { OverlapJudge, OverlapVerdict } from '../turns/barge-in.ts';

/** `ask` and `yield` are told before anything they said is sent; `carry-on` or `yield` ends a `pause`. */
export type ListeningEvent =
  | OverlapVerdict
  /** Their microphone picks up the bot. */
  | { readonly is: 'echo'; readonly userId: string }
  /** 20 ms of a participant's speech were sent. */
  | { readonly is: 'spoke' };

/** After this long without packets, a person is silent. */
const silentAfterMs = 60;

/** Decides where each 20 ms goes: to the service, or to be judged first while the bot speaks. */
export class Listening implements BargeIn {
  readonly #options;
  readonly #gate: EchoGate;
  readonly #heardAt = new Map<string, number>();
  /** People who said a short word over the bot that isn't understood yet. */
  readonly #asked = new Set<string>();
  /** Who may mean to stop the bot. */
  #pausing: string | undefined;
  #botSpeaks = false;

  constructor(options: {
    readonly uplink: Uplink;
    readonly guard: EchoGuard;
    /** How much of a person's speech is compared with the bot's, in milliseconds. */
    readonly windowMs: number;
    readonly judge: OverlapJudge;
    /** Whether this person can stop the bot by speaking; others are heard after it has finished. */
    readonly mayInterrupt: (userId: string) => boolean;
    /** Whether the service could hear a word now without taking its answer back. */
    readonly mayAsk: () => boolean;
    readonly tell: (event: ListeningEvent) => void;
  }) {
    const { guard, windowMs, tell } = options;
    this.#options = options;
    this.#gate = new EchoGate(
      guard,
      windowMs,
      (event) => {
        if (event.is === 'heard') this.#send(event.frame, event.nowMs);
        else tell(event);
      },
      this,
    );
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

  hearOverlap(frame: SpeechFrame, beside: BesideEcho, nowMs: number): boolean {
    const { judge, mayInterrupt } = this.#options;
    if (!mayInterrupt(frame.userId)) return false;
    this.#heardAt.set(frame.userId, nowMs);
    return this.#follow(judge.hear(frame, beside, nowMs));
  }

  dismissEcho(userId: string): void {
    const { judge, tell } = this.#options;
    const wasSpeaking = this.#botSpeaks;
    judge.dismiss(userId);
    this.#asked.delete(userId);
    if (wasSpeaking) tell({ is: 'carry-on' });
  }

  yieldTo(userId: string, nowMs: number): void {
    const { judge, mayAsk, tell } = this.#options;
    const isPause = this.#pausing === userId && mayAsk();
    this.#pausing = undefined;
    // While the service is still answering, nothing of theirs can be understood without stopping the bot.
    if (isPause) {
      tell({ is: 'pause', userId });
      return;
    }
    this.#botSpeaks = false;
    this.#asked.clear();
    judge.reset();
    tell({ is: 'yield', userId });
    this.#gate.passEverybody(nowMs);
  }

  /** What was sent as theirs was the bot. */
  noteMistake(userId: string, nowMs: number): void {
    this.#gate.noteMistake(userId, nowMs);
  }

  /** They aren't heard any more. */
  remove(userId: string): void {
    const { judge, uplink, tell } = this.#options;
    this.#gate.removeSpeaker(userId);
    this.#heardAt.delete(userId);
    this.#asked.delete(userId);
    if (judge.dismiss(userId)) tell({ is: 'carry-on' });
    uplink.remove(userId);
  }

  /** Returns whether someone means to stop the bot. */
  #follow(verdict: OverlapVerdict | undefined): boolean {
    const { judge, tell } = this.#options;
    if (verdict?.is === 'duck' || verdict?.is === 'carry-on') tell(verdict);
    else if (verdict?.is === 'ask') {
      this.#asked.add(verdict.userId);
      if (!judge.judging) tell({ is: 'carry-on' });
    }
    this.#pausing = verdict?.is === 'pause' ? verdict.userId : this.#pausing;
    if (verdict?.is === 'yield') this.#pausing = undefined;
    return verdict?.is === 'yield' || verdict?.is === 'pause';
  }

  /** “Wait” and “mhm” sound alike, so the service hears them, as soon as that costs nobody the answer. */
  #ask(nowMs: number): void {
    const { mayAsk, tell, uplink } = this.#options;
    for (const userId of this.#asked) {
      if (!mayAsk()) return;
      this.#asked.delete(userId);
      if (!this.#gate.askSpeaker(userId, () => tell({ is: 'ask', userId }), nowMs)) continue;
      uplink.finish(nowMs, userId);
    }
  }

  #send(frame: SpeechFrame, nowMs: number): void {
    const { uplink, tell } = this.#options;
    if (frame.speech) tell({ is: 'spoke' });
    uplink.hear(frame, nowMs);
  }
}
