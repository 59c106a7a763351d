import type { BesideEcho } from '../../call/hearing/echo-gate.ts';
import type { SpeechFrame } from '../../call/hearing/speech-frame.ts';
import { quietestSound, SharpBeginning } from '../hearing/sharp-beginning.ts';
import { Utterance } from '../hearing/utterance.ts';
import type { InterruptionSettings } from '../settings/interruption.ts';
import { isBackchannel } from './backchannels.ts';

/** What to do if a person speaks while the bot does. */
export type OverlapVerdict =
  /** A person began, so the bot gets quieter. */
  | { readonly is: 'duck' }
  /** They may mean it: the bot falls silent and keeps its place until that's clear. */
  | { readonly is: 'pause'; readonly userId: string }
  /** It's over and was short: a word or a backchannel. The bot goes on, and what they said tells. */
  | { readonly is: 'ask'; readonly userId: string }
  /** It was nothing: back to full volume. */
  | { readonly is: 'carry-on' }
  /** They mean it: the bot fades out and stops, and all held speech is sent. */
  | { readonly is: 'yield'; readonly userId: string };

const frameMs = 20;
/** Shorter pauses are part of a word. */
const shortestPauseMs = 120;
/** This much speech after a longer pause means that they went on. */
const goingOnMs = 40;
/** Clicks and knocks fill less of the time than this. */
const leastShare = 0.5;

interface Overlap {
  readonly userId: string;
  readonly beganAtMs: number;
  readonly utterance: Utterance;
  spokeAtMs: number;
  voicedMs: number;
  /** Speech since the last longer pause; undefined if there wasn't one. */
  resumedMs: number | undefined;
  /** The bot is silent because of it. */
  hasPaused: boolean;
}

/** After this long, a sound that isn't known as a voice is none. */
const unknownMs = 400;
/** So many sounds of a person that were no voice, */
const mostMistakes = 2;
/** within this time, and the bot waits until they're known to speak. */
const mistakenForMs = 30_000;

/**
 * Sounds over the bot that may become a voice, which is only known a syllable after it began: the bot is quieter until
 * then. A person's keys and dishes make it so twice, and no more until they speak.
 */
class PossibleVoices {
  readonly #afterMs: number;
  readonly #sounding = new Set<string>();
  /** When each person's last sounds turned out to be no voice. */
  readonly #mistakes = new Map<string, readonly number[]>();

  constructor(afterMs: number) {
    this.#afterMs = afterMs;
  }

  get any(): boolean {
    return this.#sounding.size > 0;
  }

  hear({ userId, soundMs, level }: SpeechFrame, beside: BesideEcho, nowMs: number): void {
    const isUnknown = soundMs >= this.#afterMs && soundMs < unknownMs;
    if (!isUnknown) this.end(userId, nowMs);
    else if (beside === 'sound' && level >= quietestSound && !this.#isMistaken(userId, nowMs))
      this.#sounding.add(userId);
  }

  /** It ended, or went on for too long: it was no voice. */
  end(userId: string, nowMs: number): void {
    if (!this.#sounding.delete(userId)) return;
    this.#mistakes.set(userId, [...(this.#mistakes.get(userId) ?? []), nowMs].slice(-mostMistakes));
  }

  /** It's known whose voice it is. */
  settle(userId: string): void {
    this.#sounding.delete(userId);
    this.#mistakes.delete(userId);
  }

  /** The bot fell silent. */
  clear(): void {
    this.#sounding.clear();
  }

  #isMistaken(userId: string, nowMs: number): boolean {
    const [oldest = 0, ...later] = this.#mistakes.get(userId) ?? [];
    return later.length === mostMistakes - 1 && nowMs - oldest < mistakenForMs;
  }
}

/**
 * The first half of a barge-in: judges speech over the bot's own, frame by frame (turn-taking: facts): quieter within
 * 60 ms, and a decision within 500 ms of the beginning. Until then the speech is held back, because the service cancels
 * its answer for anything it hears.
 */
export class OverlapJudge {
  readonly #settings: InterruptionSettings;
  readonly #overlaps = new Map<string, Overlap>();
  readonly #beginnings = new Map<string, SharpBeginning>();
  readonly #possible: PossibleVoices;
  #ducked = false;

  constructor(settings: InterruptionSettings) {
    this.#settings = settings;
    this.#possible = new PossibleVoices(settings.duckAfterMs);
  }

  get judging(): boolean {
    return this.#overlaps.size > 0 || this.#possible.any;
  }

