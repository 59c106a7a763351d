import type { GrowingLine } from '../discord/captions.ts';
import type { TimedWord } from '../service/synthesis/synthesis-types.ts';
import type { Saying } from './saying.ts';

/** What is heard of a text, word by word. */
export function captionOf(saying: Saying): GrowingLine {
  return {
    get text() {
      const { state, utterance, words, playedMs } = saying;
      const wholly = state.is === 'ended' && state.end === 'finished';
      return wholly ? utterance.spoken : spokenSoFar(utterance.spoken, words, playedMs);
    },
    get over() {
      return saying.state.is === 'ended';
    },
  };
}

/** A word that is found further ahead than this is another one that reads the same. */
const furthestAhead = 40;

/**
 * The text up to the last word that sounds by now. Words are looked for in their order; one that is said otherwise than it
 * is written is passed over.
 */
export function spokenSoFar(spoken: string, words: readonly TimedWord[], playedMs: number): string {
  const lower = spoken.toLowerCase();
  let end = 0;
  for (const { text: word, beginMs } of words) {
    if (beginMs > playedMs) break;
    const wanted = word.trim().toLowerCase();
    if (wanted === '') continue;
    const near = lower.slice(end, end + furthestAhead + wanted.length);
    const at = near.indexOf(wanted);
    if (at >= 0) end += at + wanted.length;
  }
  return spoken.slice(0, end);
}
