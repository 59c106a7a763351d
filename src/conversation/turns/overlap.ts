import type { InterruptionSettings } from '../settings/interruption.ts';

/** What follows from somebody speaking while the bot does. */
export type OverlapVerdict =
  /** Somebody began: the bot gets quieter. */
  | { readonly is: 'duck' }
  /** It was a backchannel or a cough: back to full volume; what was held of it is dropped. */
  | { readonly is: 'carry-on' }
  /** They mean it: the bot fades and stops, and everything that was held is sent. */
  | { readonly is: 'yield'; readonly userId: string };

const shortestPauseMs = 120;

interface Overlap {
  readonly userId: string;
  speechMs: number;
  silenceMs: number;
}

/**
 * Judges speech over the bot's own, frame by frame (turn-taking: facts): quieter within 60 ms, a decision within 500 ms of
 * speech. What it judges is held back meanwhile, because the service cancels its answer for anything that it hears.
 */
export class OverlapJudge {
  readonly #settings: InterruptionSettings;
  readonly #overlaps = new Map<string, Overlap>();
  #ducked = false;

  constructor(settings: InterruptionSettings) {
    this.#settings = settings;
  }

  get judging(): boolean {
    return this.#overlaps.size > 0;
  }

  /** 20 ms of somebody while the bot speaks. Undefined: nothing changes yet. */
  hear(userId: string, speaks: boolean, frameMs = 20): OverlapVerdict | undefined {
    if (!this.#settings.enabled) return undefined;
    const overlap = this.#overlaps.get(userId) ?? this.#begin(userId, speaks);
    if (!overlap) return undefined;
    if (!speaks) {
      overlap.silenceMs += frameMs;
      return overlap.silenceMs >= this.#settings.backchannelSilenceMs ? this.#dismiss(userId) : undefined;
    }
    // The stop inside a word belongs to it.
    overlap.speechMs += frameMs + (overlap.silenceMs <= shortestPauseMs ? overlap.silenceMs : 0);
    overlap.silenceMs = 0;
    if (overlap.speechMs >= this.#settings.leastSpeechMs) {
      this.reset();
      return { is: 'yield', userId };
    }
    if (this.#ducked || overlap.speechMs < this.#settings.duckAfterMs) return undefined;
    this.#ducked = true;
    return { is: 'duck' };
  }

  /** Somebody is gone, or it was the bot's own echo. */
  dismiss(userId: string): OverlapVerdict | undefined {
    return this.#overlaps.has(userId) ? this.#dismiss(userId) : undefined;
  }

  /** The bot fell silent by itself: there is nothing to judge any more. */
  reset(): void {
    this.#overlaps.clear();
    this.#ducked = false;
  }

  #begin(userId: string, speaks: boolean): Overlap | undefined {
    if (!speaks) return undefined;
    const overlap: Overlap = { userId, speechMs: 0, silenceMs: 0 };
    this.#overlaps.set(userId, overlap);
    return overlap;
  }

  #dismiss(userId: string): OverlapVerdict | undefined {
    this.#overlaps.delete(userId);
    if (this.#overlaps.size > 0) return undefined;
    this.#ducked = false;
    return { is: 'carry-on' };
  }
}
