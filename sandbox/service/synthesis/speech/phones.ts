import { diceOf } from './dice.ts';

/** One sound of the built-in voice. */
export interface Phone {
  readonly ms: number;
  readonly formantsHz: readonly number[];
  /** 0: voiced only, 1: noise only. */
  readonly hiss: number;
}

const vowels: Readonly<Record<string, readonly number[]>> = {
  a: [730, 1_090, 2_440],
  e: [530, 1_840, 2_480],
  i: [270, 2_290, 3_010],
  o: [570, 840, 2_410],
  u: [300, 870, 2_240],
  y: [300, 1_900, 2_300],
};
const hums = 'lmnrwvj';
const bursts = 'bdgkpqt';

/** Letters after the Latin alphabet are syllables of their own: a consonant and a vowel that follow from the letter. */
export function phonesOf(word: string): Phone[] {
  const letters = word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return [...letters].flatMap((letter) => phonesOfLetter(letter));
}

function phonesOfLetter(letter: string): Phone[] {
  const vowel = vowels[letter];
  if (vowel) return [{ ms: 110, formantsHz: vowel, hiss: 0 }];
  const dice = diceOf(letter);
  if (/[a-z]/.test(letter)) {
    const ofLetter = [250 + dice() * 200, 1_000 + dice() * 900, 2_200 + dice() * 600];
    if (hums.includes(letter)) return [{ ms: 60, formantsHz: ofLetter, hiss: 0.05 }];
    if (bursts.includes(letter)) return [{ ms: 35, formantsHz: ofLetter, hiss: 0.7 }];
    return [{ ms: 65, formantsHz: ofLetter, hiss: 0.85 }];
  }
  if (!/[\p{L}\p{N}]/u.test(letter)) return [];
  const names = Object.keys(vowels);
  const chosen = vowels[names[Math.floor(dice() * names.length)] ?? 'a'] ?? [];
  return [
    { ms: 45, formantsHz: [300 + dice() * 300, 1_200, 2_400], hiss: dice() },
    { ms: 130 + dice() * 50, formantsHz: chosen, hiss: 0 },
  ];
}