  /** 20 ms of a person that just ended, while the bot speaks. Undefined: nothing changes yet. */
  hear(frame: SpeechFrame, beside: BesideEcho, nowMs: number): OverlapVerdict | undefined {
    if (!this.#settings.enabled) return undefined;
    const { userId } = frame;
    const speaks = beside === 'speech';
    this.#beginningOf(userId).add(frame, speaks);
    const overlap = this.#overlaps.get(userId) ?? this.#begin(frame, speaks, nowMs);
    if (!overlap) {
      this.#possible.hear(frame, beside, nowMs);
      return this.#followPossible();
    }
    this.#possible.settle(userId);
    overlap.utterance.add(frame);
    if (speaks) this.#speaks(overlap, nowMs);
    return this.#judge(overlap, speaks, nowMs);
  }

  /** Nothing is heard of them right now. */
  silent(userId: string, nowMs: number): OverlapVerdict | undefined {
    const overlap = this.#overlaps.get(userId);
    if (overlap) return this.#judge(overlap, false, nowMs);
    this.#possible.end(userId, nowMs);
    return this.#followPossible();
  }

  /** The person left, or it was the bot's own echo. */
  dismiss(userId: string): OverlapVerdict | undefined {
    this.#possible.settle(userId);
    return this.#overlaps.has(userId) ? this.#dismiss(userId) : this.#followPossible();
  }

  /** The bot fell silent by itself, so there's nothing to judge any more. */
  reset(): void {
    this.#overlaps.clear();
    this.#beginnings.clear();
    this.#possible.clear();
    this.#ducked = false;
  }

  /** As quiet as it should be for sounds that may become a voice. */
  #followPossible(): OverlapVerdict | undefined {
    const { any: isWanted } = this.#possible;
    if (isWanted === this.#ducked || (!isWanted && this.judging)) return undefined;
    this.#ducked = isWanted;
    return isWanted ? { is: 'duck' } : { is: 'carry-on' };
  }

  #beginningOf(userId: string): SharpBeginning {
    const beginning = this.#beginnings.get(userId) ?? new SharpBeginning();
    this.#beginnings.set(userId, beginning);
    return beginning;
  }

  #begin({ userId, soundMs }: SpeechFrame, speaks: boolean, nowMs: number): Overlap | undefined {
    if (!speaks) return undefined;
    const beganAtMs = nowMs - Math.max(frameMs, soundMs);
    const utterance = new Utterance();
    const overlap = {
      userId,
      beganAtMs,
      utterance,
      spokeAtMs: nowMs - frameMs,
      voicedMs: Math.max(0, soundMs - frameMs),
      resumedMs: undefined,
      hasPaused: false,
    };
    this.#overlaps.set(userId, overlap);
    return overlap;
  }

  #speaks(overlap: Overlap, nowMs: number): void {
    const pauseMs = nowMs - overlap.spokeAtMs - frameMs;
    if (pauseMs > shortestPauseMs) overlap.resumedMs = 0;
    if (overlap.resumedMs !== undefined) overlap.resumedMs += frameMs;
    overlap.voicedMs += frameMs;
    overlap.spokeAtMs = nowMs;
  }

  #judge(overlap: Overlap, speaks: boolean, nowMs: number): OverlapVerdict | undefined {
    const { leastSpeechMs, sharpSpeechMs, duckAfterMs, backchannelSilenceMs, pausedSilenceMs } =
      this.#settings;
    const { userId, beganAtMs, spokeAtMs, hasPaused } = overlap;
    const decideAfterMs = this.#beginningOf(userId).seemsSharp ? sharpSpeechMs : leastSpeechMs;
    if (nowMs - beganAtMs >= decideAfterMs) {
      if (this.#isCertain(overlap, speaks, nowMs)) {
        this.reset();
        return { is: 'yield', userId };
      }
      if (!hasPaused && this.#isMeant(overlap, speaks, nowMs)) {
        overlap.hasPaused = true;
        this.#ducked = true;
        return { is: 'pause', userId };
      }
    }
    if (nowMs - spokeAtMs >= (hasPaused ? pausedSilenceMs : backchannelSilenceMs)) {
      this.#dismiss(userId);
      return { is: 'ask', userId };
    }
    if (this.#ducked || !speaks || nowMs - beganAtMs < duckAfterMs) return undefined;
    this.#ducked = true;
    return { is: 'duck' };
  }

  /** No backchannel is this long, hisses like this, or goes on behind a pause. */
  #isCertain({ userId, beganAtMs, voicedMs, resumedMs }: Overlap, speaks: boolean, nowMs: number): boolean {
    const { leastSpeechMs, certainMs } = this.#settings;
    const passedMs = nowMs - beganAtMs;
    if (this.#beginningOf(userId).isSharp) return true;
    if (!speaks || (voicedMs < leastSpeechMs && voicedMs / passedMs < leastShare)) return false;
    return resumedMs === undefined ? passedMs >= certainMs : resumedMs >= goingOnMs;
  }

  /**
   * A backchannel is as long as the first words of a question. But it ends in a drawn-out syllable, while continuing
   * speech has new ones, and goes on behind a pause.
   */
  #isMeant(overlap: Overlap, speaks: boolean, nowMs: number): boolean {
    const { leastSpeechMs, syllableWithinMs, drawnOutMs } = this.#settings;
    const { userId, beganAtMs, utterance, voicedMs } = overlap;
    const passedMs = nowMs - beganAtMs;
    if (this.#beginningOf(userId).seemsSharp) return true;
    if (!speaks || (voicedMs < leastSpeechMs && voicedMs / passedMs < leastShare)) return false;
    return utterance.sinceSyllableMs <= syllableWithinMs || passedMs >= drawnOutMs;
  }

  #dismiss(userId: string): OverlapVerdict | undefined {
    this.#overlaps.delete(userId);
    this.#beginnings.delete(userId);
    if (this.judging) return undefined;
    this.#ducked = false;
    return { is: 'carry-on' };
  }
}

