import type { EchoGuard } from '../hearing/echo.ts';
import type { AnswerVoice } from './answer-voice.ts';

const stepMs = 20;
/** After a standstill longer than this, what was before doesn't matter any more. */
const mostSteps = 100;
const silence = new Int16Array(480);

/** Tells the echo guard what's really going out, as time goes by: silence too. */
export class EchoFeed {
  readonly #guard: EchoGuard;
  #voice: AnswerVoice | undefined;
  #fedMs = 0;
  #atMs: number | undefined;

  constructor(guard: EchoGuard) {
    this.#guard = guard;
  }

  /** Called every 20 ms, or after as many of them, while something is under way. */
  tick(voice: AnswerVoice | undefined, nowMs: number): void {
    const steps = Math.min(mostSteps, Math.floor((nowMs - (this.#atMs ?? nowMs - stepMs)) / stepMs));
    if (voice !== this.#voice) {
      this.#voice = voice;
      this.#fedMs = 0;
    }
    for (let step = 0; step < steps; step += 1) {
      const samples = voice?.played(this.#fedMs, stepMs);
      if (samples) this.#fedMs += stepMs;
      this.#guard.played(samples ?? silence);
    }
    if (steps > 0)
      this.#atMs = this.#atMs === undefined || steps === mostSteps ? nowMs : this.#atMs + steps * stepMs;
  }
}
