/** Where a line may be cut: behind a word, or behind any sign of a script that has no spaces. */
const wordEnds =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/**
 * What of a line was heard when its voice stopped: as much of the words as of the sound, up to the last whole word. No
 * times of words come with an answer, so this is as near as it gets.
 */
export function heardText(text: string, playedMs: number, totalMs: number): string {
  if (playedMs <= 0 || totalMs <= 0) return '';
  if (playedMs >= totalMs) return text;
  const limit = (text.length * playedMs) / totalMs;
  let end = 0;
  for (const word of text.matchAll(wordEnds)) {
    const until = word.index + word[0].length;
    if (until > limit) break;
    end = until;
  }
  return text.slice(0, end);
}