/**
 * `resume`: it wasn't an interruption after all, so the answer goes on where it was. `drop`: they meant it, so the rest
 * of the answer is dropped.
 */
type InterruptionDecision = 'resume' | 'drop';

/** What was said is understood so long after its end. */
const understoodWithinMs = 1_000;
/** Sound without an understood word holds an answer up no longer than that. */
const longestWaitMs = 8_000;

/**
 * The second half: an answer that a person spoke over. It's kept until it's known whether they meant to interrupt. If
 * nothing followed, or only “mhm”, it goes on where it was.
 */
export class InterruptedAnswer {
  readonly #settings: Pick<InterruptionSettings, 'falseInterruptionMs' | 'backchannelBorderMs' | 'resumes'>;
  readonly #tell: (decision: InterruptionDecision) => void;
  #waiting: { readonly sinceMs: number; speechMs: number; spokeAtMs: number } | undefined;

  constructor(
    settings: Pick<InterruptionSettings, 'falseInterruptionMs' | 'backchannelBorderMs' | 'resumes'>,
    tell: (decision: InterruptionDecision) => void,
  ) {
    this.#settings = settings;
    this.#tell = tell;
  }

  get undecided(): boolean {
    return this.#waiting !== undefined;
  }

  interrupted(nowMs: number): void {
    if (this.#settings.resumes) this.#waiting = { sinceMs: nowMs, speechMs: 0, spokeAtMs: nowMs };
    else this.#tell('drop');
  }

  /** Their speech is being sent: what was held, and what follows. */
  spoke(durationMs: number): void {
    if (this.#waiting) this.#waiting.speechMs += durationMs;
  }

  /** What the recogniser understood; `''` if it understood nothing. */
  understood(text: string, final: boolean): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    const isLittle = waiting.speechMs < this.#settings.backchannelBorderMs;
    const isNothing = !/[\p{L}\p{N}]/u.test(text) || (isLittle && isBackchannel(text, final));
    if (!isNothing) this.#decide('drop');
    else if (final) this.#decide('resume');
  }

  /** @param someoneSpeaks at this moment */
  tick(nowMs: number, someoneSpeaks: boolean): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    if (someoneSpeaks) waiting.spokeAtMs = nowMs;
    if (nowMs - waiting.sinceMs < this.#settings.falseInterruptionMs) return;
    // Laughter, a dog, music: what nobody understood a word of takes nobody's answer away.
    const mayBeUnderstood = nowMs - waiting.spokeAtMs < understoodWithinMs;
    if (!mayBeUnderstood || nowMs - waiting.sinceMs >= longestWaitMs) this.#decide('resume');
  }

  /** The answer is gone for another reason. */
  forget(): void {
    this.#waiting = undefined;
  }

  #decide(how: 'resume' | 'drop'): void {
    this.#waiting = undefined;
    this.#tell(how);
  }
}
