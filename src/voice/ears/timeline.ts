import {
  heardRateHz,
  heardSamplesPerFrame,
  isSilence,
  type OpusPacket,
  rtpClockHz,
  rtpTicksPerFrame,
} from '../packets/audio.ts';
import type { OpusDecoder } from '../packets/opus-codec.ts';
import { later, ticksBetween } from './rtp.ts';
import type { HeardFrame } from './types.ts';

/** The most frames that are guessed for a loss. The last ones fade out, like all sound that ends without silence. */
const concealedFramesAtMost = 5;
const fadingFrames = 3;
/** How much longer than the silence that replaced it speech may be delayed. */
const lateFramesBeyondSilence = 10;
/** Six hours. If it's further away, the stream started over. */
const farTicks = 2 ** 30;
const ticksPerSample = rtpClockHz / heardRateHz;

/**
 * Turns a stream's sorted packets into 20 ms frames whose time never goes back: lost packets are guessed, missing ones
 * become silence, and long silence is cut short. Speech that arrives after silence took its place is heard after it.
 * The next pause gets shorter by that much, and then the speaker's own time applies again.
 */
export class Timeline {
  readonly #options;
  /** Where the next frame begins. */
  #next: number | undefined;
  /** Added to the stream's timestamps since it started over. */
  #shift = 0;
  /** The speaker's position, which may be behind what was emitted. */
  #speakerAt = 0;
  #silentFrames = 0;
  /** How many fading frames were emitted since the last sound. */
  #faded = fadingFrames;
  /** The last emitted frame isn't what the decoder decoded last. */
  #torn = false;
  /** Less than a frame, from packets shorter than 20 ms. */
  #partial: Int16Array = new Int16Array();

  constructor(options: {
    readonly userId: string;
    readonly decoder: OpusDecoder;
    /** How much silence in a row is reported; the rest is left out. */
    readonly silentFramesAtMost: number;
    /** Where the person's last stream ended, if there was one. Their time continues from there. */
    readonly after: number | undefined;
    readonly emit: (frame: HeardFrame) => void;
  }) {
    this.#options = options;
  }

  /** It has been silent for so long that it's no longer reported. */
  get exhausted(): boolean {
    return this.#next === undefined || this.#silentFrames >= this.#options.silentFramesAtMost;
  }

