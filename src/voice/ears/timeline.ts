import {
  heardRateHz,
  heardSamplesPerFrame,
  type OpusPacket,
  rtpClockHz,
  rtpTicksPerFrame,
  silencePacket,
} from '../packets/audio.ts';
import type { OpusDecoder } from '../packets/opus-codec.ts';
import type { HeardFrame } from './types.ts';

export interface TimelineOptions {
  readonly userId: string;
  readonly decoder: OpusDecoder;
  /** Silence in a row that is said to be silence; what goes beyond is left out. */
  readonly silentFramesAtMost: number;
  readonly emit: (frame: HeardFrame) => void;
}

/** A longer loss is guessed no further: the decoder's guess fades away. */
const concealedFramesAtMost = 5;
const ticksPerSample = rtpClockHz / heardRateHz;

/**
 * Turns the packets of one stream, in their order, into 20 ms frames without holes: what was lost is guessed, where the
 * speaker sent nothing there is silence. Only a long silence is cut short. Speech that arrives after its place was taken
 * by silence is passed on nevertheless, with its own timestamp.
 */
export class Timeline {
  readonly #options: TimelineOptions;
  /** RTP timestamp behind what was emitted. */
  #next: number | undefined;
  #silentFrames = 0;
  /** Less than a frame, of packets shorter than 20 ms. */
  #partial: Int16Array = new Int16Array();

  constructor(options: TimelineOptions) {
    this.#options = options;
  }

  /** It was silent for so long that nothing more is said of it. */
  get exhausted(): boolean {
    return this.#next === undefined || this.#silentFrames >= this.#options.silentFramesAtMost;
  }

  /** @param missing packets in front of it that never came */
  play(packet: OpusPacket, timestamp: number, missing: number): void {
    if (this.#next !== undefined) this.#bridge(packet, timestamp, missing);
    if (this.#partial.length === 0) this.#next = timestamp;
    const silent = isSilence(packet);
    if (silent && this.exhausted) {
      this.#next = later(timestamp, rtpTicksPerFrame);
      return;
    }
    const samples = this.#decoded(() => this.#options.decoder.decode(packet));
    if (samples) this.#add(samples, silent ? 'silence' : 'spoken');
    else this.#add(this.#guess(), 'concealed');
  }

  /** The speaker sent nothing for so long. */
  silence(frames: number): void {
    if (this.#next === undefined) return;
    this.#fillPartial();
    const allowed = Math.min(frames, this.#options.silentFramesAtMost - this.#silentFrames);
    for (let frame = 0; frame < allowed; frame += 1)
      this.#emit(new Int16Array(heardSamplesPerFrame), 'silence');
  }

  /** Fills the time between what was emitted and the packet that is to be played. */
  #bridge(packet: OpusPacket, timestamp: number, missing: number): void {
    if (distance(this.#next ?? timestamp, timestamp) >= rtpTicksPerFrame) this.#fillPartial();
    const frames = Math.floor(distance(this.#next ?? timestamp, timestamp) / rtpTicksPerFrame);
    if (frames <= 0) return;
    const concealed = this.#silentFrames > 0 ? 0 : Math.min(frames, missing, concealedFramesAtMost);
    for (let frame = 1; frame <= concealed; frame += 1)
      this.#add(frame === frames ? this.#recovered(packet) : this.#guess(), 'concealed');
    this.silence(frames - concealed);
  }

  #recovered(packet: OpusPacket): Int16Array {
    const { decoder } = this.#options;
    return this.#decoded(() => decoder.recover(packet, heardSamplesPerFrame)) ?? this.#guess();
  }

  #guess(): Int16Array {
    const { decoder } = this.#options;
    return this.#decoded(() => decoder.conceal(heardSamplesPerFrame)) ?? new Int16Array(heardSamplesPerFrame);
  }

  /** Undefined for what is no Opus. */
  #decoded(decode: () => Int16Array): Int16Array | undefined {
    try {
      return decode();
    } catch {
      return undefined;
    }
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

  #emit(samples: Int16Array, kind: HeardFrame['kind']): void {
    const { userId, emit } = this.#options;
    const rtpTimestamp = this.#next ?? 0;
    this.#next = later(rtpTimestamp, samples.length * ticksPerSample);
    this.#silentFrames = kind === 'silence' ? this.#silentFrames + 1 : 0;
    emit({ userId, samples, rtpTimestamp, kind });
  }
}

function isSilence(packet: OpusPacket): boolean {
  return (
    packet.length === silencePacket.length && silencePacket.every((byte, index) => byte === packet[index])
  );
}

function later(timestamp: number, ticks: number): number {
  return (timestamp + ticks) >>> 0;
}

/** How far the second is behind the first, on a clock of 32 bits. */
function distance(from: number, to: number): number {
  return (to - from) | 0;
}

function concatenated(first: Int16Array, second: Int16Array): Int16Array {
  const all = new Int16Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
