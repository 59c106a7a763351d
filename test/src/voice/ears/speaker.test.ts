import fc from 'fast-check';
import { test as base, describe, expect } from 'vitest';
import { Speaker } from '../../../../src/voice/ears/speaker.ts';
import type { HeardFrame } from '../../../../src/voice/ears/types.ts';
import { silencePacket } from '../../../../src/voice/packets/audio.ts';
import { CountingCodec } from '../../../support/counting-codec.ts';
import { turns } from '../../../support/fake-time.ts';

const test = base.extend('stage', () => stage());

const silentFramesAtMost = 60;
/** Where a word is not ended by silence. */
const fadingFrames = 3;

/** Somebody whose decoder isn't there yet. */
function newSpeaker(nowMs: number) {
  const codec = new CountingCodec();
  const frames: HeardFrame[] = [];
  const stream = { userId: 'mina', ssrc: 9, codec, silentFramesAtMost, after: undefined };
  const emit = (frame: HeardFrame) => frames.push(frame);
  const speaker = new Speaker({ ...stream, emit, onProblem: () => undefined }, nowMs);
  return { codec, frames, speaker };
}

async function stage() {
  let nowMs = 5_000;
  const { codec, frames, speaker } = newSpeaker(nowMs);
  await turns(2);
  /** Packet number n of a stream, by default with what is n frames behind its beginning. */
  const hear = (number: number, packet: Uint8Array = Uint8Array.of(1, number), timestamp = number * 960) =>
    speaker.hearPacket(number, timestamp, packet, nowMs);
  const wait = (durationMs: number) => {
    let goesOn = true;
    for (let left = durationMs; left > 0; left -= 20) {
      nowMs += 20;
      goesOn = speaker.tick(nowMs);
    }
    return goesOn;
  };
  const heard = () =>
    frames.map(({ kind, samples }) => (kind === 'silence' ? 'silence' : `${kind} ${samples.at(-1)}`));
  return { codec, speaker, frames, hear, wait, heard, now: () => nowMs };
}

const kindsOf = (frames: readonly HeardFrame[]) => frames.map(({ kind }) => kind);
const times = (count: number, kind: HeardFrame['kind']) => Array.from({ length: count }, () => kind);
const faded = (count: number) => [
  ...times(fadingFrames, 'concealed'),
  ...times(count - fadingFrames, 'silence'),
];

function isContinuous(frames: readonly HeardFrame[]) {
  return frames.every(({ rtpTimestamp }, index) => {
    const before = frames[index - 1];
    return !before || (before.rtpTimestamp + 960) % 2 ** 32 === rtpTimestamp;
  });
}

describe('what was lost', () => {
  test('is guessed, the last one from the packet behind it', async () => {
    const { hear, wait, heard, frames } = await stage();
    for (const number of [0, 3, 4]) hear(number);
    expect(heard()).toEqual(['spoken 0']);
    wait(80);
    expect(heard()).toEqual(['spoken 0', 'concealed -1', 'concealed -2', 'spoken 3', 'spoken 4']);
    expect(isContinuous(frames)).toBe(true);
  });

  test('is guessed for five frames and silent from then on, but for the last, which its successor may hold', async () => {
    const { hear, wait, frames } = await stage();
    hear(0);
    hear(9);
    wait(80);
    expect(kindsOf(frames)).toEqual([
      ...['spoken', ...times(5, 'concealed'), ...times(2, 'silence')],
      ...['concealed', 'spoken'],
    ]);
    expect(isContinuous(frames)).toBe(true);
  });

  test('counts what could not be decrypted, and makes nobody wait', async () => {
    const { speaker, hear, heard, now } = await stage();
    hear(0);
    speaker.pass(1, 'lost', now());
    hear(2);
    expect(heard()).toEqual(['spoken 0', 'concealed -2', 'spoken 2']);
  });

  test('does not count packets of padding, which take a number and no time', async () => {
    const { speaker, frames, heard, now, hear } = await stage();
    hear(0, Uint8Array.of(1, 1), 0);
    for (let sequence = 1; sequence <= 60; sequence += 1) speaker.pass(sequence, 'empty', now());
    hear(61, Uint8Array.of(1, 2), 960);
    expect(heard()).toEqual(['spoken 1', 'spoken 2']);
    expect(isContinuous(frames)).toBe(true);
  });

  test('is guessed where a packet is no Opus', async ({ stage: { hear, heard } }) => {
    hear(0);
    hear(1, Uint8Array.of(255, 0));
    hear(2);
    expect(heard()).toEqual(['spoken 0', 'concealed -1', 'spoken 2']);
  });
});

