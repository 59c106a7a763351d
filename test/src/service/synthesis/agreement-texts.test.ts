import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TaskParameters } from '../../../../sandbox/service/synthesis/commands.ts';
import { TaskFailure } from '../../../../sandbox/service/synthesis/task-failure.ts';
import { TextIntake } from '../../../../sandbox/service/synthesis/text-intake.ts';
import {
  billedCharacters,
  checkSpokenText,
  taskLimit,
  weightedLength,
} from '../../../../src/service/synthesis/text-cutting.ts';
import { TextFeed } from '../../../../src/service/synthesis/text-feed.ts';
import { readSsml } from '../../../../src/speech/ssml.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const cases = 100;
const withinMs = 8_000;
/** One character short of what a task takes. */
const ten = Array.from({ length: 10 }, (_, at) => 'a'.repeat(at === 0 ? 19_999 : 20_000));
const unstopped = new AbortController().signal;

const bit = fc.constantFrom(
  ...[
    'Hello there. ',
    'One, two; three',
    '你好。',
    '汉',
    '\n',
    '😀',
    '👩‍👩‍👧',
    'é',
    '\ud83d',
    '3.5 ',
    'Dr. ',
    '… ',
    '한국 ',
    '!',
  ],
);
const short = fc.array(bit, { maxLength: 30 }).map((bits) => bits.join(''));
/** Of about that many characters, one bit over and over, so that limits are met exactly and passed by one. */
const long = fc
  .tuple(
    bit,
    fc.constantFrom(9_990, 19_990, 20_000, 40_000, 100_010, 199_990),
    fc.integer({ min: 0, max: 20 }),
    short,
  )
  .map(
    ([unit, characters, more, tail]) =>
      unit.repeat(Math.ceil(characters / unit.length)) + 'a'.repeat(more) + tail,
  );
const writes = fc.array(fc.oneof({ weight: 6, arbitrary: short }, { weight: 1, arbitrary: long }), {
  maxLength: 6,
});

function intake(parameters: Partial<TaskParameters> = {}): TextIntake {
  return new TextIntake({
    enable_ssml: false,
    enable_markdown_filter: false,
    ...parameters,
  } as TaskParameters);
}

/** What the stand-in bills for all that it says of the text; undefined when it refuses it. */
function billedFor(ssml: boolean, ...messages: readonly string[]): number | undefined {
  const taking = intake({ enable_ssml: ssml });
  try {
    const due = messages.flatMap((message) => taking.add(message));
    for (const sentence of [...due, ...taking.finish(false)]) taking.bill(sentence);
    return taking.billed;
  } catch (error) {
    if (error instanceof TaskFailure) return undefined;
    throw error;
  }
}

/** As the client puts them: the messages of each task in turn. */
async function tasksOf(texts: readonly string[]): Promise<string[][]> {
  const feed = new TextFeed(new FakeClock(), false);
  for (const text of texts) feed.write(text);
  feed.finish();
  const tasks: string[][] = [];
  for (let task: string[] = [], used = 0; ; ) {
    const next = await feed.next(
      task.length > 0 ? taskLimit - used : Number.POSITIVE_INFINITY,
      20_000,
      unstopped,
    );
    if (next.is === 'text') {
      task.push(next.text);
      used += weightedLength(next.text);
      continue;
    }
    if (task.length > 0) tasks.push(task);
    if (next.is !== 'full') return tasks;
    task = [];
    used = 0;
  }
}

/** Spaces can't be said, so that a feed may leave out those of a row beyond its first thousand. */
function withoutLongBlanks(text: string): string {
  return text.trim().replace(/(\s{1000})\s+/g, '$1');
}

