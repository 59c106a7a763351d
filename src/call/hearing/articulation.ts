/** Half a second. */
const frames = 25;
/** Clearer than this, it rings. */
const ringing = 0.8;

/**
 * How a sound changes over half a second. People's mouths make it now bright and now dull, even if they whisper; breath,
 * rain, rustling and instruments sound alike all the time.
 */
export class Articulation {
  /** How bright each frame was; NaN if it was too quiet. */
  readonly #bright = new Float32Array(frames).fill(Number.NaN);
  readonly #rings = new Uint8Array(frames);
  #at = 0;

  /** 20 ms that are louder than the background, with how clearly they repeat. */
  addSound(samples: Int16Array, clarity: number): void {
    this.#add(brightness(samples), clarity > ringing);
  }

  addBackground(): void {
    this.#add(Number.NaN, false);
  }

  /** The share of the time that's filled with sound, the share of the sound that rings, and how much it changes. */
  get measures(): { readonly filled: number; readonly rings: number; readonly change: number } {
    let count = 0;
    let sum = 0;
    let squares = 0;
    let rings = 0;
    for (let index = 0; index < frames; index += 1) {
      const bright = this.#bright[index] ?? 0;
      if (Number.isNaN(bright)) continue;
      count += 1;
      sum += bright;
      squares += bright * bright;
      rings += this.#rings[index] ?? 0;
    }
    if (count === 0) return { filled: 0, rings: 0, change: 0 };
    const change = Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
    return { filled: count / frames, rings: rings / count, change };
  }

  #add(bright: number, rings: boolean): void {
    this.#bright[this.#at] = bright;
    this.#rings[this.#at] = rings ? 1 : 0;
    this.#at = (this.#at + 1) % frames;
  }
}

/** How fast a sound moves, as a logarithm: an “s” is bright, an “o” is dull. */
function brightness(samples: Int16Array): number {
  let moved = 1;
  let sum = 1;
  let before = samples[0] ?? 0;
  for (const sample of samples) {
    moved += (sample - before) ** 2;
    sum += sample * sample;
    before = sample;
  }
  return Math.log(moved / sum);
}
