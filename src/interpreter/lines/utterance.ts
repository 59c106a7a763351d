import type { GrowingText } from '../types.ts';

const nothing: GrowingText = { sure: '', unsure: '' };

/** One utterance in one session: what was said and its translation, which arrive separately. */
export class Utterance {
  readonly id: string;
  readonly at: number;
  itemId: string | undefined;
  responseId: string | undefined;
  original: GrowingText = nothing;
  translation: GrowingText = nothing;
  /** When the original was complete, or was given up on. */
  originalDoneAt: number | undefined;
  understood = true;
  /** It's the bot's own voice, so nobody said it. */
  isOwn = false;
  /** When the translation ended, and whether it was complete. */
  responseEndedAt: number | undefined;
  whole = false;
  /** The voice that says translations out loud has been told about it. */
  announced = false;
  /** When it was shown last, and whether there's more by now. */
  shownAt = Number.NEGATIVE_INFINITY;
  stale = false;

  constructor(id: string, at: number) {
    this.id = id;
    this.at = at;
  }

  /** Some of it was understood. */
  get hasWords(): boolean {
    return /\S/.test(this.original.sure) || /\S/.test(this.original.unsure);
  }

  get length(): number {
    const { original, translation } = this;
    return (
      original.sure.length + original.unsure.length + translation.sure.length + translation.unsure.length
    );
  }

  get isDone(): boolean {
    return this.originalDoneAt !== undefined && this.responseEndedAt !== undefined;
  }
}

/** Treats all of it as final. */
export function settled({ sure, unsure }: GrowingText): GrowingText {
  return { sure: `${sure}${unsure}`, unsure: '' };
}
