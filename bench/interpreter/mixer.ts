import { heardRateHz, rtpClockHz } from '../../src/voice/packets/audio.ts';
import { Limiter } from './limiter.ts';

/** The parts of a frame that are mixed. */
interface MixedFrame {
  readonly userId: string;
  readonly samples: Int16Array;
  /** RTP timestamp of its start (48 kHz, wraps at 2^32). */
  readonly rtpTimestamp: number;
}

export interface MixerOptions {
  /** Samples of one chunk at 16 kHz; 1,600 are 100 ms. */
  readonly chunkSamples?: number;
  /** How long a chunk that has begun waits for other speakers, in milliseconds. */
  readonly waitMs?: number;
}

const samplesPerMs = heardRateHz / 1000;
const ticksPerSample = rtpClockHz / heardRateHz;
/** After this long without packets, it doesn't wait for a speaker. */
const quietMs = 120;
/** If a speaker's clock jumps by more than this, it's a new utterance. */
const longestGapMs = 400;
const keptSamples = heardRateHz * 2;

interface Voice {
  /** Where RTP time 0 of this utterance is in the mix. */
  anchor: number;
  rtpAtAnchor: number;
  /** Position after the last sample that arrived. */
  end: number;
  heardAtMs: number;
}

/**
 * Mixes people at 16 kHz mono by the RTP times of their packets. Audio that comes too late for its chunk is left out
 * and delays nobody. An utterance is placed where it began to arrive; within it, only its own clock counts. Sums are
 * limited, never clipped.
 */
export class Mixer {
  readonly #chunkSamples: number;
  readonly #waitMs: number;
  readonly #voices = new Map<string, Voice>();
  readonly #sums = new Int32Array(keptSamples);
  readonly #limiter = new Limiter();
  /** Positions of the first sample that hasn't been taken, and after the last one that was mixed in. */
  #from = 0;
  #until = 0;
  #begunAtMs: number | undefined;

  constructor({ chunkSamples = 1_600, waitMs = 100 }: MixerOptions = {}) {
    this.#chunkSamples = chunkSamples;
    this.#waitMs = waitMs;
  }

  /** Samples that came too late for their chunk. */
  lateSamples = 0;

  /** Takes 20 ms of a speaker. */
  add({ userId, samples, rtpTimestamp }: MixedFrame, nowMs: number): void {
    const voice = this.#place(userId, rtpTimestamp, nowMs);
    const at = voice.anchor + Math.round(forward(voice.rtpAtAnchor, rtpTimestamp) / ticksPerSample);
    for (let index = Math.max(0, this.#from - at); index < samples.length; index += 1) {
      const slot = (at + index) % keptSamples;
      this.#sums[slot] = (this.#sums[slot] ?? 0) + (samples[index] ?? 0);
    }
    this.lateSamples += Math.min(samples.length, Math.max(0, this.#from - at));
    voice.end = Math.max(voice.end, at + samples.length);
    voice.heardAtMs = nowMs;
    if (this.#until === this.#from && voice.end > this.#from) this.#begunAtMs = nowMs;
    this.#until = Math.max(this.#until, voice.end);
  }

  /** Chunks that are complete, or have waited long enough for a late speaker. */
  take(nowMs: number): Int16Array[] {
    const chunks: Int16Array[] = [];
    while (this.#until - this.#from >= this.#chunkSamples && this.#isDue(nowMs)) {
      chunks.push(this.#give(this.#chunkSamples));
      this.#begunAtMs = this.#until > this.#from ? nowMs : undefined;
    }
    return chunks;
  }

  /** The rest of the last chunk, once nobody speaks any more. */
  flush(): Int16Array | undefined {
    const left = this.#until - this.#from;
    this.#begunAtMs = undefined;
    this.#voices.clear();
    return left > 0 ? this.#give(left) : undefined;
  }

  /** Stops waiting for a speaker who left or may not be heard any more. */
  remove(userId: string): void {
    this.#voices.delete(userId);
  }

  #place(userId: string, rtpTimestamp: number, nowMs: number): Voice {
    const known = this.#voices.get(userId);
    if (known) {
      const ahead = known.anchor + forward(known.rtpAtAnchor, rtpTimestamp) / ticksPerSample - known.end;
      if (Math.abs(ahead) <= longestGapMs * samplesPerMs) return known;
    }
    // A speaker who begins now starts where the others are, or at the head if nobody speaks.
    const others = [...this.#voices.entries()].filter(
      ([id, { heardAtMs }]) => id !== userId && nowMs - heardAtMs <= quietMs,
    );
    const ends = others.map(([, { end }]) => end - 20 * samplesPerMs);
    const head = Math.max(this.#from, ends.length > 0 ? Math.max(...ends) : this.#until);
    const voice: Voice = {
      anchor: head,
      rtpAtAnchor: rtpTimestamp,
      end: head,
      heardAtMs: nowMs,
    };
    this.#voices.set(userId, voice);
    return voice;
  }

  #isDue(nowMs: number): boolean {
    if (this.#begunAtMs !== undefined && nowMs - this.#begunAtMs >= this.#chunkMs + this.#waitMs) return true;
    const wanted = this.#from + this.#chunkSamples;
    return [...this.#voices.values()].every(
      ({ end, heardAtMs }) => end >= wanted || nowMs - heardAtMs > quietMs,
    );
  }

  get #chunkMs(): number {
    return this.#chunkSamples / samplesPerMs;
  }

  #give(count: number): Int16Array {
    const chunk = new Int32Array(count);
    for (let index = 0; index < count; index += 1) {
      const slot = (this.#from + index) % keptSamples;
      chunk[index] = this.#sums[slot] ?? 0;
      this.#sums[slot] = 0;
    }
    this.#from += count;
    this.#until = Math.max(this.#until, this.#from);
    return this.#limiter.limit(chunk);
  }
}

/** RTP ticks from one time to another, across the wrap; negative if the other is earlier. */
function forward(from: number, to: number): number {
  return (to - from) | 0;
}
