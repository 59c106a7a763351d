import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/language/languages.ts';
import { wordsFor } from '../../../src/words/index.ts';

const allowances = (['video-seconds', 'spoken-characters'] as const).flatMap((unit) =>
  (['person', 'guild', 'bot'] as const).map((scope) => ({ unit, scope, limit: 97, left: 3 })),
);
const asked = { code: 'quota-spent', asked: 5, resetsAt: 1_800_000_000_000 } as const;

describe.each(languages)('live time in %s', (language) => {
  const words = wordsFor(language);
  const allowance = { unit: 'live-seconds', scope: 'person', limit: 5_820, left: 239 } as const;

  it('is counted in seconds and read in minutes', () => {
    expect(words.spending.left(allowance)).toMatch(/3.*97/);
    const refusal = words.errors.refusals['quota-spent'];
    expect(refusal({ ...asked, ...allowance, asked: 300 })).toMatch(/5.*3.*97/);
    expect(refusal({ ...asked, ...allowance, left: 0 })).toContain('97');
  });
});

describe.each(languages)('allowances in %s', (language) => {
  const words = wordsFor(language);
  const refusal = words.errors.refusals['quota-spent'];

  it('name whose they are, of what, and how much is left', () => {
    const lines = allowances.map((allowance) => words.spending.left(allowance));
    expect(new Set(lines).size).toBe(allowances.length);
    for (const line of lines) expect(line).toMatch(/3.*97/);
  });

  it('that are too small say so with what was asked and when to come back', () => {
    const sentences = allowances.map((allowance) => refusal({ ...asked, ...allowance }));
    expect(new Set(sentences).size).toBe(allowances.length);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/5.*3.*97/);
      expect(sentence).toContain('<t:1800000000:R>');
    }
  });

  it('that are used up do not advise to ask for less', () => {
    for (const allowance of allowances) {
      const [little, none] = [3, 0].map((left) => refusal({ ...asked, ...allowance, left }));
      expect(none).not.toBe(little);
      expect(none).toContain('97');
      expect(none).not.toMatch(/shorter|短/);
    }
  });
});
