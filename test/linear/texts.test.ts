import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openStepCounter } from '../support/steps/count-steps.ts';
import { drawnFamily, type Family, knownFamilies, textOf } from '../support/steps/hostile-texts.ts';

const counter = openStepCounter();
afterAll(() => counter.close());

const { spokenText } = await import('../../src/speech/reading/spoken-text.ts');
const { wordsFor } = await import('../../src/words/index.ts');
const { spokenName } = await import('../../src/speech/reading/names.ts');
const { cutToSeconds } = await import('../../src/speech/reading/length.ts');
const { showAsIs } = await import('../../src/discord/escape.ts');
const { sentencesOf } = await import('../../src/service/synthesis/sentences.ts');
const { cutToFit } = await import('../../src/service/synthesis/text-cutting.ts');
const { billedCharacters } = await import('../../src/service/synthesis/characters.ts');
const { ssmlScriptOf } = await import('../../src/speech/script.ts');

const reading = {
  phrases: wordsFor('en-US').speech.reading,
  emoji: true,
  now: 0,
  names: { user: () => undefined, role: () => undefined, channel: () => undefined },
};
const nothing = { pronunciations: [], longestText: 100_000 };

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  spokenText: (text) => spokenText(text, reading),
  spokenName,
  cutToSeconds: (text) => cutToSeconds(text, 2, 1, 'and so on'),
  showAsIs: (text) => showAsIs(text, 100),
  sentencesOf,
  cutToFit: (text) => cutToFit(text, 100),
  billedCharacters: (text) => billedCharacters(text, true),
  ssmlScriptOf: (text) => ssmlScriptOf(`<speak>${text}</speak>`, nothing),
};

/** Refused texts are read, too. */
function stepsOf(read: (text: string) => unknown, family: Family, characters: number): number {
  const text = textOf(family, characters);
  return counter.stepsOf(() => {
    try {
      read(text);
    } catch {}
  });
}

function expectLinear(read: (text: string) => unknown, family: Family): void {
  const once = stepsOf(read, family, 400);
  const twice = stepsOf(read, family, 800);
  expect.soft(twice / once, JSON.stringify(family)).toBeLessThan(2.4);
}

describe.each(Object.entries(readers))('%s', (_, read) => {
  it('needs twice the steps at most for a text twice as long, whatever it is made of', () => {
    for (const family of knownFamilies) expectLinear(read, family);
    fc.assert(
      fc.property(drawnFamily, (family) => expectLinear(read, family)),
      { numRuns: 30, seed: 1 },
    );
  });
});
