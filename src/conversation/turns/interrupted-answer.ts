import type { InterruptionSettings } from '../settings/interruption.ts';
import { isBackchannel } from './backchannels.ts';

export interface InterruptedAnswerOptions {
  readonly settings: Pick<InterruptionSettings, 'falseInterruptionMs' | 'backchannelBorderMs' | 'resumes'>;
  /** It wasn't an interruption after all, so the answer goes on where it was. */
  readonly onResume: () => void;
  /** They meant it, so the rest of the answer is dropped. */
  readonly onDrop: () => void;
}

/** What was said is understood so long after its end. */
const understoodWithinMs = 1_000;
/** Sound without an understood word holds an answer up no longer than that. */
const longestWaitMs = 8_000;

/**
 * An answer that a person spoke over. It's kept until it's known whether they meant to interrupt. If nothing followed,
 * or only “mhm”, it goes on where it was.
 */
export class InterruptedAnswer {
  readonly #options: InterruptedAnswerOptions;
  #waiting: { readonly sinceMs: number; speechMs: number; spokeAtMs: number } | undefined;

  constructor(options: InterruptedAnswerOptions) {
    this.#options = options;
  }

  get undecided(): boolean {
    return this.#waiting !== undefined;
  }

  interrupted(nowMs: number): void {
    if (this.#options.settings.resumes) this.#waiting = { sinceMs: nowMs, speechMs: 0, spokeAtMs: nowMs };
    else this.#options.onDrop();
  }

  /** Their speech is being sent: what was held, and what follows. */
  spoke(durationMs: number): void {
    if (this.#waiting) this.#waiting.speechMs += durationMs;
  }

  /** What the recogniser understood; `''` if it understood nothing. */
  understood(text: string, final: boolean): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    const isLittle = waiting.speechMs < this.#options.settings.backchannelBorderMs;
    const isNothing = !/[\p{L}\p{N}]/u.test(text) || (isLittle && isBackchannel(text, final));
    if (!isNothing) this.#decide('drop');
    else if (final) this.#decide('resume');
  }

  /** @param someoneSpeaks at this moment */
  tick(nowMs: number, someoneSpeaks: boolean): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    if (someoneSpeaks) waiting.spokeAtMs = nowMs;
    if (nowMs - waiting.sinceMs < this.#options.settings.falseInterruptionMs) return;
    // Laughter, a dog, music: what nobody understood a word of takes nobody's answer away.
    const mayBeUnderstood = nowMs - waiting.spokeAtMs < understoodWithinMs;
    if (!mayBeUnderstood || nowMs - waiting.sinceMs >= longestWaitMs) this.#decide('resume');
  }

  /** The answer is gone for another reason. */
  forget(): void {
    this.#waiting = undefined;
  }

  #decide(how: 'resume' | 'drop'): void {
    this.#waiting = undefined;
    if (how === 'resume') this.#options.onResume();
    else this.#options.onDrop();
  }
}
