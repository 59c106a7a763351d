import type { GrowingLine } from '../discord/captions.ts';
import type { TimedWord } from '../service/synthesis/synthesis-types.ts';
import type { Saying } from './room-speech.ts';

/** What has been said of a text so far, word by word. */
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

/** A match further ahead than this is a different word with the same spelling. */
const furthestAhead = 40;

/**
 * The text up to the last word that has been said. Words are searched in order, and one that's said differently than
 * it's written is skipped.
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
