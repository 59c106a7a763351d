import type { EchoGuard } from '../../call/hearing/echo.ts';
import { HeldSpeech } from '../../call/hearing/held-speech.ts';
import { rootMeanSquare, VoiceActivity } from '../../call/hearing/voice-activity.ts';
import type { HeardFrame } from '../../voice/ears/types.ts';

export interface EchoGateOptions {
  readonly guard: EchoGuard;
  /** How much of a person's speech is compared, in milliseconds. */
  readonly windowMs: number;
  readonly onPass: (frame: HeardFrame, nowMs: number) => void;
  /** Their microphone picks the bot up; told once each. */
  readonly onEcho: (userId: string) => void;
}

/** The end of the bot's voice comes back that much later. */
const tailMs = 400;
/** The longest gap between packets of a person who keeps speaking. */
const mostLateMs = 60;
/** How much later a first suspicion of an echo is checked again. */
const doubtMs = 100;
/** How much louder than the bot's echo a person has to be who speaks into it. */
const aboveEcho = 1.6;
/** How much speech it takes for a person to be speaking up. */
const maybeMs = 60;
/** After this long without a word, a person who speaks over the bot is judged again. */
const silentMs = 600;

/**
 * Whose voice it is while the bot speaks: what comes back through a participant's speakers would be translated again. Held
 * until it's known, then passed on whole or dropped; nothing is held while the bot is silent.
 */
export class EchoGate {
  readonly #options: EchoGateOptions;
  readonly #held = new HeldSpeech();
  readonly #activity = new Map<string, VoiceActivity>();
  /** Who speaks over the bot, and when they last did. */
  readonly #speaking = new Map<string, number>();
  /** How loud the bot comes back from people. */
  readonly #echoing = new Map<string, number>();
  /** Who would be passed on if they weren't suspected to be an echo, and since when. */
  readonly #doubtedAt = new Map<string, number>();
  #audible = false;
  #tailUntil = 0;

  constructor(options: EchoGateOptions) {
    this.#options = options;
  }

  /** A person may be speaking over the bot. */
  get wonders(): boolean {
    return this.#held.people.some((userId) => this.#held.spokenMs(userId) >= maybeMs);
  }

  get busy(): boolean {
    return this.#held.people.length > 0;
  }

  hear(frame: HeardFrame, nowMs: number): void {
    const { guard, windowMs, onPass } = this.#options;
    const { userId, samples } = frame;
    if (frame.kind === 'silence') {
      if (this.#activity.has(userId)) onPass(frame, nowMs);
      return;
    }
    guard.heard(userId, samples);
    const speaks = this.#activityOf(userId).isSpeech(samples);
    if (!this.#audible && nowMs >= this.#tailUntil) {
      if (this.#held.people.includes(userId)) this.#release(userId, speaks, nowMs);
      onPass(frame, nowMs);
      return;
    }
    const spokeAt = this.#speaking.get(userId);
    if (spokeAt !== undefined && nowMs - spokeAt < silentMs) {
      if (speaks) this.#speaking.set(userId, nowMs);
      onPass(frame, nowMs);
      return;
    }
    const speaksUp = speaks && rootMeanSquare(samples) > (this.#echoing.get(userId) ?? 0) * aboveEcho;
    this.#held.add(frame, speaksUp);
    if (this.#held.spokenMs(userId) < windowMs) return;
    if (nowMs - (this.#doubtedAt.get(userId) ?? 0) >= doubtMs) this.#judge(userId, nowMs, true);
  }

  /** Every 20 ms: whether people hear the bot. */
  tick(audible: boolean, nowMs: number): void {
    if (this.#audible && !audible) this.#tailUntil = nowMs + tailMs;
    this.#audible = audible;
    // People who go on speaking are released by their next packet.
    if (!audible && nowMs >= this.#tailUntil + mostLateMs)
      for (const userId of this.#held.people) this.#judge(userId, nowMs, false);
  }

  /** They aren't heard any more. */
  remove(userId: string): void {
    this.#options.guard.forget(userId);
    this.#held.drop(userId);
    this.#activity.delete(userId);
    this.#speaking.delete(userId);
    this.#echoing.delete(userId);
    this.#doubtedAt.delete(userId);
  }

  /** They speak, or don't, when the bot has been silent for longer than anything of it comes back. */
  #release(userId: string, speaks: boolean, nowMs: number): void {
    this.#doubtedAt.delete(userId);
    if (speaks && !this.#echoing.has(userId)) this.#pass(userId, nowMs);
    else this.#judge(userId, nowMs, false);
  }

  /** @param mayDoubt there's time to ask again; otherwise what's suspected is an echo */
  #judge(userId: string, nowMs: number, mayDoubt: boolean): void {
    const { guard } = this.#options;
    const verdict = guard.judge(userId);
    if (verdict === 'suspect' && mayDoubt && !this.#doubtedAt.has(userId)) {
      this.#doubtedAt.set(userId, nowMs);
      return;
    }
    this.#doubtedAt.delete(userId);
    if (verdict === 'echo') this.#echoes(userId);
    if (verdict === 'echo' || (verdict === 'suspect' && !mayDoubt)) {
      this.#held.drop(userId);
      return;
    }
    this.#pass(userId, nowMs);
  }

  #pass(userId: string, nowMs: number): void {
    const { onPass } = this.#options;
    const frames = this.#held.takeOf(userId);
    if (frames.length > 0) this.#speaking.set(userId, nowMs);
    for (const frame of frames) onPass(frame, nowMs);
  }

  #echoes(userId: string): void {
    const before = this.#echoing.get(userId);
    this.#echoing.set(userId, Math.max(before ?? 0, this.#held.loudness(userId)));
    if (before === undefined) this.#options.onEcho(userId);
  }

  #activityOf(userId: string): VoiceActivity {
    const activity = this.#activity.get(userId) ?? new VoiceActivity();
    this.#activity.set(userId, activity);
    return activity;
  }
}