describe('texts', () => {
  test('of any length and language come into messages and tasks that the stand-in takes, and cost no more than was said', async () => {
    await fc.assert(
      fc.asyncProperty(writes, async (texts) => {
        const tasks = await tasksOf(texts);
        expect(withoutLongBlanks(tasks.flat().join(''))).toBe(
          withoutLongBlanks(texts.join('').toWellFormed()),
        );
        let billed = 0;
        for (const messages of tasks) {
          const cost = billedFor(false, ...messages);
          expect(cost).toBeTypeOf('number');
          billed += cost ?? 0;
        }
        expect(billed).toBeLessThanOrEqual(billedCharacters(texts.join('')));
      }),
      {
        numRuns: cases,
        interruptAfterTimeLimit: withinMs,
        examples: [[['Hello there. \n\n', '\n'.repeat(9_990), 'a']], [['a'.repeat(200_001)]]],
      },
    );
  });

  test.each([
    { size: '20,000 characters', messages: ['a'.repeat(20_000)], isTaken: true },
    { size: '20,001 characters', messages: ['a'.repeat(20_001)], isTaken: false },
    { size: '20,001 Han characters', messages: ['汉'.repeat(20_001)], isTaken: false },
    { size: '200,000 characters in all', messages: [...ten, ' '], isTaken: true },
    { size: '200,001 characters in all', messages: [...ten, '  '], isTaken: false },
  ])('of $size in one task are taken by the stand-in: $isTaken', ({ messages, isTaken }) => {
    expect(billedFor(false, ...messages) !== undefined).toBe(isTaken);
  });
});

const name = fc.constantFrom(
  'p',
  's',
  'emphasis',
  'sub',
  'break',
  'prosody',
  'say-as',
  'x:y',
  '_a',
  'é',
  'speak',
);
const value = fc.constantFrom('', 'strong', '500ms', 'a "b" <c> & d', "it's", '汉', '\t', ' \n ');
const said = fc.constantFrom(
  '',
  'Hello. ',
  'you & me',
  '<b>',
  '汉字。',
  '  ',
  '&amp;',
  ']]>',
  '😀',
  '1.5',
  '\'"',
);
const attributes = fc.uniqueArray(fc.tuple(fc.constantFrom('alias', 'level', 'x', 'a-b', 'ü'), value), {
  selector: ([key]) => key,
  maxLength: 3,
});

function entitled(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&#60;')
    .replaceAll('"', '&quot;')
    .replaceAll(']]>', ']]&gt;');
}

const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'xml' },
    said.map(entitled),
    said.filter((text) => !text.includes(']]>')).map((text) => `<![CDATA[${text}]]>`),
    fc.constantFrom('<!-- note -->', '<?target data?>', '&#x6C49;', '&apos;'),
    fc
      .tuple(name, attributes, fc.array(tie('node'), { maxLength: 3 }))
      .map(([tag, pairs, inside]) => element(tag, pairs, inside.join(''))),
  ),
}));

function element(tag: string, pairs: readonly (readonly [string, string])[], inside: string): string {
  const written = pairs.map(([key, each]) => ` ${key}="${entitled(each)}"`).join('');
  return inside === '' ? `<${tag}${written}/>` : `<${tag}${written}>${inside}</${tag}>`;
}

const document = fc
  .tuple(attributes, fc.array(node, { maxLength: 5 }))
  .map(([pairs, inside]) => element('speak', pairs, inside.join('')));

describe('SSML', () => {
  test('that a person may write is taken by the stand-in as it is rewritten, and costs what its texts cost at most', () => {
    let taken = 0;
    fc.assert(
      fc.property(document, (source) => {
        const read = readSsml(source);
        if (typeof read === 'string') return;
        taken += 1;
        const cost = billedFor(true, read.text);
        expect(cost).toBeTypeOf('number');
        expect(cost).toBeLessThanOrEqual(billedCharacters(read.text, true));
      }),
      { numRuns: cases * 9, interruptAfterTimeLimit: withinMs },
    );
    expect(taken).toBeGreaterThan(0);
  });

  test.each([
    ['a'.repeat(20_000 - '<speak></speak>'.length), true],
    ['汉'.repeat(20_000 - '<speak></speak>'.length), true],
    ['a'.repeat(20_001 - '<speak></speak>'.length), false],
    ['汉'.repeat(20_001 - '<speak></speak>'.length), false],
    ['😀'.repeat(20_001 - '<speak></speak>'.length), false],
  ])('of 20,000 characters is taken by both, one more by neither (%#)', (text, isTaken) => {
    const source = `<speak>${text}</speak>`;
    expect(checkSpokenText(source, true).length === 0).toBe(isTaken);
    expect(billedFor(true, source) !== undefined).toBe(isTaken);
  });
});
