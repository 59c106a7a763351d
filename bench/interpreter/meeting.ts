import { sentences } from '../../sandbox/service/realtime/translation/phrase-book.ts';

export type MeetingLanguage = 'en' | 'es' | 'ja';
export const meetingLanguages: readonly MeetingLanguage[] = ['en', 'es', 'ja'];
const columns = { en: 0, es: 2, ja: 5 } as const;

export interface MeetingTurn {
  readonly userId: string;
  readonly language: MeetingLanguage;
  readonly text: string;
  readonly atMs: number;
  /** Nobody else speaks meanwhile: its times are measured. */
  readonly alone: boolean;
}

const people = [
  ['ann', 'en'],
  ['bea', 'es'],
  ['cho', 'ja'],
] as const;

/** Time for a turn, for both of its translations, and to think. */
const aloneEveryMs = 8_000;
const togetherEveryMs = 7_000;

export function inLanguage(index: number, language: MeetingLanguage): string {
  return sentences[index % sentences.length]?.[columns[language]] ?? '';
}

export function sentenceOf(text: string): number | undefined {
  const index = sentences.findIndex((entry) =>
    meetingLanguages.some((code) => entry[columns[code]] === text),
  );
  return index < 0 ? undefined : index;
}

/** First one after the other, then two and three at once: each sentence is said by one person only in each part. */
export function meeting(): readonly MeetingTurn[] {
  const turn = (index: number, person: number, atMs: number, alone: boolean): MeetingTurn => {
    const [userId, language] = people[person % people.length] ?? people[0];
    return { userId, language, text: inLanguage(index, language), atMs, alone };
  };
  const first = sentences.map((_, index) => turn(index, index, 500 + index * aloneEveryMs, true));
  const then = 500 + sentences.length * aloneEveryMs;
  const together = Array.from({ length: 6 }, (_, round) => {
    const atMs = then + round * togetherEveryMs;
    // One begins while the others speak.
    const speaking = round % 2 === 0 ? [0, 1, 2] : [round % 3, (round + 1) % 3];
    return speaking.map((person, place) => turn(round * 2 + person * 4, person, atMs + place * 400, false));
  });
  return [...first, ...together.flat()];
}
