const loudest = 32_767;

/** Decibels as a factor: -6 is about half the amplitude, 0 changes nothing. */
export function decibels(dB: number): number {
  return 10 ** (dB / 20);
}

/** The volume of PCM. Every change glides sample by sample, because a jump would click. */
export class Gain {
  readonly #sampleRateHz: number;
  #now = 1;
  #target = 1;
  /** Per sample, towards the target. */
  #step = 0;

  constructor(sampleRateHz: number) {
    this.#sampleRateHz = sampleRateHz;
  }

  /** @param factor that samples are multiplied by after gliding */
  glide(factor: number, overMs: number): void {
    const samples = Math.max(1, Math.round((overMs / 1_000) * this.#sampleRateHz));
    this.#target = factor;
    this.#step = (factor - this.#now) / samples;
  }

  /** Changes 16-bit samples in place. */
  apply(samples: Int16Array): void {
    if (this.#now === 1 && this.#target === 1) return;
    for (let at = 0; at < samples.length; at += 1) {
      this.#glideOn();
      const sample = Math.round((samples[at] ?? 0) * this.#now);
      samples[at] = Math.max(-loudest - 1, Math.min(loudest, sample));
    }
  }

  #glideOn(): void {
    if (this.#now === this.#target) return;
    const next = this.#now + this.#step;
    const isThere = this.#step >= 0 ? next >= this.#target : next <= this.#target;
    this.#now = isThere ? this.#target : next;
  }
}
