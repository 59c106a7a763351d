/**
 * Roughly how fast voices speak at rate 1. Han, kana and Hangul characters are syllables; other letters are parts of
 * one.
 */
const syllablesPerSecond = 4.5;
const charactersPerSecond = 14;
const pauseSeconds = 0.3;
const syllable = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u;
const pause = /[.!?;:,。！？；：，、\n]/u;

/** Roughly how long it takes to say. */
export function estimateSeconds(text: string, rate = 1): number {
  let seconds = 0;
  for (const character of text) seconds += secondsOf(character);
  return seconds / rate;
}

/**
 * At most about `maxSeconds` of the text: cut at the end of a sentence if one is near, otherwise at a word, and
 * followed by `andSoOn`.
 */
export function cutToSeconds(text: string, maxSeconds: number, rate: number, andSoOn: string): string {
  let seconds = 0;
  let end = 0;
  for (const character of text) {
    seconds += secondsOf(character) / rate;
    if (seconds > maxSeconds) return `${cutBack(text.slice(0, end))} ${andSoOn}`.trim();
    end += character.length;
  }
  return text;
}

function secondsOf(character: string): number {
  if (pause.test(character)) return pauseSeconds;
  return syllable.test(character) ? 1 / syllablesPerSecond : 1 / charactersPerSecond;
}

function cutBack(text: string): string {
  const sentence = Math.max(...['.', '!', '?', '。', '！', '？'].map((mark) => text.lastIndexOf(mark)));
  if (sentence > text.length * 0.6) return text.slice(0, sentence + 1);
  const word = text.lastIndexOf(' ');
  return (word > text.length * 0.6 ? text.slice(0, word) : text).trimEnd().replace(/[,;:，；：、]$/u, '');
}
