import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { type Feed, TextFeed } from '../../../../src/service/synthesis/text-feed.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const test = base.extend('opened', () => open());

const noSignal = new AbortController().signal;
const room = Number.POSITIVE_INFINITY;

function open(whole = false) {
  const clock = new FakeClock();
  const feed = new TextFeed(clock, whole);
  return { clock, feed, next: (within = 0) => feed.next(room, within, noSignal) };
}

/** Everything that is ready now. */
async function ready(next: () => Promise<Feed>): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const given = await next();
    if (given.is !== 'text') return texts;
    texts.push(given.text);
  }
}

describe('text as it arrives', () => {
  test('is ready up to its last sentence end that is sure', async ({ opened: { feed, next } }) => {
    feed.write('One. Two. Thr');
    expect(await ready(next)).toEqual(['One. Two. ']);
    feed.write('ee. F');
    expect(await ready(next)).toEqual(['Three. ']);
  });

  test('is ready at its end, too, once nothing followed for a moment', async () => {
    const { clock, feed, next } = open();
    feed.write('One. Two.');
    expect(await ready(next)).toEqual(['One. ']);
    await clock.advance(199);
    expect(await ready(next)).toEqual([]);
    await clock.advance(1);
    expect(await ready(next)).toEqual(['Two.']);
  });

  test('that goes on before it settled is not cut where it happens to stand', async () => {
    const { clock, feed, next } = open();
    feed.write('One.');
    await clock.advance(100);
    feed.write(' And tw');
    expect(await ready(next)).toEqual(['One. ']);
    await clock.advance(10_000);
    expect(await ready(next)).toEqual([]);
  });

  test('is not taken for whole while it may go on', async ({ opened: { clock, feed, next } }) => {
    feed.write('It costs 3.');
    await clock.advance(10_000);
    expect(await ready(next)).toEqual([]);
    feed.write('50 euros. X');
    expect(await ready(next)).toEqual(['It costs 3.50 euros. ']);
  });

  test('without sentence ends is sent on in pieces', async ({ opened: { feed, next } }) => {
    feed.write('word, '.repeat(200));
    const texts = await ready(next);
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.every((text) => text.endsWith(', '))).toBe(true);
  });

  test('that is SSML waits for its end', async () => {
    const { feed, next } = open(true);
    feed.write('<speak>One. Two. ');
    feed.write('</speak>');
    expect(await ready(next)).toEqual([]);
    feed.finish();
    expect(await ready(next)).toEqual(['<speak>One. Two. </speak>']);
  });

  test('comes out as it went in, however it was cut on the way', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.integer({ min: 1, max: 30 }),
        async (text, step) => {
          const { feed, next } = open();
          for (let at = 0; at < text.length; at += step) feed.write(text.slice(at, at + step));
          feed.finish();
          const heard = (await ready(next)).join('');
          // Spaces at the very end are nothing to say.
          expect(heard.trimEnd()).toBe(text.trimEnd() === '' ? '' : text.trimEnd());
        },
      ),
      { numRuns: 100 },
    );
  });

  test('with half a character at its end is mended, not refused', async ({ opened: { feed, next } }) => {
    feed.write('Hi \ud83d');
    feed.finish();
    expect(await ready(next)).toEqual(['Hi \ufffd']);
  });
});

describe('any reader of it', () => {
  test('waits for it', async ({ opened: { feed, next } }) => {
    const waiting = next(1_000);
    feed.write('Now. T');
    expect(await waiting).toEqual({ is: 'text', text: 'Now. ' });
  });

  test('is told that nothing came in time', async ({ opened: { clock, feed, next } }) => {
    const waiting = next(1_000);
    feed.write('no end in sight');
    await clock.advance(1_000);
    expect(await waiting).toEqual({ is: 'pause' });
  });

  test('is told the end', async ({ opened: { feed, next } }) => {
    const waiting = next(1_000);
    feed.finish();
    expect(await waiting).toEqual({ is: 'end' });
  });

  test('gets no more than there is room for', async ({ opened: { feed } }) => {
    feed.write('你好。你好。你好');
    expect(await feed.next(9, 0, noSignal)).toEqual({ is: 'full' });
    expect(await feed.next(10, 0, noSignal)).toEqual({ is: 'text', text: '你好。你好。' });
  });

  test('can stop waiting', async ({ opened: { feed, clock } }) => {
    const stop = new AbortController();
    const waiting = feed.next(room, 60_000, stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(feed.next(room, 0, stop.signal)).rejects.toThrow('enough');
    expect(clock.sleeping).toBe(0);
  });
});
