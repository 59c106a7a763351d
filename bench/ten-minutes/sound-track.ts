import { readFile } from 'node:fs/promises';
import { readWaveFile } from '../../sandbox/test/support/wave-file.ts';

const blockMs = 10;
const pieceMs = 100;
/** Louder than that is heard: -50 dB below the loudest sound there can be. */
const audible = 100;

/** Sound with the time of each of its moments, as it was heard in a page. */
export class SoundTrack {
  readonly samples: Int16Array;
  readonly rateHz: number;
  /** Root mean square of each 10 ms. */
  readonly #blocks: Float64Array;
  readonly #endsAtMs: readonly number[];

  static async read(wavePath: string, timesPath: string): Promise<SoundTrack> {
    const { samples, sampleRateHz } = readWaveFile(await readFile(wavePath));
    return new SoundTrack(samples, sampleRateHz, JSON.parse(await readFile(timesPath, 'utf8')) as number[]);
  }

  /** @param endsAtMs of each 100 ms */
  constructor(samples: Int16Array, rateHz: number, endsAtMs: readonly number[]) {
    this.samples = samples;
    this.rateHz = rateHz;
    this.#endsAtMs = endsAtMs;
    this.#blocks = loudnessOfBlocks(samples, (rateHz * blockMs) / 1_000);
  }

  /** The first moment from there on at which something is heard; undefined when nothing is before `untilMs`. */
  soundsAfter(fromMs: number, untilMs: number): number | undefined {
    const end = this.#blockAt(untilMs);
    for (let block = this.#blockAt(fromMs); block < end; block += 1)
      if ((this.#blocks[block] ?? 0) > audible) return this.#timeOf(block);
    return undefined;
  }

  /** The last moment at which something is heard before so much silence. */
  silentAfter(fromMs: number, silenceMs: number): number {
    let lastLoud = this.#blockAt(fromMs);
    for (let block = lastLoud; block < this.#blocks.length; block += 1) {
      if ((this.#blocks[block] ?? 0) > audible) lastLoud = block;
      else if ((block - lastLoud) * blockMs >= silenceMs) break;
    }
    return this.#timeOf(lastLoud) + blockMs;
  }

  between(fromMs: number, untilMs: number): Int16Array {
    const block = (this.rateHz * blockMs) / 1_000;
    return this.samples.subarray(this.#blockAt(fromMs) * block, this.#blockAt(untilMs) * block);
  }

  #blockAt(atMs: number): number {
    const next = this.#endsAtMs.findIndex((endMs) => endMs > atMs);
    if (next < 0) return this.#blocks.length;
    const beforeEnd = ((this.#endsAtMs[next] ?? 0) - atMs) / blockMs;
    return Math.max(0, Math.floor(((next + 1) * pieceMs) / blockMs - beforeEnd));
  }

  #timeOf(block: number): number {
    const piece = Math.floor((block * blockMs) / pieceMs);
    return (this.#endsAtMs[piece] ?? 0) - pieceMs + block * blockMs - piece * pieceMs;
  }
}

/** When in a sentence's sound its speech begins and ends, in milliseconds. */
export function speechIn(
  samples: Int16Array,
  rateHz: number,
): { readonly fromMs: number; readonly untilMs: number } {
  const blocks = loudnessOfBlocks(samples, (rateHz * blockMs) / 1_000);
  const first = blocks.findIndex((loudness) => loudness > audible);
  const last = blocks.findLastIndex((loudness) => loudness > audible);
  return { fromMs: Math.max(0, first) * blockMs, untilMs: (last + 1) * blockMs };
}

function loudnessOfBlocks(samples: Int16Array, blockSamples: number): Float64Array {
  const blocks = new Float64Array(Math.floor(samples.length / blockSamples));
  for (let block = 0; block < blocks.length; block += 1) {
    let sum = 0;
    for (let at = block * blockSamples; at < (block + 1) * blockSamples; at += 1)
      sum += (samples[at] ?? 0) ** 2;
    blocks[block] = Math.sqrt(sum / blockSamples);
  }
  return blocks;
}
