/** Where a line may be cut: after a word, or after any character of a script without spaces. */
const wordEnds =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;

/**
 * The part of a line that people heard before its voice stopped: the same share of the words as of the audio, up to the
 * last whole word. Answers come without word times, so it can't be more exact.
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
