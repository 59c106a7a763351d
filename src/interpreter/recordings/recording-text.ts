import type { Passage } from './recording.ts';

/** All of a recording's words, a line for each utterance. */
export function wordsOf(passages: readonly Passage[], which: 'original' | 'translation'): string {
  return passages
    .map((passage) => `${passage[which].sure}${passage[which].unsure}`.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** Captions that players know, with the original above the translation if there's one. */
export function subtitlesOf(passages: readonly Passage[], translated: boolean): string {
  return passages
    .map((passage) => ({
      passage,
      lines: [wordsOf([passage], 'original'), translated ? wordsOf([passage], 'translation') : ''],
    }))
    .filter(({ lines }) => lines.some((line) => line !== ''))
    .map(({ passage: { fromMs, toMs }, lines }, index) => {
      // A caption that lasts no time is never shown.
      const until = Math.max(toMs, fromMs + shortestMs);
      const shown = lines.filter((line) => line !== '').join('\n');
      return `${index + 1}\n${stamp(fromMs)} --> ${stamp(until)}\n${shown}\n`;
    })
    .join('\n');
}

const shortestMs = 500;

/** `00:01:02,345` */
function stamp(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes, seconds] = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1_000) % 60];
  return `${two(hours)}:${two(minutes)}:${two(seconds)},${String(Math.floor(ms % 1_000)).padStart(3, '0')}`;
}

/** `0:42` */
export function clockTime(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
