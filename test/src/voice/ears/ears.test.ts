import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startVoiceServer } from '../../../../sandbox/discord/voice/voice-server.ts';
import type { VoiceServer } from '../../../../sandbox/discord/voice/voice-server-types.ts';
import {
  type LibraryClient,
  libraryClient,
  seatOf,
  trust,
} from '../../../../sandbox/test/discord/voice/library-client.ts';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import { type AudioEars, createEars } from '../../../../src/voice/ears/ears.ts';
import type { HeardFrame } from '../../../../src/voice/ears/types.ts';
import { sharedPacer } from '../../../../src/voice/mouth/pacer.ts';
import { silencePacket } from '../../../../src/voice/packets/audio.ts';
import { packetsOfPcm } from '../../../../src/voice/packets/of-pcm.ts';
import { collected } from '../../../support/collected.ts';
import { bytesOf, inChunks, joinedSamples, likeness, voiceLike } from '../../../support/sound.ts';

describe('ears', () => {
  let server: VoiceServer;
  let ears: AudioEars | undefined;
  const clients: LibraryClient[] = [];
  let channels = 300;
  /** Who said *never listen to me*. */
  const never = new Set<string>();

  beforeAll(async () => {
    server = await startVoiceServer();
    trust(server);
  });

  afterEach(() => {
    ears?.close();
    for (const { connection } of clients.splice(0)) connection.destroy();
    server.faults.clear();
    never.clear();
  });

  afterAll(() => server.close());

  /** A bot with ears in a call with these people, end-to-end encrypted. */
  async function call(people: readonly string[], allowed: readonly string[] = people) {
    channels += 1;
    const channelId = String(channels);
    const seat = (userId: string) => seatOf(userId, { channelId });
    const bot = libraryClient(server, seat('900'));
    clients.push(bot);
    const hearing = createEars({ silenceMs: 400, neverHears: (userId) => never.has(userId) });
    ears = hearing;
    hearing.attach(bot.connection);
    hearing.allow(new Set(allowed));
    const frames: HeardFrame[] = [];
    hearing.onFrame((frame) => frames.push(frame));
    await bot.ready();
    const others = new Map<string, LibraryClient>();
    for (const userId of people) {
      const person = libraryClient(server, seat(userId));
      clients.push(person);
      others.set(userId, person);
      await person.ready();
      await person.encrypted();
    }
    if (people.length > 0) await bot.encrypted();
    const of = (userId: string) => frames.filter((frame) => frame.userId === userId);
    const person = (userId: string): LibraryClient => others.get(userId) ?? bot;
    return { bot, ears: hearing, frames, of, person, seat };
  }

  async function speechOf(seconds: number, pitchHz = 140) {
    const pcm = voiceLike(seconds, 48_000, pitchHz);
    const packets = await collected(packetsOfPcm(inChunks(bytesOf(pcm), 9_600), 48_000));
    return {
      heardPcm: voiceLike(seconds, 16_000, pitchHz),
      packets: packets.map((packet) => Buffer.from(packet)),
    };
  }

  /** One packet at each tick of the clock by which the ears hear. */
  async function speak({ connection }: LibraryClient, packets: readonly Buffer[]) {
    const waiting = [...packets, ...Array.from({ length: 5 }, () => Buffer.from(silencePacket))];
    const said = Promise.withResolvers<void>();
    const leave = sharedPacer.join((_lateMs, missed) => {
      for (const packet of waiting.splice(0, missed + 1)) connection.playOpusPacket(packet);
      if (waiting.length === 0) said.resolve();
    });
    await said.promise;
    leave();
    connection.setSpeaking(false);
  }

  const isSilent = (frames: readonly HeardFrame[], count: number) =>
    frames.slice(-count).every(({ kind }) => kind === 'silence');
  const soundOf = (frames: readonly HeardFrame[]) => joinedSamples(frames.map(({ samples }) => samples));
  const spokenIn = (frames: readonly HeardFrame[]) => frames.filter(({ kind }) => kind === 'spoken').length;

  test('somebody who said never is not heard, although the call allows it, and is heard again when they take it back', async () => {
    const { person, of } = await call(['1', '2']);
    never.add('1');
    const { packets } = await speechOf(0.3);
    await Promise.all([speak(person('1'), packets), speak(person('2'), packets)]);
    await eventually(() => of('2').length >= packets.length, 'the other one');
    expect(of('1')).toEqual([]);
    never.delete('1');
    await speak(person('1'), packets);
    await eventually(() => of('1').length >= packets.length, 'the first one');
  });

  describe('somebody who agreed', () => {
    test('is heard as they spoke, at 16 kHz, and silence follows', async () => {
      const { person, of } = await call(['1']);
      const { packets, heardPcm } = await speechOf(1);
      await speak(person('1'), packets);
      await eventually(() => of('1').length >= packets.length + 20, 'the silence behind the last word');
      expect(of('1').every(({ samples }) => samples.length === 320)).toBe(true);
      expect(isSilent(of('1'), 10)).toBe(true);
      expect(likeness(heardPcm, soundOf(of('1')), 800).alike).toBeGreaterThan(0.9);
    });

    test('is heard through loss, jitter, reordering and doubled packets without a hole', async () => {
      const { person, of } = await call(['1']);
      server.faults.impair({ loss: 0.05, reorder: 0.05, duplicate: 0.2, jitterMs: 15, seed: 4 });
      const { packets } = await speechOf(2);
      await speak(person('1'), packets);
      await eventually(() => isSilent(of('1'), 15) && of('1').length > 80, 'the end');
      const frames = of('1');
      const firstSilence = frames.findLastIndex(({ kind }) => kind === 'spoken') + 1;
      const steps = frames
        .slice(1, firstSilence)
        .map(({ rtpTimestamp }, index) => (rtpTimestamp - (frames[index]?.rtpTimestamp ?? 0)) >>> 0);
      expect(new Set(steps)).toEqual(new Set([960]));
      expect(spokenIn(frames)).toBeGreaterThan(packets.length * 0.85);
      expect(spokenIn(frames)).toBeLessThanOrEqual(packets.length);
    });

    test('is heard after sixty packets of nothing but padding', async () => {
      const { person, of, ears } = await call(['1']);
      const { packets } = await speechOf(0.6);
      await speak(person('1'), packets.slice(0, 5));
      await eventually(() => spokenIn(of('1')) > 0);
      server.faults.paddingBurst('1', 60);
      await eventually(() => ears.counts.empty >= 60, 'the padding');
      const before = spokenIn(of('1'));
      await speak(person('1'), packets);
      await eventually(() => spokenIn(of('1')) >= before + packets.length, 'everything behind it');
      expect(ears.counts).toMatchObject({ failed: 0, recoveries: 0 });
    });

    test("is heard on the bot's next voice server, where they have another SSRC", async () => {
      const { bot, person, of, seat, ears } = await call(['1']);
      const { packets } = await speechOf(0.4);
      await speak(person('1'), packets);
      await eventually(() => spokenIn(of('1')) >= packets.length);
      server.remove('100', '900', 4_006);
      await eventually(() => bot.asked.length > 0);
      bot.seat(seat('900'));
      ears.attach(bot.connection);
      await bot.ready();
      await bot.encrypted();
      person('1').connection.setSpeaking(true);
      const before = spokenIn(of('1'));
      await speak(person('1'), packets);
      await eventually(() => spokenIn(of('1')) >= before + packets.length - 5, 'speech after the move');
    });
  });

  test('somebody whose frames nobody can decrypt is noticed, though they end every word in clear', async () => {
    const { person, ears } = await call(['1']);
    const deafness: boolean[] = [];
    ears.onDeafness((deaf) => deafness.push(deaf));
    const { packets } = await speechOf(0.6);
    person('1').garble(true);
    for (let word = 0; word < 8 && deafness.length === 0; word += 1) await speak(person('1'), packets);
    expect(deafness).toEqual([true]);
    expect(ears.counts.recoveries).toBe(1);
    person('1').garble(false);
    await speak(person('1'), packets);
    await eventually(() => deafness.length === 2, 'being heard again');
    expect(deafness).toEqual([true, false]);
  });

  describe('somebody who did not agree', () => {
    test('is never decrypted, while the others are heard', async () => {
      const { person, of, frames, ears } = await call(['1', '2'], ['1']);
      const { packets } = await speechOf(0.5);
      await Promise.all([speak(person('1'), packets), speak(person('2'), packets)]);
      await eventually(() => spokenIn(of('1')) >= packets.length);
      expect(frames.every(({ userId }) => userId === '1')).toBe(true);
      expect(ears.counts.heard).toBeLessThanOrEqual(packets.length + 5);
    });

    test('any more is silent from that moment on, and frees their decoder', async () => {
      const { person, of, ears } = await call(['1']);
      const { packets } = await speechOf(1);
      const speaking = speak(person('1'), packets);
      await eventually(() => spokenIn(of('1')) > 5);
      ears.allow(new Set());
      const before = of('1').length;
      await speaking;
      expect(of('1')).toHaveLength(before);
    });
  });

  test('a listener that throws takes nothing from the others', async () => {
    const { person, of, ears } = await call(['1']);
    ears.onFrame(() => {
      throw new Error('mine alone');
    });
    const late: HeardFrame[] = [];
    const stop = ears.onFrame((frame) => late.push(frame));
    const { packets } = await speechOf(0.3);
    await speak(person('1'), packets);
    await eventually(() => spokenIn(late) >= packets.length);
    expect(spokenIn(of('1'))).toBe(spokenIn(late));
    stop();
  });
});
