import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { createEars } from '../../../../src/voice/ears/ears.ts';
import type { HeardFrame } from '../../../../src/voice/ears/types.ts';
import { createPacer } from '../../../../src/voice/mouth/pacer.ts';
import { silencePacket } from '../../../../src/voice/packets/audio.ts';
import { CountingCodec } from '../../../support/counting-codec.ts';
import { datagramOf } from '../../../support/datagrams.ts';
import { FakeTime, turns } from '../../../support/fake-time.ts';
import { ScriptedConnection } from './scripted-connection.ts';

const test = base.extend('scene', () => named()).extend('tap', () => stage());

function stage(allowed: readonly string[] = ['mina']) {
  const time = new FakeTime();
  const codec = new CountingCodec();
  const problems: unknown[] = [];
  const ears = createEars({
    time,
    pacer: createPacer(time),
    codec,
    onProblem: (error) => problems.push(error),
  });
  const line = new ScriptedConnection();
  const frames: HeardFrame[] = [];
  const deafness: boolean[] = [];
  ears.onFrame((frame) => frames.push(frame));
  ears.onDeafness((deaf) => deafness.push(deaf));
  ears.allow(new Set(allowed));
  ears.attach(line.connection);
  /** Packets of a stream, one every 20 ms, with the mark of what is encrypted at their end. */
  const arrive = async (ssrc: number, from: number, count: number, end = '\xfa\xfa') => {
    for (let number = from; number < from + count; number += 1) {
      const payload = Buffer.concat([Buffer.of(1, number % 256), Buffer.from(end, 'latin1')]);
      line.arrives(datagramOf({ ssrc, sequence: number % 65_536, timestamp: number * 960, payload }));
      await turns(2);
      time.advance(20);
    }
  };
  /** Whose stream it is becomes known. */
  const nameStream = async (userId = 'mina') => {
    line.speaks(userId, 5);
    await turns(2);
  };
  const spoken = () =>
    frames
      .filter(({ kind }) => kind === 'spoken')
      .map(({ userId, samples }) => `${userId} ${samples.at(-1)}`);
  return { time, codec, problems, ears, line, frames, deafness, arrive, nameStream, spoken };
}

/** The same, with Mina's stream named. */
function named(allowed?: readonly string[]) {
  const scene = stage(allowed);
  scene.line.speaks('mina', 5);
  return scene;
}

describe('somebody whose name is not known yet', () => {
  test('is heard from their first word once it is', async ({ tap: { arrive, spoken, nameStream } }) => {
    await arrive(5, 0, 10);
    expect(spoken()).toEqual([]);
    await nameStream();
    expect(spoken()).toEqual(Array.from({ length: 10 }, (_, number) => `mina ${number}`));
  });

  test('is heard if the connection knew it before anybody listened', async () => {
    const { ears, line, arrive, spoken } = stage();
    ears.detach();
    line.speaks('mina', 5);
    ears.attach(line.connection);
    await arrive(5, 0, 3);
    expect(spoken()).toEqual(['mina 0', 'mina 1', 'mina 2']);
  });

  test('is forgotten undecrypted when they turn out not to have agreed', async () => {
    const { line, ears, arrive, spoken } = stage();
    await arrive(5, 0, 10);
    line.speaks('otto', 5);
    ears.allow(new Set(['mina', 'otto']));
    await turns(2);
    expect(spoken()).toEqual([]);
    expect(line.session.decrypted).toEqual([]);
  });

  test('is not heard with what they said before they agreed, though others were heard then', async () => {
    const { line, ears, arrive, spoken, nameStream } = stage(['otto']);
    await arrive(5, 0, 10);
    ears.allow(new Set(['otto', 'mina']));
    await arrive(5, 10, 3);
    await nameStream();
    expect(spoken()).toEqual(['mina 10', 'mina 11', 'mina 12']);
    expect(line.session.decrypted).toHaveLength(3);
  });

  test('is heard from their first word also when others agree after them', async () => {
    const { ears, arrive, spoken, nameStream } = stage();
    await arrive(5, 0, 3);
    ears.allow(new Set(['otto', 'mina']));
    await nameStream();
    expect(spoken()).toEqual(['mina 0', 'mina 1', 'mina 2']);
  });

  test('is not even kept while nobody agreed', async () => {
    const { ears, arrive, spoken, nameStream } = stage([]);
    await arrive(5, 0, 10);
    ears.allow(new Set(['mina']));
    await nameStream();
    expect(spoken()).toEqual([]);
  });
});

