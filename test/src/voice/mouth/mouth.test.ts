import { test as base, describe, expect } from 'vitest';
import type { MouthOptions } from '../../../../src/voice/mouth/mouth.ts';
import type { PlayRequest } from '../../../../src/voice/mouth/types.ts';
import { turns } from '../../../support/fake-time.ts';
import { numbered, PushedPackets } from '../../../support/pushed-packets.ts';
import { mouthStage, silences } from '../../../support/recording-sink.ts';

const test = base.extend('ahead', () => stage({ readAheadMs: 200 })).extend('stage', () => stage());

function stage(options: MouthOptions = {}) {
  const made = mouthStage(options);
  const mouth = made.room.seat({ name: 'reader', rank: 1 });
  made.room.resume();
  const play = (
    id: string,
    packets: AsyncIterable<Uint8Array>,
    priority: PlayRequest['priority'] = 'normal',
  ) => mouth.play({ id, packets, priority });
  return { ...made, mouth, play };
}

const said = (speaker: number, count: number) => new PushedPackets().push(...numbered(speaker, count)).end();

describe('a playback', () => {
  test('is sent packet by packet, every 20 ms, and ends with five frames of silence', async () => {
    const { sink, play, advance } = stage();
    play('a', said(1, 3));
    await advance(300);
    expect(sink.what).toEqual(['1.0', '1.1', '1.2', ...silences(5)]);
    const times = sink.sent.map(({ atMs }) => atMs);
    expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 20, 40, 60, 80, 100, 120, 140]);
  });

  test('begins within 5 ms of its first packet', async ({ stage: { time, sink, play, advance } }) => {
    const source = new PushedPackets();
    play('a', source);
    await advance(333);
    const beganMs = time.nowMs();
    source.push(...numbered(1, 1));
    await advance(10);
    expect((sink.sent[0]?.atMs ?? Number.NaN) - beganMs).toBeLessThanOrEqual(5);
  });

  test('is finished when its last packet was heard to the end', async () => {
    const { time, play, sink, advance } = stage();
    const ended = play('a', said(1, 3)).ended.then((end) => ({ end, atMs: time.nowMs() }));
    await advance(200);
    const { end, atMs } = await ended;
    expect(end).toBe('finished');
    expect(atMs - (sink.sent[2]?.atMs ?? Number.NaN)).toBeGreaterThanOrEqual(20);
  });

  test('counts what was sent, and shows the bot as speaking until the silence is over', async () => {
    const { sink, play, advance } = stage();
    const playback = play('a', said(1, 3));
    await advance(50);
    expect(sink.speaking).toBe(true);
    await advance(250);
    expect(playback.playedMs).toBe(60);
    expect(sink.speaking).toBe(false);
  });

  test('has started with its first packet, and never started without one', async () => {
    const { play, advance } = stage();
    const heard = play('a', said(1, 1));
    const empty = play('b', said(2, 0));
    await advance(400);
    expect(await heard.started).toBe(true);
    expect(await empty.started).toBe(false);
    expect(await empty.ended).toBe('finished');
  });

  test('waits for its pre-buffer, but not when there is no more to come', async () => {
    const { sink, play, advance } = stage({ prebufferMs: 60 });
    const source = new PushedPackets().push(...numbered(1, 2));
    play('a', source);
    await advance(200);
    expect(sink.sent).toHaveLength(0);
    source.push(...numbered(2, 1));
    await advance(10);
    expect(sink.what).toEqual(['1.0']);
    play('b', said(3, 1));
    source.end();
    await advance(300);
    expect(sink.what).toContain('3.0');
  });

  test('whose source fails says what it had, and is failed with the reason; the next one goes on', async () => {
    const { sink, play, advance } = stage();
    const reason = new Error('the service hung up');
    const broken = play('a', new PushedPackets().push(...numbered(1, 2)).fail(reason));
    const next = play('b', said(2, 1));
    await advance(500);
    expect(await broken.ended).toBe('failed');
    expect(broken.error).toBe(reason);
    expect(await next.ended).toBe('finished');
    expect(sink.what).toEqual(['1.0', '1.1', ...silences(5), '2.0', ...silences(5)]);
  });

  test('whose source cannot even begin fails', async ({ stage: { play, advance } }) => {
    const broken = play('a', {
      [Symbol.asyncIterator]: () => {
        throw new Error('no source');
      },
    });
    await advance(50);
    expect(await broken.ended).toBe('failed');
    expect(await broken.started).toBe(false);
  });
});

