import { heardSamplesPerFrame } from '../../voice/packets/audio.ts';
import type { EchoGuard } from './echo.ts';
import { HeldSpeech } from './held-speech.ts';
import { endOf, msBetween, type SpeechFrame } from './speech-frame.ts';

export type EchoGateEvent =
  /** A person's own voice, without the bot's echo. */
  | { readonly is: 'heard'; readonly frame: SpeechFrame; readonly nowMs: number }
  /** Their microphone picks up the bot. Told once per person. */
  | { readonly is: 'echo'; readonly userId: string };

/** What's in 20 ms of a person beside the bot's echo: speech, or a sound that isn't known as a voice. */
export type BesideEcho = 'speech' | 'sound' | 'nothing';

/** Decides about speech over the bot's own, which is held until then. */
export interface BargeIn {
  /** Returns true to ask whose voice it is. */
  hearOverlap(frame: SpeechFrame, beside: BesideEcho, nowMs: number): boolean;
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
/** With less than that beside the bot's echo, nobody said a word. */
const leastBesideEchoMs = 160;
const frameMs = 20;
const silence = new Int16Array(heardSamplesPerFrame);
/** How often people who speak over the bot are judged again. */
const againMs = 100;
/** Sooner than that, it's the same mistake; */
const sameMistakeMs = 2_000;
/** later than that, it's the first one again. */
const withinMs = 60_000;
/** How much speech counts as speaking up. */
const maybeMs = 60;
/** After this long without a word, a person who speaks over the bot is checked again. */
const silentMs = 600;

/**
 * Tells whose voice it is while the bot speaks, because people's speakers play it back. Speech is held until that's
 * known, then passed on whole or dropped; nothing is held while the bot is silent.
 */
export class EchoGate {
  readonly #guard: Pick<EchoGuard, 'heard' | 'judge' | 'forget' | 'echoes' | 'isLouderThanEcho'>;
  readonly #windowMs: number;
  readonly #tell: (event: EchoGateEvent) => void;
  readonly #bargeIn: BargeIn | undefined;
  readonly #held = new HeldSpeech();
  /** People who sent more than silence. */
  readonly #heard = new Set<string>();
  /** The RTP time at which each person's last frame ended. */
  readonly #ends = new Map<string, number>();
  /** People speaking over the bot, with the time of their last speech. */
  readonly #speaking = new Map<string, number>();
  /** When people who speak over the bot were last judged. */
  readonly #judgedAt = new Map<string, number>();
  /** People who were told that their microphone picks up the bot. */
  readonly #told = new Set<string>();
  /** When the bot was taken for each of them. */
  readonly #mistakenAt = new Map<string, number>();
  /** People who aren't heard beside the bot any more. */
  readonly #shut = new Set<string>();
  /** When people were last louder than the bot's echo. */
  readonly #spokeUpAt = new Map<string, number>();
  /** When they began to be, without a longer pause since. */
  readonly #upSince = new Map<string, number>();
  /** People who'd be passed on if they weren't suspected of an echo, with the time of the suspicion. */
  readonly #doubtedAt = new Map<string, number>();
  #audible = false;
  #tailUntil = 0;