describe('somebody who did not agree', () => {
  test('costs nothing: nothing of them is decrypted or decoded', async ({ tap: { line, codec, arrive } }) => {
    line.speaks('otto', 6);
    await arrive(6, 0, 50);
    expect(line.session.decrypted).toEqual([]);
    expect(codec.opened).toBe(0);
  });

  test('any more is not heard from that moment on, nor is the silence behind them', async () => {
    const { ears, codec, time, frames, arrive } = named();
    await arrive(5, 0, 5);
    ears.allow(new Set());
    const before = frames.length;
    await arrive(5, 5, 5);
    time.advance(3_000);
    expect(frames).toHaveLength(before);
    expect(codec.open).toBe(0);
    expect(time.timers).toBe(0);
  });
});

describe('a name', () => {
  test('is worth nothing on another voice server', async () => {
    const { line, ears, arrive, spoken, nameStream } = named(['mina', 'otto']);
    await arrive(5, 0, 2);
    line.newNetworking();
    ears.attach(line.connection);
    await arrive(5, 100, 3);
    expect(spoken()).toEqual(['mina 0', 'mina 1']);
    await nameStream('otto');
    expect(spoken().slice(2)).toEqual(['otto 100', 'otto 101', 'otto 102']);
  });

  test('that has a new stream starts over, with a decoder of its own', async () => {
    const { line, codec, arrive, spoken } = named();
    await arrive(5, 1_000, 2);
    line.speaks('mina', 8);
    await arrive(8, 30, 2);
    expect(spoken()).toEqual(['mina 232', 'mina 233', 'mina 30', 'mina 31']);
    expect(codec).toMatchObject({ opened: 2, open: 1 });
  });

  test('has one time, whatever streams it has', async ({ scene: { line, ears, arrive, time, frames } }) => {
    await arrive(5, 90_000, 2);
    line.speaks('mina', 8);
    await arrive(8, 30, 2);
    line.ssrcMap.delete('mina');
    time.advance(5_000);
    line.newNetworking();
    ears.attach(line.connection);
    line.speaks('mina', 3);
    await arrive(3, 2, 2);
    expect(frames.filter(({ kind }) => kind === 'spoken')).toHaveLength(6);
    const steps = frames
      .slice(1)
      .map(({ rtpTimestamp }, index) => rtpTimestamp - (frames[index]?.rtpTimestamp ?? 0));
    expect(new Set(steps)).toEqual(new Set([960]));
  });

  test('of somebody who left is forgotten, and their decoder is free', async () => {
    const { line, codec, arrive, time, spoken, frames } = named();
    await arrive(5, 0, 2);
    line.ssrcMap.delete('mina');
    await arrive(5, 2, 2);
    expect(spoken()).toEqual(['mina 0', 'mina 1']);
    expect(codec.open).toBe(0);
    time.advance(2_000);
    expect(frames.at(-1)?.kind).toBe('silence');
    expect(time.timers).toBe(0);
  });
});

