import type { EchoGuard } from '../../call/hearing/echo.ts';
import { HeldSpeech } from '../../call/hearing/held-speech.ts';
import type { Uplink } from '../../call/hearing/uplink.ts';
import { rootMeanSquare, VoiceActivity } from '../../call/hearing/voice-activity.ts';
import type { HeardFrame } from '../../voice/ears/types.ts';
import type { OverlapJudge, OverlapVerdict } from '../turns/overlap.ts';
import type { Speakers } from './speakers.ts';

export interface ListeningOptions {
  readonly uplink: Uplink;
  readonly speakers: Speakers;
  readonly guard: EchoGuard;
  readonly judge: OverlapJudge;
  /** Whether this person stops the bot by speaking; others are heard when it has finished. */
  readonly mayInterrupt: (userId: string) => boolean;
  readonly onDuck: () => void;
  readonly onCarryOn: () => void;
  /** Comes before anything of what they said is sent. */
  readonly onYield: (userId: string, speechMs: number) => void;
  /** Their microphone picks the bot up. */
  readonly onEcho: (userId: string) => void;
  /** 20 ms of a participant's speech, not counting what was held before. */
  readonly onSpoke: () => void;
}

/** After this long without a packet, a person is silent. */
const silentAfterMs = 60;
/** The end of the bot's voice comes back that much later. */
const echoTailMs = 400;
/** How much louder than the bot's echo a person has to be who speaks into it. */
const aboveEcho = 1.6;

/** How much later a first suspicion of an echo is checked again. */
const doubtMs = 100;

/** Where each 20 ms of the people go: to the service, or, while the bot speaks, to be judged first. */
export class Listening {
  readonly #options: ListeningOptions;
  readonly #activity = new Map<string, VoiceActivity>();
  readonly #held = new HeldSpeech();
  readonly #heardAt = new Map<string, number>();
  /** How loud the bot comes back out of people's speakers. */
  readonly #echoing = new Map<string, number>();
  /** Who would stop the bot if they weren't suspected to be its echo, and since when. */
  readonly #doubted = new Map<string, number>();
  #echoTailUntil = 0;
  #botSpeaks = false;

  constructor(options: ListeningOptions) {
    this.#options = options;
  }

  /** Time has to go by for it. */
  get busy(): boolean {
    return this.#options.uplink.busy || this.#options.judge.judging || this.#doubted.size > 0;
  }

  hear(frame: HeardFrame, nowMs: number): void {
    if (frame.kind === 'silence') {
      this.#options.uplink.hear(frame, nowMs);
      return;
    }
    const { userId, samples } = frame;
    const speaks = this.#activityOf(userId).isSpeech(samples);
    this.#options.guard.heard(userId, samples);
    if (!this.#botSpeaks) {
      if (nowMs < this.#echoTailUntil && this.#echoing.has(userId)) return;
      if (speaks) this.#options.onSpoke();
      this.#send(frame, speaks, nowMs);
      return;
    }
    const speaksUp = speaks && rootMeanSquare(samples) > (this.#echoing.get(userId) ?? 0) * aboveEcho;
    this.#held.add(frame, speaksUp);
    this.#heardAt.set(userId, nowMs);
    if (this.#doubted.has(userId)) this.#settleDoubt(userId, nowMs);
    else if (this.#options.mayInterrupt(userId))
      this.#follow(userId, this.#options.judge.hear(userId, samples, speaksUp, nowMs), nowMs);
  }

  /** Every 20 ms. */
  tick(nowMs: number): void {
    const { judge, uplink, mayInterrupt } = this.#options;
    for (const userId of [...this.#doubted.keys()]) this.#settleDoubt(userId, nowMs);
    if (this.#botSpeaks && judge.judging)
      for (const userId of this.#held.people.filter(mayInterrupt))
        if (nowMs - (this.#heardAt.get(userId) ?? nowMs) >= silentAfterMs)
          this.#follow(userId, judge.silent(userId, nowMs), nowMs);
    uplink.tick(nowMs);
  }

  /** The bot begins to be heard, or has fallen silent: then those who were held are heard. */
  setBotSpeaks(speaks: boolean, nowMs: number): void {
    if (this.#botSpeaks === speaks) return;
    this.#botSpeaks = speaks;
    if (speaks) return;
    this.#options.judge.reset();
    this.#doubted.clear();
    for (const userId of this.#held.people)
      if (this.#options.guard.judge(userId) !== 'other') this.#held.drop(userId);
    this.#echoTailUntil = nowMs + echoTailMs;
    this.#sendHeld(nowMs);
  }

  /** They aren't heard any more. */
  remove(userId: string): void {
    const { judge, guard, uplink, speakers } = this.#options;
    this.#held.drop(userId);
    this.#activity.delete(userId);
    this.#heardAt.delete(userId);
    this.#echoing.delete(userId);
    this.#doubted.delete(userId);
    if (judge.dismiss(userId)) this.#options.onCarryOn();
    guard.forget(userId);
    uplink.remove(userId);
    speakers.forget(userId);
  }

  #follow(userId: string, verdict: OverlapVerdict | undefined, nowMs: number): void {
    if (verdict?.is === 'duck') {
      this.#options.onDuck();
    } else if (verdict?.is === 'carry-on') {
      for (const each of this.#held.people) if (this.#options.mayInterrupt(each)) this.#held.drop(each);
      this.#options.onCarryOn();
    } else if (verdict?.is === 'yield') {
      const echo = this.#options.guard.judge(userId);
      if (echo === 'suspect') this.#doubted.set(userId, nowMs);
      else if (echo === 'echo') this.#dismissEcho(userId);
      else this.#yield(userId, nowMs);
    }
  }

  #settleDoubt(userId: string, nowMs: number): void {
    if (nowMs - (this.#doubted.get(userId) ?? nowMs) < doubtMs) return;
    this.#doubted.delete(userId);
    if (this.#options.guard.judge(userId) === 'echo') this.#dismissEcho(userId);
    else this.#yield(userId, nowMs);
  }

  #yield(userId: string, nowMs: number): void {
    const speechMs = this.#held.spokenMs(userId);
    this.#botSpeaks = false;
    this.#doubted.clear();
    this.#options.judge.reset();
    this.#options.onYield(userId, speechMs);
    this.#sendHeld(nowMs);
  }

  #dismissEcho(userId: string): void {
    const before = this.#echoing.get(userId);
    this.#echoing.set(userId, Math.max(before ?? 0, this.#held.loudness(userId)));
    this.#held.drop(userId);
    this.#options.judge.dismiss(userId);
    this.#options.onCarryOn();
    if (before === undefined) this.#options.onEcho(userId);
  }

  #sendHeld(nowMs: number): void {
    for (const frame of this.#held.take()) {
      const speaks = this.#activityOf(frame.userId).isSpeech(frame.samples);
      this.#send(frame, speaks, nowMs);
    }
  }

  #send(frame: HeardFrame, speaks: boolean, nowMs: number): void {
    const { uplink, speakers } = this.#options;
    if (speaks) speakers.voiced(frame.userId);
    uplink.hear(frame, nowMs);
  }

  #activityOf(userId: string): VoiceActivity {
    const activity = this.#activity.get(userId) ?? new VoiceActivity();
    this.#activity.set(userId, activity);
    return activity;
  }
}