  /** The end of everything emitted, or about to be. */
  get end(): number | undefined {
    if (this.#next === undefined) return this.#options.after;
    return later(this.#next, this.#partial.length > 0 ? rtpTicksPerFrame : 0);
  }

  /**
   * @param missing packets before it that never came
   * @param resumes it's the first one after reported silence
   */
  play(packet: OpusPacket, timestamp: number, missing: number, resumes = false): void {
    const { decoder } = this.#options;
    const silent = isSilence(packet);
    const at = this.#placeOf(timestamp, resumes);
    this.#bridge(packet, at, silent ? 0 : missing);
    const isLate = ticksBetween(this.#next ?? at, at) < 0;
    if (silent && (isLate || this.exhausted)) {
      if (!isLate) this.#next = later(at, rtpTicksPerFrame);
      this.#speakerAt = later(at, rtpTicksPerFrame);
      return;
    }
    if (this.#partial.length === 0 && !isLate) this.#next = at;
    const decoded = this.#decoded(() => decoder.decode(packet));
    const samples = decoded ?? this.#guess();
    this.#add(this.#mended(samples), silent ? 'silence' : decoded ? 'spoken' : 'concealed');
    if (silent) this.#faded = fadingFrames;
    this.#speakerAt = later(at, samples.length * ticksPerSample);
  }

  /** The speaker sent nothing for this many frames. */
  silence(frames: number): void {
    if (this.#next === undefined) return;
    this.#speakerAt = later(this.#speakerAt, frames * rtpTicksPerFrame);
    if (this.#framesUntil(this.#speakerAt) > 0) this.#fillPartial();
    this.#fallSilent(this.#framesUntil(this.#speakerAt));
  }

  /**
   * A packet's position. A stream that started over continues after the old one, and so does one whose clock stopped
   * during silence, as with some libraries.
   */
  #placeOf(timestamp: number, resumes: boolean): number {
    if (this.#next === undefined) {
      this.#next = this.#options.after ?? timestamp;
      this.#shift = ticksBetween(timestamp, this.#next);
    }
    const at = later(timestamp, this.#shift);
    const end = later(this.#next, this.#partial.length * ticksPerSample);
    const ahead = ticksBetween(end, at);
    const mostLate = (this.#options.silentFramesAtMost + lateFramesBeyondSilence) * rtpTicksPerFrame;
    if (ahead >= (resumes ? 0 : -mostLate) && ahead < farTicks) return at;
    this.#shift -= ahead;
    return end;
  }

  /** Fills the gap before the packet to play. */
  #bridge(packet: OpusPacket, at: number, missing: number): void {
    if (this.#framesUntil(at) > 0) this.#fillPartial();
    const frames = this.#framesUntil(at);
    if (frames <= 0) return;
    const guessed = this.#faded > 0 ? 0 : Math.min(frames, missing, concealedFramesAtMost);
    const isWhole = guessed === frames;
    const atFullStrength = isWhole ? frames - 1 : Math.max(0, guessed - fadingFrames);
    const recovers = isWhole || missing > guessed;
    for (let frame = 0; frame < atFullStrength; frame += 1) this.#add(this.#guess(), 'concealed');
    this.#fallSilent(frames - atFullStrength - (recovers ? 1 : 0));
    if (!recovers) return;
    this.#next = later(at, -rtpTicksPerFrame);
    this.#add(this.#mended(this.#recovered(packet)), 'concealed');
  }

  /** Fades out the sound first. */
  #fallSilent(frames: number): void {
    for (let frame = 0; frame < frames; frame += 1) {
      if (this.#faded < fadingFrames) {
        const samples = fadedOut(this.#guess(), this.#faded, fadingFrames);
        const faded = this.#faded + 1;
        this.#emit(samples, 'concealed');
        this.#faded = faded;
      } else if (this.exhausted) return;
      else this.#emit(new Int16Array(heardSamplesPerFrame), 'silence');
      this.#torn = true;
    }
  }

  #recovered(packet: OpusPacket): Int16Array {
    const { decoder } = this.#options;
    return this.#decoded(() => decoder.recover(packet, heardSamplesPerFrame)) ?? this.#guess();
  }

  #guess(): Int16Array {
    const { decoder } = this.#options;
    return this.#decoded(() => decoder.conceal(heardSamplesPerFrame)) ?? new Int16Array(heardSamplesPerFrame);
  }

  /** Undefined if it isn't Opus. */
  #decoded(decode: () => Int16Array): Int16Array | undefined {
    try {
      return decode();
    } catch {
      return undefined;
    }
  }

  #mended(samples: Int16Array): Int16Array {
    const torn = this.#torn;
    this.#torn = false;
    return torn ? fadedIn(samples) : samples;
  }

  #add(samples: Int16Array, kind: HeardFrame['kind']): void {
    const all = this.#partial.length > 0 ? concatenated(this.#partial, samples) : samples;
    let from = 0;
    for (let to = heardSamplesPerFrame; to <= all.length; to += heardSamplesPerFrame) {
      this.#emit(all.slice(from, to), kind);
      from = to;
    }
    this.#partial = all.slice(from);
  }

  #fillPartial(): void {
    if (this.#partial.length > 0)
      this.#add(new Int16Array(heardSamplesPerFrame - this.#partial.length), 'spoken');
  }

  #framesUntil(at: number): number {
    return Math.floor(ticksBetween(this.#next ?? at, at) / rtpTicksPerFrame);
  }

  #emit(samples: Int16Array, kind: HeardFrame['kind']): void {
    const { userId, emit } = this.#options;
    const rtpTimestamp = this.#next ?? 0;
    this.#next = later(rtpTimestamp, samples.length * ticksPerSample);
    this.#silentFrames = kind === 'silence' ? this.#silentFrames + 1 : 0;
    if (kind !== 'silence') this.#faded = 0;
    emit({ userId, samples, rtpTimestamp, kind });
  }
}

function concatenated(first: Int16Array, second: Int16Array): Int16Array {
  const all = new Int16Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Long enough not to click, short enough to keep a consonant. */
const fadeInSamples = (heardRateHz / 1_000) * 5;

/** @param step which of the `steps` fading frames, from 0 */
function fadedOut(samples: Int16Array, step: number, steps: number): Int16Array {
  const length = samples.length * steps;
  return samples.map((sample, index) => sample * (1 - (step * samples.length + index + 1) / length));
}

/** The beginning of sound after a silence that the speaker didn't make. */
function fadedIn(samples: Int16Array): Int16Array {
  return samples.map((sample, index) => (index < fadeInSamples ? (sample * index) / fadeInSamples : sample));
}
