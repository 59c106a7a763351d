import type { EchoGuard } from './echo.ts';
import { HeldSpeech } from './held-speech.ts';
import type { SpeechFrame } from './voice-detector.ts';

export interface EchoGateOptions {
  readonly guard: Pick<EchoGuard, 'heard' | 'judge' | 'forget'>;
  /** How much of a person's speech is compared, in milliseconds. */
  readonly windowMs: number;
  readonly onPass: (frame: SpeechFrame, nowMs: number) => void;
  /** Their microphone picks up the bot. Called once per person. */
  readonly onEcho: (userId: string) => void;
  /** Decides whether a person means to interrupt the bot. Default: everybody does after `windowMs` of speech. */
  readonly bargeIn?: BargeIn | undefined;
}

/** Decides about speech over the bot's own, which is held until then. */
export interface BargeIn {
  /** @param speaksUp it's speech, and louder than the bot's echo from them. Returns true to ask whose voice it is. */
  hearOverlap(frame: SpeechFrame, speaksUp: boolean, nowMs: number): boolean;
  /** It's the bot's own voice, so their held speech was dropped. */
  dismissEcho(userId: string): void;
  /** It's their voice. `passEverybody` passes on what's held. */
  yieldTo(userId: string, nowMs: number): void;
}

/** How late the end of the bot's voice may come back. */
const tailMs = 400;
/** The longest gap between packets while a person keeps speaking. */
const mostLateMs = 60;
/** How long after a first suspicion of an echo to check again. */
const doubtMs = 100;
/** How much louder than the bot's echo a person has to be. */
const aboveEcho = 1.6;
/** How much speech counts as speaking up. */
const maybeMs = 60;
/** After this long without a word, a person who speaks over the bot is checked again. */
const silentMs = 600;

/**
 * Tells whose voice it is while the bot speaks, because people's speakers play it back. Speech is held until that's
 * known, then passed on whole or dropped; nothing is held while the bot is silent.
 */
export class EchoGate {
  readonly #options: EchoGateOptions;
  readonly #held = new HeldSpeech();
  /** People who sent more than silence. */
  readonly #heard = new Set<string>();
  /** People speaking over the bot, with the time of their last speech. */
  readonly #speaking = new Map<string, number>();
  /** How loud the bot's echo from each person is. */
  readonly #echoing = new Map<string, number>();
  /** People who'd be passed on if they weren't suspected of an echo, with the time of the suspicion. */
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

  /** Needs its ticks. */
  get busy(): boolean {
    return this.#held.people.length > 0;
  }

  hearFrame(frame: SpeechFrame, nowMs: number): void {
    const { guard, bargeIn, windowMs, onPass } = this.#options;
    const { userId, samples, speech } = frame;
    if (frame.kind === 'silence') {
      if (this.#heard.has(userId)) onPass(frame, nowMs);
      return;
    }
    this.#heard.add(userId);
    guard.heard(userId, samples);
    if (!this.#audible && nowMs >= this.#tailUntil) {
      if (this.#held.people.includes(userId)) this.#release(userId, speech, nowMs);
      onPass(frame, nowMs);
      return;
    }
    const spokeAt = this.#speaking.get(userId);
    if (spokeAt !== undefined && nowMs - spokeAt < silentMs) {
      if (speech) this.#speaking.set(userId, nowMs);
      onPass(frame, nowMs);
      return;
    }
    const speaksUp = speech && frame.level > (this.#echoing.get(userId) ?? 0) * aboveEcho;
    this.#held.add(frame, speaksUp);
    if (this.#doubtedAt.has(userId)) return;
    const isMeant =
      bargeIn && this.#audible
        ? bargeIn.hearOverlap(frame, speaksUp, nowMs)
        : this.#held.spokenMs(userId) >= windowMs;
    if (isMeant) this.judgeSpeaker(userId, nowMs);
  }

  /** Decides whose voice is being held. If it's only suspected to be an echo, it's checked again a little later. */
  judgeSpeaker(userId: string, nowMs: number): void {
    if (!this.#doubtedAt.has(userId)) this.#judge(userId, nowMs, true);
  }

  /**
   * They said a word and fell silent. It's passed on without the bot yielding, unless it was the bot's own voice.
   * @returns whether it was passed on
   */
  askSpeaker(userId: string, onPassing: () => void, nowMs: number): boolean {
    const verdict = this.#options.guard.judge(userId);
    if (verdict === 'echo') this.#echoes(userId);
    if (verdict !== 'other') this.#held.drop(userId);
    const frames = this.#held.takeOf(userId);
    if (frames.length === 0) return false;
    onPassing();
    for (const frame of frames) this.#options.onPass(frame, nowMs);
    return true;
  }

  /** Whether people hear the bot from now on. */
  setAudible(audible: boolean, nowMs: number): void {
    if (this.#audible && !audible) this.#tailUntil = nowMs + tailMs;
    this.#audible = audible;
  }

  /** Every 20 ms while it's busy. */
  tick(nowMs: number): void {
    for (const [userId, atMs] of this.#doubtedAt)
      if (nowMs - atMs >= doubtMs) this.#judge(userId, nowMs, true);
    // People who go on speaking are released by their next packet.
    if (!this.#audible && nowMs >= this.#tailUntil + mostLateMs)
      for (const userId of this.#held.people) this.#judge(userId, nowMs, false);
  }

  /** The bot yields: everybody's speech is passed on in order, and nothing is held any more. */
  passEverybody(nowMs: number): void {
    this.#audible = false;
    this.#tailUntil = nowMs;
    this.#doubtedAt.clear();
    for (const frame of this.#held.take()) this.#options.onPass(frame, nowMs);
  }

  /** They aren't heard any more. */
  removeSpeaker(userId: string): void {
    this.#options.guard.forget(userId);
    this.#held.drop(userId);
    this.#heard.delete(userId);
    this.#speaking.delete(userId);
    this.#echoing.delete(userId);
    this.#doubtedAt.delete(userId);
  }

  /** Handles speech or silence once the bot has been silent too long for an echo. */
  #release(userId: string, speaks: boolean, nowMs: number): void {
    this.#doubtedAt.delete(userId);
    if (speaks && !this.#echoing.has(userId)) this.#pass(userId, nowMs);
    else this.#judge(userId, nowMs, false);
  }

  /** @param mayDoubt there's time to check again; otherwise a suspicion counts as an echo */
  #judge(userId: string, nowMs: number, mayDoubt: boolean): void {
    const { guard, bargeIn } = this.#options;
    const verdict = guard.judge(userId);
    if (verdict === 'suspect' && mayDoubt && !this.#doubtedAt.has(userId)) {
      this.#doubtedAt.set(userId, nowMs);
      return;
    }
    this.#doubtedAt.delete(userId);
    if (verdict === 'echo') this.#echoes(userId);
    if (verdict === 'echo' || (verdict === 'suspect' && !mayDoubt)) {
      this.#held.drop(userId);
      bargeIn?.dismissEcho(userId);
    } else if (bargeIn && this.#audible) bargeIn.yieldTo(userId, nowMs);
    else this.#pass(userId, nowMs);
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
}
