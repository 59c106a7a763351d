const loudest = 32_767;
/** From quiet back to full in about 200 ms of 16 kHz. */
const releasePerSample = 1 / 3_200;

/**
 * Keeps the sum of several voices in range without cutting peaks: a chunk that's too loud is turned down as a whole,
 * and the next ones recover slowly.
 */
export class Limiter {
  #gain = 1;

  limit(sums: Int32Array): Int16Array {
    let peak = 0;
    for (const sample of sums) peak = Math.max(peak, Math.abs(sample));
    const allowed = peak > loudest ? loudest / peak : 1;
    this.#gain = Math.min(this.#gain, allowed);
    const limited = new Int16Array(sums.length);
    for (let index = 0; index < sums.length; index += 1) {
      limited[index] = Math.round((sums[index] ?? 0) * this.#gain);
      this.#gain = Math.min(allowed, this.#gain + releasePerSample);
    }
    return limited;
  }
}
