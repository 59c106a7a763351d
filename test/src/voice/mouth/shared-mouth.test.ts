import { beforeAll, describe, expect, test } from 'vitest';
import type { Mouth, PlayRequest } from '../../../../src/voice/mouth/types.ts';
import { libopus } from '../../../../src/voice/packets/opus-codec.ts';
import { numbered, PushedPackets } from '../../../support/pushed-packets.ts';
import { mouthStage, silences } from '../../../support/recording-sink.ts';

function stage() {
  const made = mouthStage();
  const talker = made.room.seat({ name: 'talker', rank: 9 });
  const reader = made.room.seat({ name: 'reader', rank: 1 });
  made.room.resume();
  return { ...made, packets: made.sink.packets, talker, reader, spoken: () => made.sink.spoken };
}

const say = (mouth: Mouth, speaker: number, count: number, more: Partial<PlayRequest> = {}) =>
  mouth.play({
    id: String(speaker),
    priority: 'normal',
    packets: new PushedPackets().push(...numbered(speaker, count)).end(),
    ...more,
  });

describe('features that share a mouth', () => {
  test('speak in turn, the more important first, and nobody is interrupted', async () => {
    const { talker, reader, spoken, advance } = stage();
    say(reader, 1, 3);
    say(reader, 2, 1);
    await advance(25);
    say(talker, 9, 1);
    await advance(700);
    expect(spoken()).toEqual(['1.0', '1.1', '1.2', '9.0', '2.0']);
  });

  test('see only what is their own', async () => {
    const { room, talker, reader, advance } = stage();
    say(reader, 1, 50);
    say(reader, 2, 1);
    say(talker, 9, 1);
    await advance(25);
    expect([reader.playing, reader.waiting]).toEqual(['1', ['2']]);
    expect([talker.playing, talker.waiting]).toEqual([undefined, ['9']]);
    expect(talker.skip()).toBe(false);
    expect(talker.skip('1')).toBe(false);
    expect(room.busy).toBe(true);
  });

  test('stop without touching one another', async () => {
    const { talker, reader, spoken, advance } = stage();
    const song = say(talker, 9, 3);
    const texts = [say(reader, 1, 1), say(reader, 2, 1)];
    await advance(25);
    reader.stop();
    expect(await Promise.all(texts.map(({ ended }) => ended))).toEqual(['stopped', 'stopped']);
    await advance(300);
    expect(await song.ended).toBe('finished');
    expect(spoken()).toEqual(['9.0', '9.1', '9.2']);
  });

  test('let the next one begin when the one that speaks stops', async () => {
    const { sink, talker, reader, advance } = stage();
    say(talker, 9, 100);
    say(reader, 1, 1);
    await advance(25);
    const before = sink.sent.length;
    talker.stop();
    await advance(300);
    expect(sink.what.slice(before)).toEqual([...silences(5), '1.0', ...silences(5)]);
  });

  test('keep the floor through the pauses of a turn', async () => {
    const { talker, reader, spoken, advance } = stage();
    const letGo = talker.hold();
    say(reader, 1, 1);
    say(talker, 8, 1);
    await advance(400);
    expect(spoken()).toEqual(['8.0']);
    say(talker, 9, 1);
    await advance(400);
    expect(spoken()).toEqual(['8.0', '9.0']);
    letGo();
    await advance(200);
    expect(spoken()).toEqual(['8.0', '9.0', '1.0']);
  });

  test('lose the floor when they leave, and what they had to say', async () => {
    const { talker, reader, spoken, advance } = stage();
    talker.hold();
    const song = say(talker, 9, 100);
    say(reader, 1, 1);
    await advance(25);
    talker.close();
    expect(await song.ended).toBe('left');
    expect(await say(talker, 8, 1).ended).toBe('left');
    talker.hold();
    say(reader, 2, 1);
    await advance(600);
    expect(spoken()).toEqual(['9.0', '9.1', '1.0', '2.0']);
  });

  test('are interrupted when that is asked for, and go on where they were', async () => {
    const { sink, talker, reader, advance } = stage();
    const reading = say(reader, 1, 4);
    say(reader, 2, 1);
    await advance(30);
    say(talker, 9, 2, { interrupts: true });
    await advance(900);
    expect(sink.what).toEqual([
      ...['1.0', '1.1', ...silences(5)],
      ...['9.0', '9.1', ...silences(5)],
      ...['1.2', '1.3', ...silences(5)],
      ...['2.0', ...silences(5)],
    ]);
    expect(await reading.ended).toBe('finished');
    expect(reading.playedMs).toBe(80);
  });

  test('are not interrupted by those who are less important', async () => {
    const { talker, reader, spoken, advance } = stage();
    say(talker, 9, 2);
    await advance(10);
    say(reader, 1, 1, { interrupts: true });
    await advance(400);
    expect(spoken()).toEqual(['9.0', '9.1', '1.0']);
  });
});

const rateHz = 24_000;

/** A tone, as PCM in pieces of 10 ms; counts what was taken of it. */
function tone(seconds: number) {
  const samples = Int16Array.from(
    { length: seconds * rateHz },
    (_, at) => 12_000 * Math.sin((2 * Math.PI * 440 * at) / rateHz),
  );
  const bytes = new Uint8Array(samples.buffer);
  return (async function* () {
    for (let at = 0; at < bytes.length; at += 480) yield bytes.subarray(at, at + 480);
  })();
}

