/**
 * What is expected of what someone says. `answer`: the bot answers. `story`: at length. `interruption`: said into an answer, which
 * stops and is followed by another. `murmur`: said into an answer, which goes on. `aside`: not for the bot, which says nothing. `order`: a tool is used first.
 */
export type LineKind = 'answer' | 'story' | 'interruption' | 'murmur' | 'aside' | 'order';

/** Something that was said in the place of a person, and what the sandbox says came of it. */
export interface SpokenLine {
  readonly who: string;
  readonly text: string;
  readonly kind: LineKind;
  /** When its first packet left the page, in epoch milliseconds. */
  readonly sentAtMs: number;
  readonly durationMs: number;
  /** Programs that wanted a core in the last minute. */
  readonly load: number;
  /** When something of the bot was heard first and last on the speaker's page after that; 0 for never. */
  readonly answeredAtMs: number;
  readonly quietAtMs: number;
}
