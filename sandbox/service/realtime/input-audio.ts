import { Frames, VoiceDetector } from './voice-detector.ts';

/** What the audio that came leads to. */
export type Heard =
  | { readonly is: 'started'; readonly atMs: number }
  | { readonly is: 'preview'; readonly audio: Int16Array }
  | { readonly is: 'stopped'; readonly atMs: number; readonly audio: Int16Array };

export interface HearSettings {
  readonly threshold: number;
  readonly silenceMs: number;
  /** Speech after the end of a turn, in the same append, is lost. */
  readonly losesRest: boolean;
  readonly previewMs: number;
}

const frameMs = 20;
/** Kept before the first word, so that its beginning isn't lost. */
const prefixFrames = 15;

/** The input buffer: frames as they come, the turn that is being spoken, and what isn't committed yet. */
export class InputAudio {
  readonly #frames = new Frames();
  readonly #detector = new VoiceDetector();
  #buffer: Int16Array[] = [];
  #sinceTurnMs = 0;

  /** Whether anything was ever appended. */
  heardAny = false;

  get speaking(): boolean {
    return this.#detector.speaking;
  }

  /** Without settings nothing is detected: the client commits. */
  append(samples: Int16Array, settings: HearSettings | null): Heard[] {
    this.heardAny = true;
    const heard: Heard[] = [];
    const frames = this.#frames.cut(samples);
    for (const [at, frame] of frames.entries()) {
      this.#buffer.push(frame);
      if (!settings) continue;
      const detected = this.#detector.hear(frame, settings);
      if (detected?.is === 'started') {
        this.#buffer = this.#buffer.slice(-prefixFrames);
        this.#sinceTurnMs = 0;
        heard.push(detected);
      } else if (detected?.is === 'stopped') {
        heard.push({ ...detected, audio: this.#take() });
        this.#detector.reset();
        if (settings.losesRest) {
          this.#detector.skip(frames.length - at - 1);
          return heard;
        }
      } else if (this.#detector.speaking) {
        this.#sinceTurnMs += frameMs;
        if (this.#sinceTurnMs % settings.previewMs === 0)
          heard.push({ is: 'preview', audio: joined(this.#buffer) });
      } else if (this.#buffer.length > prefixFrames) this.#buffer.shift();
    }
    return heard;
  }

  /** What was appended since the last commit; undefined when nothing was. */
  take(): Int16Array | undefined {
    const rest = this.#frames.takeRest();
    if (rest.length > 0) this.#buffer.push(rest);
    return this.#buffer.length === 0 ? undefined : this.#take();
  }

  clear(): void {
    this.#frames.takeRest();
    this.#buffer = [];
    this.#detector.reset();
  }

  #take(): Int16Array {
    const audio = joined(this.#buffer);
    this.#buffer = [];
    return audio;
  }
}

/** Pieces of sound as one. */
export function joined(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