describe('where the speaker sent nothing', () => {
  test('there is silence as long as the timestamps say', async ({ stage: { frames, hear } }) => {
    hear(0, Uint8Array.of(1, 1), 0);
    hear(1, Uint8Array.of(1, 2), 960 * 11);
    expect(kindsOf(frames)).toEqual(['spoken', ...faded(10), 'spoken']);
    expect(isContinuous(frames)).toBe(true);
  });

  test('silence is told as time goes by, for so long and no longer', async () => {
    const { hear, wait, frames } = await stage();
    hear(0);
    wait(380);
    expect(frames).toHaveLength(1);
    wait(20);
    expect(frames).toHaveLength(21);
    expect(wait(700)).toBe(true);
    expect(frames).toHaveLength(56);
    expect(wait(400)).toBe(false);
    expect(frames).toHaveLength(1 + fadingFrames + silentFramesAtMost);
    expect(isContinuous(frames)).toBe(true);
    expect(
      frames
        .slice(1 + fadingFrames)
        .every(({ kind, samples }) => kind === 'silence' && samples.every((each) => each === 0)),
    ).toBe(true);
  });

  test('silence is told at once behind packets of silence, which is how people end what they say', async () => {
    const { hear, wait, frames } = await stage();
    hear(0);
    hear(1, silencePacket);
    expect(frames).toHaveLength(2);
    wait(80);
    expect(frames).toHaveLength(2);
    wait(20);
    expect(frames).toHaveLength(7);
    expect(frames.slice(1).every(({ kind }) => kind === 'silence')).toBe(true);
  });

  test('whose clock stands still meanwhile is not late afterwards: quiet moments inside a word stay', async () => {
    const { hear, wait, heard, frames } = await stage();
    hear(0);
    for (const number of [1, 2, 3, 4, 5]) hear(number, silencePacket);
    wait(2_000);
    const told = frames.length;
    hear(6);
    hear(7, silencePacket);
    hear(8);
    expect(heard().slice(told)).toEqual(['spoken 6', 'silence', 'spoken 8']);
    expect(isContinuous(frames)).toBe(true);
  });

  test('packets that are held up for a third of a second and come at once are heard as they were said', async () => {
    const { hear, wait, heard, frames } = await stage();
    hear(0);
    wait(340);
    for (const number of [1, 2, 3]) hear(number);
    expect(heard()).toEqual(['spoken 0', 'spoken 1', 'spoken 2', 'spoken 3']);
    expect(isContinuous(frames)).toBe(true);
  });

  test('silence that was told already is not told again', async ({ stage: { hear, wait, frames } }) => {
    hear(0);
    wait(400);
    hear(1, Uint8Array.of(1, 1), 21 * 960);
    expect(kindsOf(frames)).toEqual(['spoken', ...faded(20), 'spoken']);
    expect(isContinuous(frames)).toBe(true);
  });

  test('a minute of nothing is cut short', async ({ stage: { frames, hear } }) => {
    hear(0, Uint8Array.of(1, 1), 0);
    hear(1, Uint8Array.of(1, 2), 60 * 48_000);
    expect(frames).toHaveLength(2 + fadingFrames + silentFramesAtMost);
    expect(frames.at(-1)?.rtpTimestamp).toBe(60 * 48_000);
  });

  test('packets of silence count as silence, however long they go on', async () => {
    const { hear, wait, frames } = await stage();
    hear(0);
    for (let number = 1; number <= 200; number += 1) {
      hear(number, silencePacket);
      wait(20);
    }
    expect(frames).toHaveLength(1 + silentFramesAtMost);
    hear(201);
    expect(frames.at(-1)).toMatchObject({ kind: 'spoken', rtpTimestamp: 201 * 960 });
  });

  test('what the process itself slept through is no silence', async () => {
    const { speaker, hear, wait, frames } = await stage();
    hear(0);
    speaker.excuse(500);
    wait(500);
    expect(frames).toHaveLength(1);
  });

  test('speech that comes after silence took its place is heard nevertheless', async () => {
    const { hear, wait, heard, frames } = await stage();
    hear(0);
    wait(140);
    hear(1);
    expect(heard().at(-1)).toBe('spoken 1');
    expect(isContinuous(frames)).toBe(true);
  });
});

