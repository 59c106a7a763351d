import type { GrowingText } from '../types.ts';

const nothing: GrowingText = { sure: '', unsure: '' };

/** One utterance in one session: what was said, and what it means, which come apart from each other. */
export class Utterance {
  readonly id: string;
  readonly at: number;
  itemId: string | undefined;
  responseId: string | undefined;
  original: GrowingText = nothing;
  translation: GrowingText = nothing;
  /** When the original was whole, or it became known that it never will be. */
  originalDoneAt: number | undefined;
  understood = true;
  /** When the translation ended, and whether it was complete. */
  responseEndedAt: number | undefined;
  whole = false;
  /** The voice that says translations aloud knows of it. */
  announced = false;

  constructor(id: string, at: number) {
    this.id = id;
    this.at = at;
  }

  /** Something was understood of it. */
  get hasWords(): boolean {
    return `${this.original.sure}${this.original.unsure}`.trim() !== '';
  }

  get isDone(): boolean {
    return this.originalDoneAt !== undefined && this.responseEndedAt !== undefined;
  }
}

/** All of it is sure by now. */
export function settled({ sure, unsure }: GrowingText): GrowingText {
  return { sure: `${sure}${unsure}`, unsure: '' };
}