/** How loud each packet of 20 ms sounds, as a part of full scale. */
async function loudness(packets: readonly Uint8Array[]): Promise<number[]> {
  const decoder = await libopus.decoder(rateHz);
  const levels = packets.map((packet) => {
    const samples = decoder.decode(packet);
    return Math.sqrt(samples.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / samples.length);
  });
  decoder.free();
  return levels;
}

const playTone = (mouth: Mouth, seconds = 2) =>
  mouth.play({ id: 'tone', priority: 'normal', pcm: tone(seconds), sampleRateHz: rateHz });

describe('PCM', () => {
  // The first encoder loads the library, which takes real time.
  beforeAll(async () => (await libopus.encoder(rateHz)).free());

  test('is heard whole, and knows to the packet how far it was', async () => {
    const { packets, talker, advance } = stage();
    const playback = playTone(talker, 0.2);
    await advance(105);
    expect(playback.playedMs).toBe(packets.length * 20);
    await advance(400);
    expect(await playback.ended).toBe('finished');
    // And one packet for what the encoder looks ahead.
    expect(playback.playedMs).toBe(220);
    const levels = await loudness(packets);
    for (const level of levels.slice(1, 10)) expect(level).toBeCloseTo(0.26, 1);
  });

  test('is ducked within 60 ms, and comes back', async () => {
    const { packets, talker, advance } = stage();
    const playback = playTone(talker);
    await advance(205);
    const at = packets.length;
    expect(playback.setGain(-20, 40)).toBe(true);
    await advance(200);
    const back = packets.length;
    playback.setGain(0, 40);
    await advance(200);
    const levels = await loudness(packets);
    const loud = levels[at - 1] ?? 0;
    expect(loud).toBeGreaterThan(0.2);
    for (const level of levels.slice(at + 3, back)) expect(level / loud).toBeCloseTo(0.1, 1);
    expect((levels[back + 3] ?? 0) / loud).toBeCloseTo(1, 1);
  });

  test('fades when it is stopped, then silence follows; what comes next is as loud as ever', async () => {
    const { sink, packets, talker, advance } = stage();
    const playback = playTone(talker);
    await advance(205);
    const at = packets.length;
    talker.stop({ fadeMs: 60 });
    playTone(talker, 0.1);
    await advance(500);
    expect(await playback.ended).toBe('stopped');
    expect(playback.playedMs).toBe((at + 3) * 20);
    const levels = await loudness(packets);
    const fading = levels.slice(at - 1, at + 3);
    expect(fading).toEqual(fading.toSorted((one, other) => other - one));
    expect((levels[at + 2] ?? 1) / (levels[at - 1] ?? 0)).toBeLessThan(0.3);
    expect(sink.what.slice(at + 3, at + 8)).toEqual(silences(5));
    expect((levels[at + 10] ?? 0) / (levels[at - 1] ?? 1)).toBeCloseTo(1, 1);
  });

  test('is simply over where it ran dry, or where nobody hears it fade', async () => {
    const { room, talker, advance } = stage();
    const endless = (async function* () {
      yield* tone(0.04);
      await new Promise(() => undefined);
    })();
    const dry = talker.play({ id: 'dry', priority: 'normal', pcm: endless, sampleRateHz: rateHz });
    await advance(200);
    talker.stop({ fadeMs: 60 });
    expect(await dry.ended).toBe('stopped');
    const playback = playTone(talker);
    await advance(200);
    talker.stop({ fadeMs: 60 });
    room.pause();
    expect(await playback.ended).toBe('stopped');
  });

  test("that fades goes on fading when it is stopped again, and is ended by the room's end at once", async () => {
    const { room, sink, talker, advance } = stage();
    const playback = playTone(talker);
    await advance(205);
    talker.skip('tone', { fadeMs: 80 });
    talker.stop({ fadeMs: 80 });
    room.close();
    const before = sink.sent.length;
    expect(await playback.ended).toBe('left');
    await advance(100);
    expect(sink.sent).toHaveLength(before);
  });

  test('that fades is not brought back by an interruption', async () => {
    const { reader, talker, spoken, advance } = stage();
    const playback = playTone(reader);
    await advance(205);
    reader.stop({ fadeMs: 60 });
    say(talker, 9, 1, { interrupts: true });
    await advance(20);
    expect(spoken()).not.toContain('9.0');
    await advance(1_000);
    expect(await playback.ended).toBe('stopped');
    expect(spoken().at(-1)).toBe('9.0');
  });

  test('that fails says what it had, and is failed with the reason', async () => {
    const { talker, advance } = stage();
    const reason = new Error('the service hung up');
    const broken = (async function* () {
      yield* tone(0.04);
      throw reason;
    })();
    const playback = talker.play({ id: 'a', priority: 'normal', pcm: broken, sampleRateHz: rateHz });
    await advance(300);
    expect(await playback.ended).toBe('failed');
    expect(playback.error).toBe(reason);
    expect(playback.playedMs).toBe(40);
  });
});

test('Opus as it came is neither quieter nor fades: it breaks off', async () => {
  const { sink, reader, advance } = stage();
  const playback = say(reader, 1, 50);
  await advance(45);
  expect(playback.setGain(-12, 40)).toBe(false);
  const before = sink.sent.length;
  reader.stop({ fadeMs: 60 });
  expect(await playback.ended).toBe('stopped');
  await advance(200);
  expect(sink.what.slice(before)).toEqual(silences(5));
});