describe('a source that is slower than speech', () => {
  test('is bridged with silence and not ended', async ({ stage: { sink, play, advance } }) => {
    const source = new PushedPackets().push(...numbered(1, 2));
    const playback = play('a', source);
    await advance(1_000);
    expect(sink.what).toEqual(['1.0', '1.1', ...silences(5)]);
    expect(sink.speaking).toBe(false);
    source.push(...numbered(2, 1)).end();
    await advance(300);
    expect(sink.what.slice(7)).toEqual(['2.0', ...silences(5)]);
    expect(await playback.ended).toBe('finished');
  });

  test('goes on in the middle of that silence', async ({ stage: { sink, play, advance } }) => {
    const source = new PushedPackets().push(...numbered(1, 1));
    play('a', source);
    await advance(45);
    source.push(...numbered(2, 1)).end();
    await advance(300);
    expect(sink.what).toEqual(['1.0', ...silences(2), '2.0', ...silences(5)]);
  });
});

describe('a source that is faster than speech', () => {
  const playThree = async (play: ReturnType<typeof stage>['play']) => {
    const sources = [0, 1, 2].map((speaker) => new PushedPackets().push(...numbered(speaker, 100)));
    for (const [index, source] of sources.entries()) play(String(index), source);
    await turns(100);
    return sources;
  };

  test('is read ahead only so far, and read on when there is room', async ({ ahead: { play, advance } }) => {
    const source = new PushedPackets().push(...numbered(1, 100));
    play('a', source);
    await turns(100);
    expect(source.asked).toBe(10);
    await advance(100);
    expect(source.asked).toBeGreaterThan(12);
    expect(source.asked).toBeLessThanOrEqual(17);
  });

  test('is read for what plays next, and not for what comes later', async ({ ahead: { play } }) => {
    const sources = await playThree(play);
    expect(sources.map(({ asked }) => asked)).toEqual([10, 10, 0]);
  });

  test('is read as soon as what waited before it is skipped', async ({ ahead: { mouth, play } }) => {
    const sources = await playThree(play);
    expect(mouth.skip('1')).toBe(true);
    await turns(100);
    expect(sources.map(({ asked }) => asked)).toEqual([10, 10, 10]);
  });
});

describe('the queue', () => {
  test('is played in its order, with silence in between', async () => {
    const { sink, mouth, play, advance } = stage();
    play('a', said(1, 1));
    play('b', said(2, 1));
    play('c', said(3, 1), 'urgent');
    expect(mouth.playing).toBe('a');
    expect(mouth.waiting).toEqual(['c', 'b']);
    await advance(600);
    expect(sink.what).toEqual(['1.0', ...silences(5), '3.0', ...silences(5), '2.0', ...silences(5)]);
    expect(mouth.playing).toBeUndefined();
  });

  test('twenty utterances are all heard, in order and whole', async ({ stage: { sink, play, advance } }) => {
    const playbacks = Array.from({ length: 20 }, (_, index) => play(`u${index}`, said(index, 2)));
    await advance(20 * 200);
    expect(sink.spoken).toEqual(
      Array.from({ length: 20 }, (_, index) => [`${index}.0`, `${index}.1`]).flat(),
    );
    expect(await Promise.all(playbacks.map(({ ended }) => ended))).toEqual(playbacks.map(() => 'finished'));
  });
});

describe('skipping', () => {
  test('ends what plays within one tick; no packet of it follows the silence', async () => {
    const { sink, mouth, play, advance } = stage();
    const source = new PushedPackets().push(...numbered(1, 100));
    const playback = play('a', source);
    play('b', said(2, 1));
    await advance(50);
    const before = sink.sent.length;
    expect(mouth.skip()).toBe(true);
    await advance(300);
    expect(sink.what.slice(before)).toEqual([...silences(5), '2.0', ...silences(5)]);
    expect(await playback.ended).toBe('skipped');
    expect(source.returned).toBe(true);
  });

  test('takes out what waits and lets the rest go on', async ({ stage: { sink, mouth, play, advance } }) => {
    play('a', said(1, 2));
    const skipped = play('b', said(2, 1));
    play('c', said(3, 1));
    expect(mouth.skip('b')).toBe(true);
    expect(mouth.skip('b')).toBe(false);
    await advance(600);
    expect(await skipped.ended).toBe('skipped');
    expect(await skipped.started).toBe(false);
    expect(sink.spoken).toEqual(['1.0', '1.1', '3.0']);
  });

  test('has nothing to skip when nothing plays', () => {
    expect(stage().mouth.skip()).toBe(false);
  });

  test('a packet that its source still had under way is never sent', async () => {
    const { sink, mouth, play, advance } = stage();
    const source = new PushedPackets().push(...numbered(1, 1));
    play('a', source);
    await advance(10);
    mouth.skip();
    source.push(...numbered(9, 5));
    await advance(300);
    expect(sink.what).toEqual(['1.0', ...silences(5)]);
  });
});

