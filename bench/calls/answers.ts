import { createDecoder } from 'libopus-wasm';

/** A packet of the bot's voice. */
export interface SentPacket {
  readonly atMs: number;
  readonly packet: Buffer;
}

const decoder = await createDecoder({ sampleRate: 24_000, channels: 1 });
/** Of the tone that every other answer is, and how much of a packet it is then. */
const toneHz = 1_500;
const toneShare = 0.7;
/** A stop is over by then, with its fade. */
const overAfterMs = 100;

/** What was sent, answer by answer: every other one is a tone, so that a packet says where it belongs. */
export class Answers {
  readonly #sent: readonly SentPacket[];
  readonly #firstDeltas: readonly number[];

  constructor(sent: readonly SentPacket[], firstDeltas: readonly number[]) {
    this.#sent = sent;
    this.#firstDeltas = firstDeltas;
  }

  /** From each decision to the last packet of the old answer, and how many of it came when they no longer should. */
  stopsAfter(decisions: readonly number[]): readonly { readonly lastMs: number; readonly stale: number }[] {
    const stops: { lastMs: number; stale: number }[] = [];
    let after = 0;
    for (const decidedMs of decisions) {
      if (decidedMs < after) continue;
      after = this.#firstDeltas.find((atMs) => atMs > decidedMs) ?? Number.POSITIVE_INFINITY;
      const old = this.#between(decidedMs, after).map(({ atMs }) => atMs - decidedMs);
      const late = old.filter((passedMs) => passedMs > overAfterMs).length;
      stops.push({ lastMs: Math.max(0, ...old), stale: late + this.#strangersAfter(after) });
    }
    return stops;
  }

  /** Packets in the beginning of an answer that belong to another one. */
  #strangersAfter(fromMs: number): number {
    // The first one glides from whatever was before it.
    const [, ...packets] = this.#between(fromMs, fromMs + 500);
    const tones = packets.filter(({ packet }) => isTone(packet)).length;
    return Math.min(tones, packets.length - tones);
  }

  #between(fromMs: number, untilMs: number): readonly SentPacket[] {
    return this.#sent.filter(({ atMs }) => atMs >= fromMs && atMs < untilMs);
  }
}

function isTone(packet: Buffer): boolean {
  const samples = decoder.decode(packet);
  let [real, imaginary, energy] = [0, 0, 1];
  samples.forEach((sample, index) => {
    const angle = (2 * Math.PI * toneHz * index) / 24_000;
    real += sample * Math.cos(angle);
    imaginary += sample * Math.sin(angle);
    energy += sample * sample;
  });
  return (2 * (real * real + imaginary * imaginary)) / samples.length / energy > toneShare;
}