describe('frames that cannot be decrypted', () => {
  test('make the session start over even when its only transition was the first', async () => {
    const { line, arrive, spoken, problems } = named();
    await arrive(5, 0, 1);
    line.session.decrypt = () => {
      throw new Error('it takes transition 0 for none');
    };
    await arrive(5, 1, 45);
    expect(line.session.recovered).toEqual([0]);
    line.session.decrypt = (payload) => payload;
    await arrive(5, 46, 2);
    expect(spoken().slice(-2)).toEqual(['mina 46', 'mina 47']);
    expect(problems).toEqual([]);
  });

  test('for seconds on end are told, and that it works again, too', async () => {
    const { line, arrive, deafness } = named();
    line.session.decrypt = () => null;
    await arrive(5, 0, 300);
    expect(deafness).toEqual([true]);
    line.session.decrypt = (payload) => payload;
    await arrive(5, 300, 2);
    expect(deafness).toEqual([true, false]);
  });

  /** Somebody's word that cannot be decrypted, and the five frames of silence that end it, which everybody sends in clear. */
  const undecipherable = async ({ line, arrive, time }: ReturnType<typeof stage>, words: number) => {
    line.session.decrypt = () => null;
    for (let word = 0; word < words; word += 1) {
      await arrive(5, word * 35, 30);
      for (let number = word * 35 + 30; number < word * 35 + 35; number += 1) {
        const payload = Buffer.from(silencePacket);
        line.arrives(datagramOf({ ssrc: 5, sequence: number, timestamp: number * 960, payload }));
        await turns(2);
        time.advance(20);
      }
    }
  };

  test('are noticed although silence in clear ends every word', async ({ scene }) => {
    await undecipherable(scene, 8);
    expect(scene.line.session.recovered).toEqual([0]);
    expect(scene.deafness).toEqual([true]);
  });

  test('are not over because of silence in clear: only a frame that was decrypted says so', async () => {
    const scene = named();
    const { line, arrive, deafness } = scene;
    await undecipherable(scene, 12);
    expect(deafness).toEqual([true]);
    line.session.decrypt = (payload) => payload;
    await arrive(5, 420, 1);
    expect(deafness).toEqual([true, false]);
  });

  test('and whose next connection cannot decrypt them either are told again', async () => {
    const { line, ears, arrive, deafness } = named();
    line.session.decrypt = () => null;
    await arrive(5, 0, 300);
    line.newNetworking();
    ears.attach(line.connection);
    line.speaks('mina', 5);
    await arrive(5, 300, 300);
    expect(deafness).toEqual([true, true]);
  });

  test("of somebody who does not want to be heard any more are nobody's trouble", async () => {
    const { line, ears, arrive, deafness } = named();
    line.session.decrypt = () => null;
    await arrive(5, 0, 300);
    ears.allow(new Set(['otto']));
    expect(deafness).toEqual([true, false]);
  });

  test('are not passed on as sound while the session is being set up', async () => {
    const { line, arrive, spoken, ears } = named();
    line.session.session.ready = false;
    await arrive(5, 0, 10);
    expect(spoken()).toEqual([]);
    expect(ears.counts.pending).toBe(10);
    expect(line.session.recovered).toEqual([]);
  });

  test('and only hold padding are no failure', async ({ scene: { line, ears } }) => {
    for (let sequence = 0; sequence < 60; sequence += 1)
      line.arrives(
        datagramOf({ ssrc: 5, sequence, payload: Buffer.alloc(0), padding: 40, extensionWords: 2 }),
      );
    expect(ears.counts).toMatchObject({ empty: 60, failed: 0 });
    expect(line.session.decrypted).toEqual([]);
  });

  test('that came already are dropped before they are decrypted', async () => {
    const { line, arrive, ears } = named();
    await arrive(5, 0, 5);
    await arrive(5, 0, 5);
    expect(line.session.decrypted).toHaveLength(5);
    expect(ears.counts).toMatchObject({ stale: 5, failed: 0 });
  });

  test('and did not come from the voice server move nothing', async ({ scene: { line, arrive, spoken } }) => {
    await arrive(5, 0, 2);
    const forged = datagramOf({ ssrc: 5, sequence: 900, timestamp: 900 * 960, payload: Buffer.alloc(20) });
    forged[20] = (forged[20] ?? 0) ^ 1;
    line.arrives(forged);
    await arrive(5, 2, 2);
    expect(spoken()).toEqual(['mina 0', 'mina 1', 'mina 2', 'mina 3']);
  });
});

describe('the tap', () => {
  test("takes the place of the library's own handler, and gives it back", async () => {
    const { line, ears, arrive } = stage();
    await arrive(5, 0, 3);
    expect(line.received).toHaveLength(0);
    ears.detach();
    await arrive(5, 3, 2);
    expect(line.received).toHaveLength(2);
    expect(line.socket.listenerCount('message')).toBe(1);
  });

  test('is set once, however often it is attached', async ({ tap: { line, ears, arrive, spoken } }) => {
    for (let time = 0; time < 3; time += 1) ears.attach(line.connection);
    line.speaks('mina', 5);
    await arrive(5, 0, 2);
    expect(spoken()).toEqual(['mina 0', 'mina 1']);
  });

  test('survives whatever arrives', ({ tap: { line, problems } }) => {
    line.speaks('mina', 0x80788078);
    const header = fc.constant(Buffer.of(0x80, 0x78));
    fc.assert(
      fc.property(
        fc.oneof(header, fc.constant(Buffer.alloc(0))),
        fc.uint8Array({ maxLength: 200 }),
        (start, rest) => {
          line.arrives(Buffer.concat([start, rest]));
        },
      ),
      { numRuns: 500 },
    );
    expect(problems).toEqual([]);
  });
});

test('ears that are closed leave nothing behind', async ({ scene: { time, codec, line, ears, arrive } }) => {
  await arrive(5, 0, 3);
  ears.close();
  await turns(2);
  expect(codec.open).toBe(0);
  expect(time.timers).toBe(0);
  expect(line.ssrcMap.listenerCount('update')).toBe(0);
});
