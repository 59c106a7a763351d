import * as fc from 'fast-check';
import { expect } from 'vitest';
import { cutText, showAsIs } from '../../src/discord/escape.ts';
import { documentLine, plainName } from '../../src/knowledge/describe.ts';
import { DocumentNames } from '../../src/knowledge/document-names.ts';
import { tableOf } from '../../src/knowledge/export.ts';
import { importReasonOf, importReasons } from '../../src/knowledge/import-reason.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { cutToFit, sentencesOf, weightedLength } from '../../src/service/synthesis/text-cutting.ts';
import { TextFeed } from '../../src/service/synthesis/text-feed.ts';
import { Pronouncer } from '../../src/speech/pronunciation.ts';
import { spokenName } from '../../src/speech/reading/names.ts';
import { spokenText } from '../../src/speech/reading/spoken-text.ts';
import { ssmlScriptOf } from '../../src/speech/script.ts';
import { readSsml } from '../../src/speech/ssml.ts';
import { wordsFor } from '../../src/words/index.ts';
import { FakeClock } from '../support/fake-clock.ts';
import { naivePronouncer } from '../support/naive-pronouncer.ts';
import { drawnFamily, textOf } from '../support/steps/hostile-texts.ts';
import { fuzz } from './fuzz.ts';

/** Anything at all, and what readers look for. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.tuple(drawnFamily, fc.integer({ min: 1, max: 1_500 })).map(([family, length]) => textOf(family, length)),
  fc
    .array(drawnFamily, { maxLength: 12 })
    .map((families) => families.map((each) => textOf(each, 3)).join('')),
);
const none = await Pronouncer.of([]);
const names = { user: () => 'Ada', role: () => undefined, channel: () => '#<@1>' };

fuzz('what is spoken of a text is one line of plain words', text, (written) => {
  const reading = { phrases: wordsFor('en-US').speech.reading, emoji: true, now: 0, names };
  const spoken = spokenText(written, reading);
  expect(spoken).not.toMatch(/[\n\t\u200B\u202E]/u);
  expect(spoken.isWellFormed()).toBe(true);
});

fuzz('a name that is spoken is short, or there is none', text, (name) => {
  const spoken = spokenName(name);
  if (spoken === undefined) return;
  expect(Array.from(spoken).length).toBeLessThanOrEqual(32);
  expect(spoken).toMatch(/[\p{L}\p{N}]/u);
});

fuzz(
  'what is shown fits, and is well-formed',
  fc.tuple(text, fc.integer({ min: 0, max: 300 })),
  ([written, most]) => {
    const shown = showAsIs(written, most);
    expect(Array.from(shown).length).toBeLessThanOrEqual(most);
    expect(shown.isWellFormed()).toBe(true);
    expect(Array.from(cutText(written, most)).length).toBeLessThanOrEqual(Math.max(1, most));
  },
);

fuzz(
  'sentences and messages are together what was written',
  fc.tuple(text, fc.integer({ min: 2, max: 200 })),
  ([written, limit]) => {
    expect(sentencesOf(written).join('')).toBe(written);
    const messages = cutToFit(written, limit);
    expect(messages.join('')).toBe(written);
    for (const message of messages) expect(weightedLength(message)).toBeLessThanOrEqual(limit);
  },
);

fuzz(
  'a text that comes in pieces goes out whole',
  fc.tuple(text, fc.integer({ min: 1, max: 40 })),
  async ([written, step]) => {
    const feed = new TextFeed(new FakeClock(), false);
    for (let at = 0; at < written.length; at += step) feed.write(written.slice(at, at + step));
    feed.finish();
    let heard = '';
    for (;;) {
      const next = await feed.next(Number.POSITIVE_INFINITY, 0, new AbortController().signal);
      if (next.is !== 'text') break;
      heard += next.text;
    }
    if (!written.isWellFormed()) return;
    // Blanks without end are not spoken, so not all of them are sent; every word is.
    const kept = (whole: string) =>
      /\s{1000}/u.test(written) ? whole.replaceAll(/\s+/gu, '') : whole.trim();
    expect(kept(heard)).toBe(kept(written));
  },
);

fuzz('SSML is written anew so that it reads the same, or refused in words', text, (written) => {
  const source = `<speak>${written}</speak>`;
  const read = readSsml(source);
  if (typeof read !== 'string') expect(readSsml(read.text)).toMatchObject({ text: read.text });
  try {
    ssmlScriptOf(source, { pronouncer: none, longestText: 6_000 });
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
  }
});

const word = fc
  .string({
    unit: fc.constantFrom('a', 'A', 'ß', 'ſ', 's', '哈', '.', '1', ' ', '😀'),
    minLength: 1,
    maxLength: 4,
  })
  .map((each) => each.replace(/ +/g, ' ').trim())
  .filter((each) => each !== '');

fuzz(
  'a dictionary does what one expression of all its words would do',
  fc.tuple(
    fc.array(word, { maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom('a', 'A', 'ß', 'ſ', 's', '哈', '.', '1', ' ', '\n', '😀'),
      maxLength: 30,
    }),
  ),
  async ([words, written]) => {
    const entries = words.map((each, index) => ({ word: each, as: `<${index}>` }));
    expect((await Pronouncer.of(entries)).read(written)).toEqual(naivePronouncer(entries)(written));
  },
  { cases: 60 },
);

fuzz('a document of any name has a line, a suggestion and a row', text, async (name) => {
  const document = {
    ...{ id: 'd', name, status: name, type: name, sizeBytes: 1, importedAt: 1, categoryId: name, code: name },
    ...{
      message: name,
      chunkMode: name,
      chunkSize: name,
      overlapSize: name,
      separator: name,
      enableHeaders: name,
    },
  };
  expect(documentLine(document, wordsFor('zh-CN'), 90).length).toBeLessThanOrEqual(400);
  expect(plainName(name)).not.toMatch(/\n/u);
  expect(importReasons).toContain(importReasonOf(name));
  const names = new DocumentNames();
  names.absorb([document]);
  expect((await names.suggest(name, 25)).length).toBeLessThanOrEqual(1);
  const table = await tableOf([document]);
  const isPlain = !/[",\r\n]/u.test(name);
  if (isPlain) expect(table).not.toMatch(/(?:^|,)[=@]/mu);
});