  /**
   * @param windowMs how much of a person's speech is compared, in milliseconds
   * @param bargeIn decides whether a person means to interrupt the bot. Default: everybody does after `windowMs` of speech.
   */
  constructor(
    guard: Pick<EchoGuard, 'heard' | 'judge' | 'forget' | 'echoes' | 'isLouderThanEcho'>,
    windowMs: number,
    tell: (event: EchoGateEvent) => void,
    bargeIn?: BargeIn | undefined,
  ) {
    this.#guard = guard;
    this.#windowMs = windowMs;
    this.#tell = tell;
    this.#bargeIn = bargeIn;
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
    const { userId, samples, speech } = frame;
    if (frame.kind === 'silence') {
      if (this.#heard.has(userId)) this.#tellHeard(frame, nowMs);
      return;
    }
    this.#heard.add(userId);
    this.#fillGap(frame);
    this.#guard.heard(userId, samples);
    if (!this.#audible && nowMs >= this.#tailUntil) {
      if (this.#held.people.includes(userId)) this.#release(userId, speech, nowMs);
      this.#tellHeard(frame, nowMs);
      return;
    }
    if (this.#shut.has(userId)) return;
    if (this.#stillEchoes(userId, nowMs)) return;
    const spokeAt = this.#speaking.get(userId);
    if (spokeAt !== undefined && nowMs - spokeAt < silentMs) {
      if (speech) this.#speaking.set(userId, nowMs);
      this.#tellHeard(frame, nowMs);
      return;
    }
    const beside = this.#besideEcho(frame, nowMs);
    this.#held.add(frame, beside === 'speech');
    if (this.#doubtedAt.has(userId)) return;
    const isMeant =
      this.#bargeIn && this.#audible
        ? this.#bargeIn.hearOverlap(this.#sinceTheirs(frame, nowMs), beside, nowMs)
        : this.#held.spokenMs(userId) >= this.#windowMs;
    if (isMeant) this.judgeSpeaker(userId, nowMs);
  }

  /**
   * What was passed on as theirs was the bot. The second time in a minute, nothing of theirs is passed on while it speaks.
   */
  noteMistake(userId: string, nowMs: number): void {
    const before = this.#mistakenAt.get(userId);
    this.#mistakenAt.set(userId, nowMs);
    this.#speaking.delete(userId);
    this.#tellOnce(userId);
    if (before === undefined) return;
    if (nowMs - before >= sameMistakeMs && nowMs - before <= withinMs) {
      this.#shut.add(userId);
      this.#held.drop(userId);
    }
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
    const verdict = this.#guard.judge(userId);
    if (verdict === 'echo') this.#tellOnce(userId);
    if (verdict !== 'other') this.#held.drop(userId);
    const frames = this.#held.takeOf(userId);
    if (frames.length === 0) return false;
    onPassing();
    for (const frame of frames) this.#tellHeard(frame, nowMs);
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
    for (const frame of this.#held.take()) this.#tellHeard(frame, nowMs);
  }

  /** They aren't heard any more. */
  removeSpeaker(userId: string): void {
    this.#guard.forget(userId);
    this.#held.drop(userId);
    this.#heard.delete(userId);
    this.#ends.delete(userId);
    this.#speaking.delete(userId);
    this.#told.delete(userId);
    this.#spokeUpAt.delete(userId);
    this.#upSince.delete(userId);
    this.#judgedAt.delete(userId);
    this.#mistakenAt.delete(userId);
    this.#shut.delete(userId);
    this.#doubtedAt.delete(userId);
  }

  /** People who are passed on are judged again and again: an echo may only be clear after some words. */
  #stillEchoes(userId: string, nowMs: number): boolean {
    if (!this.#speaking.has(userId) || nowMs - (this.#judgedAt.get(userId) ?? 0) < againMs) return false;
    this.#judgedAt.set(userId, nowMs);
    if (this.#guard.judge(userId) !== 'echo') return false;
    this.noteMistake(userId, nowMs);
    return true;
  }

  /** The sound before they spoke up was the bot's, so it's no part of how long they've been speaking. */
  #sinceTheirs(frame: SpeechFrame, nowMs: number): SpeechFrame {
    const { userId, soundMs } = frame;
    if (!this.#guard.echoes(userId)) return frame;
    const theirsMs = nowMs - (this.#upSince.get(userId) ?? nowMs) + frameMs;
    return theirsMs >= soundMs ? frame : { ...frame, soundMs: theirsMs };
  }

  /** What's been the echo alone for a while is forgotten. */
  #besideEcho({ userId, speech }: SpeechFrame, nowMs: number): BesideEcho {
    const isLouder = this.#guard.isLouderThanEcho(userId);
    const beforeMs = nowMs - (this.#spokeUpAt.get(userId) ?? 0);
    if (isLouder && speech) {
      if (beforeMs > mostLateMs * 2) this.#upSince.set(userId, nowMs);
      this.#spokeUpAt.set(userId, nowMs);
      return 'speech';
    }
    if (this.#guard.echoes(userId) && beforeMs >= silentMs) this.#held.drop(userId);
    return isLouder ? 'sound' : 'nothing';
  }

  /** Nothing is sent of a pause in the bot's echo, but it's one in what was played, too. */
  #fillGap(frame: SpeechFrame): void {
    const { userId } = frame;
    const end = this.#ends.get(userId);
    this.#ends.set(userId, endOf(frame));
    const gapMs = end === undefined ? 0 : msBetween(end, frame);
    for (let passed = frameMs; passed <= Math.min(gapMs, this.#windowMs); passed += frameMs)
      this.#guard.heard(userId, silence);
  }

  /** Handles speech or silence once the bot has been silent too long for an echo. */
  #release(userId: string, speaks: boolean, nowMs: number): void {
    this.#doubtedAt.delete(userId);
    if (speaks && !this.#guard.echoes(userId)) this.#pass(userId, nowMs);
    else this.#judge(userId, nowMs, false);
  }

  /** @param mayDoubt there's time to check again; otherwise a suspicion counts as an echo */
  #judge(userId: string, nowMs: number, mayDoubt: boolean): void {
    const verdict = this.#guard.judge(userId);
    if (verdict === 'suspect' && mayDoubt && !this.#doubtedAt.has(userId)) {
      this.#doubtedAt.set(userId, nowMs);
      return;
    }
    this.#doubtedAt.delete(userId);
    if (verdict === 'echo') this.#tellOnce(userId);
    const isLittle = this.#guard.echoes(userId) && this.#held.spokenMs(userId) < leastBesideEchoMs;
    if (verdict === 'echo' || (!mayDoubt && (verdict === 'suspect' || isLittle))) {
      this.#held.drop(userId);
      this.#bargeIn?.dismissEcho(userId);
    } else if (this.#bargeIn && this.#audible) this.#bargeIn.yieldTo(userId, nowMs);
    else this.#pass(userId, nowMs);
  }

  #pass(userId: string, nowMs: number): void {
    const frames = this.#held.takeOf(userId);
    if (frames.length > 0) this.#speaking.set(userId, nowMs);
    for (const frame of frames) this.#tellHeard(frame, nowMs);
  }

  #tellHeard(frame: SpeechFrame, nowMs: number): void {
    this.#tell({ is: 'heard', frame, nowMs });
  }

  #tellOnce(userId: string): void {
    if (this.#told.has(userId)) return;
    this.#told.add(userId);
    this.#tell({ is: 'echo', userId });
  }
}
