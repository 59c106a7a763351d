/** What the detector says of the audio that it was given; times are milliseconds of audio since the session began. */
export type Detected =
  | { readonly is: 'started'; readonly atMs: number }
  | { readonly is: 'stopped'; readonly atMs: number };

export interface DetectorSettings {
  /** -1 to 1; lower is more sensitive. */
  readonly threshold: number;
  readonly silenceMs: number;
}

const frameSamples = 320;
const frameMs = 20;
const voicedToStart = 3;
const quietestRms = 50;

/**
 * Detects speech by its energy, over samples and not over time: silence has to be sent, and silence that is sent at once
 * counts as fully as silence that is sent as time goes by.
 */
export class VoiceDetector {
  #atMs = 0;
  #voicedFrames = 0;
  #speaking = false;
  #silentMs = 0;
  #lastVoicedMs = 0;

  get speaking(): boolean {
    return this.#speaking;
  }

  /** One frame of 20 ms. */
  hear(frame: Int16Array, { threshold, silenceMs }: DetectorSettings): Detected | undefined {
    this.#atMs += frameMs;
    if (rms(frame) >= quietestRms * 4 ** (threshold + 1)) return this.#voiced();
    this.#voicedFrames = 0;
    if (!this.#speaking) return undefined;
    this.#silentMs += frameMs;
    if (this.#silentMs < silenceMs) return undefined;
    this.#speaking = false;
    return { is: 'stopped', atMs: this.#lastVoicedMs };
  }

  /** Frames that aren't heard count, too: positions are of all audio that was written (document 2). */
  skip(frames: number): void {
    this.#atMs += frames * frameMs;
  }

  /** What was heard so far became a turn or was forgotten, so the next word starts over. */
  reset(): void {
    this.#speaking = false;
    this.#voicedFrames = 0;
    this.#silentMs = 0;
  }

  #voiced(): Detected | undefined {
    this.#voicedFrames += 1;
    this.#silentMs = 0;
    this.#lastVoicedMs = this.#atMs;
    if (this.#speaking || this.#voicedFrames < voicedToStart) return undefined;
    this.#speaking = true;
    return { is: 'started', atMs: Math.max(0, this.#atMs - voicedToStart * frameMs) };
  }
}

/** Cuts what comes into frames of 20 ms at 16 kHz. */
export class Frames {
  #rest = new Int16Array(0);

  cut(samples: Int16Array): Int16Array[] {
    const all = new Int16Array(this.#rest.length + samples.length);
    all.set(this.#rest);
    all.set(samples, this.#rest.length);
    const whole = Math.floor(all.length / frameSamples);
    this.#rest = all.slice(whole * frameSamples);
    return Array.from({ length: whole }, (_, at) => all.subarray(at * frameSamples, (at + 1) * frameSamples));
  }

  /** Takes out what's too short for a frame. */
  takeRest(): Int16Array {
    const rest = this.#rest;
    this.#rest = new Int16Array(0);
    return rest;
  }
}

function rms(frame: Int16Array): number {
  let sum = 0;
  for (const sample of frame) sum += sample * sample;
  return Math.sqrt(sum / frame.length);
}
