import type { EchoGuard } from './echo.ts';

/** What the bot says, as far as it was sent. */
interface PlayedVoice {
  /** 24 kHz; undefined if it wasn't played. */
  played(startMs: number, durationMs: number): Int16Array | undefined;
}

const stepMs = 20;
/** How long the echo guard remembers. */
const mostSteps = 100;
/** How many steps late playback may be before it counts as a pause. */
const toleratedSteps = 5;
const silence = new Int16Array(480);

/** Tells the echo guard what's really being played as time passes, including silence. */
export class EchoFeed {
  readonly #guard: EchoGuard;
  #voice: PlayedVoice | undefined;
  #fedMs = 0;
  /** Time that passed without being fed. */
  #owedSteps = 0;
  #atMs: number | undefined;

  constructor(guard: EchoGuard) {
    this.#guard = guard;
  }

  /** Called every 20 ms, or late after several of them, while it's needed. */
  tick(voice: PlayedVoice | undefined, nowMs: number): void {
    this.#owedSteps += (nowMs - (this.#atMs ?? nowMs)) / stepMs;
    this.#atMs = nowMs;
    if (voice !== this.#voice) {
      this.#voice = voice;
      this.#fedMs = 0;
      this.#pause();
    }
    for (let sent = this.#next(); sent; sent = this.#next()) {
      this.#guard.played(sent);
      this.#owedSteps = Math.max(0, this.#owedSteps - 1);
    }
    if (!voice || this.#owedSteps > toleratedSteps) this.#pause();
  }

  #next(): Int16Array | undefined {
    const samples = this.#voice?.played(this.#fedMs, stepMs);
    if (samples) this.#fedMs += stepMs;
    return samples;
  }

  #pause(): void {
    const steps = Math.min(mostSteps, Math.floor(this.#owedSteps));
    for (let step = 0; step < steps; step += 1) this.#guard.played(silence);
    this.#owedSteps -= Math.floor(this.#owedSteps);
  }
}