describe('stopping', () => {
  test('ends all of them, and what is asked for later plays', async () => {
    const { sink, mouth, play, advance } = stage();
    const stopped = [play('a', said(1, 50)), play('b', said(2, 1))];
    await advance(45);
    const before = sink.sent.length;
    mouth.stop();
    play('c', said(3, 1));
    await advance(300);
    expect(await Promise.all(stopped.map(({ ended }) => ended))).toEqual(['stopped', 'stopped']);
    expect(sink.what.slice(before)).toEqual([...silences(5), '3.0', ...silences(5)]);
  });

  test('a room that is gone ends everything, later playbacks too', async () => {
    const { time, sink, room, play, advance } = stage();
    const left = play('a', said(1, 50));
    await advance(45);
    room.close();
    const before = sink.sent.length;
    const late = play('b', said(2, 1));
    await advance(300);
    expect(await left.ended).toBe('left');
    expect(await late.ended).toBe('left');
    expect(sink.sent).toHaveLength(before);
    expect(time.timers).toBe(0);
  });
});

describe('a room that cannot be heard', () => {
  test('says nothing at first', async () => {
    const { time, sink, room } = mouthStage();
    room.seat({ name: 'reader', rank: 1 }).play({ id: 'a', packets: said(1, 1), priority: 'normal' });
    await turns();
    time.advance(100);
    expect(sink.sent).toHaveLength(0);
    room.resume();
    time.advance(10);
    expect(sink.what).toEqual(['1.0']);
  });

  test('keeps what it has to say until it can', async ({ stage: { sink, room, play, advance } }) => {
    const playback = play('a', said(1, 3));
    await advance(10);
    room.pause();
    await advance(1_000);
    expect(sink.what).toEqual(['1.0']);
    expect(sink.speaking).toBe(false);
    room.resume();
    await advance(300);
    expect(sink.what).toEqual(['1.0', '1.1', '1.2', ...silences(5)]);
    expect(await playback.ended).toBe('finished');
  });

  test('offers a packet again that could not be sent', async ({ stage: { sink, play, advance } }) => {
    play('a', said(1, 2));
    await advance(10);
    sink.open = false;
    await advance(100);
    sink.open = true;
    await advance(300);
    expect(sink.what).toEqual(['1.0', '1.1', ...silences(5)]);
  });

  test('a sink that throws ends neither the playback nor the clock', async () => {
    const { sink, play, advance } = stage();
    const send = sink.send.bind(sink);
    sink.send = () => {
      throw new Error('the socket is closed');
    };
    play('a', said(1, 1));
    await advance(60);
    sink.send = send;
    await advance(300);
    expect(sink.what).toEqual(['1.0', ...silences(5)]);
  });
});

describe('a process that stands still', () => {
  /** What is said after so many stalls of half a second, 100 ms apart, and which packets of the two hundred. */
  async function stalled(...stallsMs: number[]) {
    const { time, sink, play, advance } = stage();
    const beganMs = time.nowMs();
    const playback = play('a', said(1, 200));
    await advance(100);
    const after: number[] = [];
    for (const stallMs of stallsMs) {
      const before = sink.sent.length;
      time.stall(stallMs);
      expect(sink.sent.length - before).toBeLessThanOrEqual(2);
      after.push(Number(sink.what.at(-1)?.split('.')[1]));
      await advance(100);
    }
    const spokenMs = () => time.nowMs() - beganMs;
    return { sink, playback, advance, after, spokenMs };
  }

  test('for half a second is silent for so long, and leaves no word out', async () => {
    const { sink, advance, playback } = await stalled(500);
    await advance(4_100);
    expect(sink.spoken).toHaveLength(200);
    const times = sink.sent.map(({ atMs }) => atMs);
    const gaps = times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0));
    expect(gaps.filter((gap) => gap !== 20)).toEqual([500]);
    expect(playback.playedMs).toBe(4_000);
  });

  test('again and again leaves out what came too late, and is never more than two seconds behind', async () => {
    const { playback, spokenMs } = await stalled(900, 900, 300, 500, 900);
    expect(spokenMs() - playback.playedMs).toBeGreaterThan(1_900);
    expect(spokenMs() - playback.playedMs).toBeLessThanOrEqual(2_020);
  });

  test('leaves out exactly what is beyond those two seconds', async () => {
    const { after } = await stalled(2_000, 500);
    // Six packets at first and one behind the stall of 99 ticks; five more, then 24 ticks, of which one may be late.
    expect(after).toEqual([6, 6 + 5 + 23 + 1]);
  });

  test('for minutes, as a machine does that was asleep, goes on a second later in what it says', async () => {
    const { after, sink } = await stalled(120_000);
    expect(after).toEqual([6 + 50]);
    expect(sink.what.slice(-5)).toEqual(['1.57', '1.58', '1.59', '1.60', '1.61']);
  });

  test('while nobody speaks leaves nothing out of what is said next', async () => {
    const { time, sink, play, advance } = stage();
    const source = new PushedPackets().push(...numbered(1, 3));
    play('a', source);
    await advance(100);
    time.stall(2_000);
    source.push(...numbered(2, 3)).end();
    await advance(200);
    expect(sink.spoken).toEqual(['1.0', '1.1', '1.2', '2.0', '2.1', '2.2']);
  });
});
