import type { HeardFrame } from '../../voice/ears/types.ts';
import { Neighbours } from './neighbours.ts';
import { endOf, msBetween, type SpeechFrame } from './speech-frame.ts';
import { Articulation, Background, type Pitch, Voicing } from './voice-features.ts';
import { usualVoice, type VoiceSettings } from './voice-settings.ts';

const frameMs = 20;
/** A longer gap says no more about the background. */
const longestGapMs = 1_500;
/** Shorter gaps are part of a word. */
const shortestGapMs = 120;
/** How long a sound's brightness is remembered. */
const pastVoiceMs = 500;
/** The longest beginning of a word that has no voice yet. */
const longestBeginningMs = 400;

/**
 * Voice activity detection (VAD): tells a speaker's voice from everything else in their microphone. It's louder than the
 * background, and it has a pitch that moves, or whispers. Steady noise, clicks, breath and music begin nothing, and go on for
 * nobody who has finished.
 */
export class VoiceDetector {
  readonly #settings: VoiceSettings;
  readonly #background = new Background();
  readonly #voicing = new Voicing();
  readonly #articulation = new Articulation();
  /** The pitch one frame ago; 0 if there was none. */
  #hz = 0;
  /** Frames whose pitch followed from the one before, and those in which it moved. */
  #followed = 0;
  #moved = 0;
  #clearest = 0;
  /** How loud the last frames were. */
  #levels: readonly number[] = [];
  #speaks = false;
  #sinceVoiceMs = 0;
  /** Since there was a pitch; nobody whispers right behind a word. */
  #sincePitchMs = Number.POSITIVE_INFINITY;
  #soundMs = 0;
  #gapMs = 0;
  /** The RTP time at which their last frame ended. */
  #endRtp: number | undefined;

  constructor(settings: VoiceSettings = usualVoice) {
    this.#settings = settings;
  }

  judgeFrame(frame: HeardFrame): SpeechFrame {
    if (frame.kind === 'silence') {
      // Their client sends nothing of their background.
      this.#background.add(0);
      this.#pause();
      this.#soundMs = 0;
      return { ...frame, speech: false, level: 0, soundMs: 0 };
    }
    const level = levelOf(frame.samples);
    this.#skipGap(frame);
    this.#voicing.add(frame.samples);
    const { quietest, aboveBackground } = this.#settings;
    const isSound = level > Math.max(quietest, this.#background.level * aboveBackground);
    if (isSound) this.#hearSound(frame.samples, level);
    else this.#pause();
    if (this.#moved === 0) this.#background.add(level);
    return { ...frame, speech: isSound && this.#speaks, level, soundMs: this.#soundMs };
  }

  /** What wasn't sent was silent. */
  #skipGap(frame: HeardFrame): void {
    const gapMs = this.#endRtp === undefined ? 0 : msBetween(this.#endRtp, frame);
    this.#endRtp = endOf(frame);
    if (gapMs <= shortestGapMs) return;
    for (let passed = 0; passed < Math.min(gapMs, longestGapMs); passed += frameMs) this.#background.add(0);
    this.#pause();
    this.#soundMs = 0;
    this.#sinceVoiceMs += gapMs;
    if (this.#sinceVoiceMs > this.#settings.unvoicedMs) this.#speaks = false;
  }

  #hearSound(samples: Int16Array, level: number): void {
    const beforeMs = this.#soundMs === 0 ? 0 : this.#soundMs + this.#gapMs;
    this.#soundMs = Math.min(longestBeginningMs, beforeMs + frameMs);
    this.#gapMs = 0;
    const { unvoicedMs } = this.#settings;
    const pitch = this.#voicing.pitch;
    this.#articulation.addSound(samples, pitch.clarity);
    const hasVoice = this.#followPitch(pitch, level);
    this.#sincePitchMs = hasVoice ? 0 : this.#sincePitchMs + frameMs;
    if (hasVoice || this.#isWhisper) {
      this.#speaks = true;
      this.#sinceVoiceMs = 0;
    } else this.#sinceVoiceMs += frameMs;
    if (this.#sinceVoiceMs > unvoicedMs) this.#speaks = false;
  }

  /** Returns whether a voice is heard. */
  #followPitch({ clarity, hz }: Pitch, level: number): boolean {
    const { clarity: leastClarity, mostGlide, leastGlide } = this.#settings;
    this.#levels = [...this.#levels, level].slice(-this.#settings.framesToBegin);
    const before = this.#hz;
    this.#hz = clarity >= leastClarity ? hz : 0;
    const glide = before === 0 || this.#hz === 0 ? 1 : glideBetween(before, this.#hz);
    if (glide > mostGlide) {
      this.#followed = 0;
      this.#moved = 0;
      this.#clearest = this.#hz === 0 ? 0 : clarity;
      return false;
    }
    this.#followed += 1;
    this.#clearest = Math.max(this.#clearest, clarity);
    if (glide >= leastGlide) this.#moved += 1;
    return this.#speaks ? this.#followed > 1 : this.#isVoice;
  }

  /** Strings and knocks fade as soon as they begin and keep their pitch and their colour, a voice doesn't. */
  get #isVoice(): boolean {
    const { framesToBegin, clearest, leastKept, leastKeptInWord, leastChange } = this.#settings;
    const [first = 0, last = 0] = [this.#levels[0], this.#levels.at(-1)];
    if (this.#followed < framesToBegin - 1 || this.#clearest < clearest) return false;
    const glides = this.#moved >= framesToBegin - 1 && last >= first * leastKept;
    return glides || (this.#articulation.measures.change >= leastChange && last >= first * leastKeptInWord);
  }

  get #isWhisper(): boolean {
    const { whisperShare, whisperRings, whisperChange } = this.#settings;
    if (this.#sincePitchMs < pastVoiceMs) return false;
    const { filled, rings, change } = this.#articulation.measures;
    return filled >= whisperShare && rings <= whisperRings && change >= whisperChange;
  }

  #pause(): void {
    this.#articulation.addBackground();
    this.#hz = 0;
    this.#followed = 0;
    this.#moved = 0;
    this.#gapMs += frameMs;
    if (this.#gapMs <= shortestGapMs) return;
    this.#soundMs = 0;
    this.#sinceVoiceMs += frameMs;
    if (this.#sinceVoiceMs > this.#settings.unvoicedMs) this.#speaks = false;
  }
}

/** In octaves, of which there may be one too many: two periods of a voice are alike, too. */
function glideBetween(oneHz: number, otherHz: number): number {
  const octaves = Math.log2(otherHz / oneHz);
  return Math.abs(octaves - Math.round(octaves));
}

/**
 * One detector for each person in a call, because each learns that person's background. What a microphone picks up of
 * another person isn't its person's speech.
 */
export class VoiceDetectors {
  readonly #detectors = new Map<string, VoiceDetector>();
  readonly #neighbours = new Neighbours();

  judgeFrame(frame: HeardFrame): SpeechFrame {
    const detector = this.#detectors.get(frame.userId) ?? new VoiceDetector();
    this.#detectors.set(frame.userId, detector);
    return this.#neighbours.judgeFrame(detector.judgeFrame(frame));
  }

  forgetSpeaker(userId: string): void {
    this.#detectors.delete(userId);
    this.#neighbours.forgetSpeaker(userId);
  }
}

/** Their root mean square: 0 to 32,768. */
export function levelOf(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}