test('packets of 10 ms make frames of 20 ms', async ({ stage: { frames, hear } }) => {
  for (let number = 0; number < 6; number += 1) hear(number, Uint8Array.of(10, number), number * 480);
  expect(frames.map(({ samples }) => [samples.length, samples[0], samples[160]])).toEqual([
    [320, 0, 1],
    [320, 2, 3],
    [320, 4, 5],
  ]);
  expect(isContinuous(frames)).toBe(true);
});

describe('its decoder', () => {
  test('may come later than its first packets, which lose nothing', async () => {
    const { frames, speaker } = newSpeaker(0);
    for (let number = 0; number < 3; number += 1)
      speaker.hearPacket(number, number * 960, Uint8Array.of(1, number), 0);
    expect(frames).toHaveLength(0);
    await turns(2);
    expect(frames.map(({ samples }) => samples[0])).toEqual([0, 1, 2]);
  });

  test('is freed when the speaker leaves; the silence behind the last word is told', async () => {
    const { codec, speaker, hear, wait, heard } = await stage();
    hear(0);
    hear(2);
    speaker.leave();
    expect(codec.open).toBe(0);
    expect(heard()).toEqual(['spoken 0', 'concealed -2', 'spoken 2']);
    expect(wait(1_300)).toBe(false);
    expect(heard()).toHaveLength(3 + fadingFrames + silentFramesAtMost);
    hear(3);
    expect(heard()).toHaveLength(3 + fadingFrames + silentFramesAtMost);
  });

  test('is freed even when it comes too late', async () => {
    const { codec, speaker } = newSpeaker(0);
    speaker.free();
    await turns(2);
    expect(codec).toMatchObject({ opened: 1, open: 0 });
  });
});

test('whatever is lost, doubled, displaced or not said, the timeline has no hole and every word its place', async () => {
  const fate = fc.record({
    lost: fc.boolean(),
    twice: fc.boolean(),
    late: fc.integer({ min: 0, max: 2 }),
    pause: fc.oneof(
      { weight: 8, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
    ),
  });
  const starts = fc.tuple(
    fc.integer({ min: 65_500, max: 65_535 }),
    fc.integer({ min: 2 ** 32 - 20_000, max: 2 ** 32 - 1 }),
  );
  await fc.assert(
    fc.asyncProperty(
      starts,
      fc.array(fate, { minLength: 1, maxLength: 60 }),
      async ([sequence, timestamp], fates) => {
        const { speaker, frames, wait, now } = await stage();
        let ticks = 0;
        const packets = fates.map(({ pause }, index) => {
          ticks += 960 * (index === 0 ? 0 : 1 + pause);
          return {
            sequence: (sequence + index) % 65_536,
            timestamp: (timestamp + ticks) % 2 ** 32,
            number: index,
          };
        });
        const sent = packets
          .flatMap((packet, index) => {
            const { lost, twice, late } = fates[index] ?? { lost: true, twice: false, late: 0 };
            if (lost && index > 0) return [];
            const at = index === 0 ? -1 : index + late;
            return (twice ? [at, at + 1.5] : [at]).map((each) => ({ packet, at: each }));
          })
          .toSorted((a, b) => a.at - b.at);
        for (const { packet } of sent)
          speaker.hearPacket(packet.sequence, packet.timestamp, Uint8Array.of(1, packet.number), now());
        wait(80);
        const spoken = frames.filter(({ kind }) => kind === 'spoken');
        const arrived = new Map(sent.map(({ packet }) => [packet.timestamp, packet.number]));
        expect(new Map(spoken.map(({ rtpTimestamp, samples }) => [rtpTimestamp, samples.at(-1)]))).toEqual(
          arrived,
        );
        expect(spoken).toHaveLength(arrived.size);
        const silentAtOnce = frames.some((_, index) =>
          frames.slice(index, index + silentFramesAtMost).every(({ kind }) => kind === 'silence'),
        );
        if (!silentAtOnce) expect(isContinuous(frames)).toBe(true);
      },
    ),
    { numRuns: 150 },
  );
});
