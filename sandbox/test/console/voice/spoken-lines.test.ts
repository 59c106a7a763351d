import { beforeEach, describe, expect, test } from 'vitest';
import { type SpokenLine, SpokenLines, VoicingTrouble } from '../../../console/page/voice/spoken-lines.ts';

interface Voicing {
  readonly line: SpokenLine;
  readonly signal: AbortSignal;
  readonly done: PromiseWithResolvers<readonly string[]>;
}

let voicings: Voicing[];
let spoken: string[];
let hushes: number;
let told: string[];
let lines: SpokenLines;

beforeEach(() => {
  voicings = [];
  spoken = [];
  hushes = 0;
  told = [];
  lines = new SpokenLines({
    voice: (line, signal) => {
      const done = Promise.withResolvers<readonly string[]>();
      voicings.push({ line, signal, done });
      return done.promise;
    },
    speak: (id, packets) => spoken.push(`${id}: ${packets.join(' ')}`),
    hush: () => {
      hushes += 1;
    },
    tell: (sentence) => told.push(sentence),
  });
});

const last = (): Voicing => {
  const voicing = voicings.at(-1);
  if (!voicing) throw new Error('nothing was to be voiced');
  return voicing;
};
const turn = () => new Promise((resolve) => setImmediate(resolve));

async function voiced(...packets: readonly string[]): Promise<void> {
  last().done.resolve(packets);
  await turn();
}

describe('sentences to be said', () => {
  test('are voiced in their language, then spoken, then over', async () => {
    lines.language = 'zh';
    expect(lines.add('  你好 ')).toBe(true);
    lines.language = 'auto';
    expect(lines.state.kind).toBe('voicing');
    expect(last().line).toMatchObject({ text: '你好', language: 'zh' });
    await voiced('a', 'b');
    expect(lines.state.kind).toBe('saying');
    expect(spoken).toEqual(['1: a b']);
    lines.said(1);
    expect(lines.isBusy).toBe(false);
  });

  test('are said one after the other, in the order of typing', async () => {
    for (const text of ['one', 'two', 'three']) lines.add(text);
    expect([voicings.length, lines.waiting]).toEqual([1, 2]);
    await voiced('a');
    lines.said(1);
    expect([last().line.text, lines.waiting]).toEqual(['two', 1]);
    await voiced('b');
    expect(voicings.length).toBe(2);
    lines.said(2);
    await voiced('c');
    lines.said(3);
    expect(spoken).toEqual(['1: a', '2: b', '3: c']);
    expect(lines.isBusy).toBe(false);
  });

  test('of nothing but spaces are not taken', () => {
    expect(lines.add('   ')).toBe(false);
    expect(lines.isBusy).toBe(false);
  });

  test('are not taken without end', () => {
    for (let count = 0; count < 21; count += 1) expect(lines.add('again')).toBe(true);
    expect(lines.add('again')).toBe(false);
    expect(told).toEqual(['20 sentences are already waiting. Try again in a moment.']);
  });

  test.each([
    ['says why one was not voiced', new VoicingTrouble('No voice.'), 'No voice.'],
    ['says that one was not voiced', new Error('ECONNRESET'), "Couldn't voice that sentence."],
  ])('%s, and goes on with the next', async (_what, error, words) => {
    lines.add('one');
    lines.add('two');
    last().done.reject(error);
    await turn();
    expect(told).toEqual([words]);
    expect(last().line.text).toBe('two');
  });
});

describe('stopping', () => {
  test('while one is spoken hushes it, drops the others, and waits for its silence', async () => {
    lines.add('one');
    lines.add('two');
    await voiced('a');
    lines.stop();
    expect([hushes, lines.state.kind, lines.waiting]).toEqual([1, 'hushing', 0]);
    lines.add('three');
    expect(voicings.length).toBe(1);
    lines.said(1);
    expect(last().line.text).toBe('three');
  });

  test('while one is being voiced calls that off, and a late answer is not spoken', async () => {
    lines.add('one');
    lines.stop();
    expect(lines.isBusy).toBe(false);
    expect(last().signal.aborted).toBe(true);
    await voiced('a');
    expect([spoken, hushes]).toEqual([[], 0]);
  });

  test('twice hushes once', async () => {
    lines.add('one');
    await voiced('a');
    lines.stop();
    lines.stop();
    expect(hushes).toBe(1);
  });

  test('by the end of the call drops everything at once, and late words change nothing', async () => {
    lines.add('one');
    lines.add('two');
    await voiced('a');
    lines.cutOff();
    expect([lines.isBusy, lines.waiting, hushes]).toEqual([false, 0, 0]);
    lines.said(1);
    expect(lines.isBusy).toBe(false);
    expect(voicings.length).toBe(1);
  });
});
