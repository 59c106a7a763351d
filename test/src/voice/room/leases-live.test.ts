import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../../../sandbox/test/support/eventually.ts';
import type { VoicePerson } from '../../../../sandbox/test/support/voice-person.ts';
import { securityOf } from '../../../../src/voice/ears/rtp.ts';
import type { RoomLease } from '../../../../src/voice/room/types.ts';
import { wordsFor } from '../../../../src/words/index.ts';
import { aboutVoice, type RoomStage, sayPackets, startRoomStage } from '../../../support/room-stage.ts';

const choir = { name: 'choir', rank: 9 };
const radio = { name: 'radio', rank: 1 };

let stage: RoomStage;

beforeEach(async () => {
  stage = await startRoomStage({ speed: 5 });
  return async () => await stage[Symbol.asyncDispose]();
});

const selfDeaf = () => stage.shown()?.selfDeaf;
const status = () => stage.discord.voiceStates.statusOf(stage.discord.channels.voice);
const words = wordsFor('en-US').voice;
const about = () => aboutVoice(stage);
const ids = (...people: readonly VoicePerson[]) => new Set(people.map(({ person }) => person.id));

/** Ann, and two features in her room, each with its own place to be told. */
async function both() {
  const ann = await stage.sit('member');
  const [sings, plays] = await Promise.all([
    stage.enter('voice', { feature: choir, notices: 'general' }),
    stage.enter('voice', { feature: radio, notices: 'videos' }),
  ]);
  return { ann, sings, plays };
}

/** How many spoken frames of whom a lease hears, from now on. */
function heardBy({ ears }: RoomLease): Map<string, number> {
  const heard = new Map<string, number>();
  ears.onFrame(({ userId, kind }) => {
    if (kind === 'spoken') heard.set(userId, (heard.get(userId) ?? 0) + 1);
  });
  return heard;
}

/** Of whom frames are decrypted from now on: decoding comes behind it. */
function decryptedOf(): Set<string> {
  const users = new Set<string>();
  for (const connection of stage.connections) {
    const session = securityOf(connection)?.session;
    if (!session) throw new Error('no end-to-end encryption');
    const decrypt = session.decrypt.bind(session);
    session.decrypt = (packet, userId) => {
      users.add(userId);
      return decrypt(packet, userId);
    };
  }
  return users;
}

const speech = Array.from({ length: 15 }, () => Uint8Array.of(0xf8, 0xff, 0xfe, 0));
const speak = async (...people: readonly VoicePerson[]) =>
  await Promise.all(people.map(async (person) => await person.speakPackets(speech)));

/** Something endless that nobody else says: 60 bytes of one value. */
function say(lease: RoomLease, id: string, byte: number, count = 10_000) {
  return sayPackets(lease, Array(count).fill(Buffer.alloc(60, byte)), id);
}

const heardBytes = (person: VoicePerson) =>
  person.frames.filter(({ packet }) => packet.length === 60).map(({ packet }) => packet[0]);

describe('two features in one room', () => {
  it('each hear those who agreed to them; nobody else is even decrypted', async () => {
    const ben = await stage.sit('moderator');
    const otto = await stage.sit('owner');
    const { ann, sings, plays } = await both();
    sings.ears.allow(ids(ann));
    plays.ears.allow(ids(ben));
    await eventually(() => selfDeaf() === false);
    const decrypted = decryptedOf();
    const [bySings, byPlays] = [heardBy(sings), heardBy(plays)];
    await speak(ann, ben, otto);
    await eventually(() => bySings.get(ann.person.id) === 15 && byPlays.get(ben.person.id) === 15);
    expect([...bySings.keys()]).toEqual([ann.person.id]);
    expect([...byPlays.keys()]).toEqual([ben.person.id]);
    expect(decrypted).toEqual(ids(ann, ben));
    const { unencryptedFrames } = stage.discord.voice.record.of(stage.botId);
    expect(unencryptedFrames).toBe(0);
  });

  it('lose a person who takes it back from one of them; the other hears on', async () => {
    const ben = await stage.sit('moderator');
    const { ann, sings, plays } = await both();
    sings.ears.allow(ids(ann, ben));
    plays.ears.allow(ids(ann));
    await eventually(() => selfDeaf() === false);
    const decrypted = decryptedOf();
    sings.ears.allow(new Set());
    const [bySings, byPlays] = [heardBy(sings), heardBy(plays)];
    await speak(ann, ben);
    await eventually(() => byPlays.get(ann.person.id) === 15);
    expect(bySings.size).toBe(0);
    expect(decrypted).toEqual(ids(ann));
  });

  it('speak in turn; one that stops leaves the other talking, whole and in its place', async () => {
    const { ann, sings, plays } = await both();
    const reading = say(plays, 'news', 1, 40);
    const song = say(sings, 'song', 2);
    await eventually(() => heardBytes(ann).length > 5);
    sings.mouth.stop();
    expect(await song.ended).toBe('stopped');
    expect(plays.mouth.playing).toBe('news');
    expect(await reading.ended).toBe('finished');
    expect(reading.playedMs).toBe(800);
    expect(new Set(heardBytes(ann))).toEqual(new Set([1]));
    expect(song.playedMs).toBe(0);
  });

  it("that one of them leaves is the other's still: it talks on, and is told nothing", async () => {
    const { ann, sings, plays } = await both();
    const song = say(sings, 'song', 2);
    await eventually(() => heardBytes(ann).length > 2);
    await plays.release();
    await plays.release();
    expect(plays.state).toMatchObject({ is: 'left', end: 'asked' });
    expect(await plays.ended).toBe('asked');
    expect(await say(plays, 'too late', 3).ended).toBe('left');
    const before = song.playedMs;
    await eventually(() => song.playedMs > before + 100);
    expect(sings.state.is).toBe('ready');
    expect(stage.notices).toEqual([]);
    expect(new Set(heardBytes(ann))).toEqual(new Set([2]));
  });

  it('are deaf when neither hears, and not when one does, for everybody to see', async () => {
    const { ann, sings, plays } = await both();
    expect(selfDeaf()).toBe(true);
    sings.ears.allow(ids(ann));
    plays.ears.allow(ids(ann));
    await eventually(() => selfDeaf() === false);
    sings.ears.allow(new Set());
    await plays.setStatus('Playing');
    expect(selfDeaf()).toBe(false);
    await plays.release();
    await eventually(() => selfDeaf() === true);
    expect(stage.connections).toHaveLength(1);
  });

  it("show the status of the more important one, and the other's when it goes", async () => {
    const { sings, plays } = await both();
    await plays.setStatus('Playing');
    expect(status()).toBe('Playing');
    await sings.setStatus('Singing');
    expect(status()).toBe('Singing');
    await plays.setStatus('Playing on');
    expect(status()).toBe('Singing');
    await sings.release();
    expect(status()).toBe('Playing on');
  });

  it('leave with the last of them, who stays as long as there is one', async () => {
    const { sings, plays } = await both();
    await sings.release();
    expect(stage.shown()).toBeDefined();
    await plays.release();
    await eventually(() => stage.shown() === undefined);
    expect(stage.ends).toEqual(['asked']);
    expect(stage.notices).toEqual([]);
  });

  it('are both told what concerns the room, once in each place', async () => {
    const { sings } = await both();
    await stage.enter('voice', { feature: { name: 'third', rank: 5 }, notices: 'general' });
    stage.discord.voiceStates.setServerMute(stage.guildId, stage.botId, true);
    await eventually(() => stage.notices.length === 2);
    expect(stage.noticedIn).toEqual([stage.discord.channels.general, stage.discord.channels.videos]);
    stage.discord.voiceStates.disconnectMember(stage.guildId, stage.botId);
    await sings.ended;
    expect(stage.notices.slice(2)).toEqual([
      words.ends.disconnected(about()),
      words.ends.disconnected(about()),
    ]);
  });

  it('are told that they hear nobody only where they would hear somebody', async () => {
    const { ann, sings, plays } = await both();
    plays.ears.allow(ids(ann));
    stage.discord.voiceStates.setServerDeafen(stage.guildId, stage.botId, true);
    await eventually(() => stage.notices.length === 1);
    expect(stage.noticedIn).toEqual([stage.discord.channels.videos]);
    sings.ears.allow(ids(ann));
    await eventually(() => stage.notices.length === 2);
    expect(stage.noticedIn[1]).toBe(stage.discord.channels.general);
    stage.discord.voiceStates.setServerDeafen(stage.guildId, stage.botId, false);
    await eventually(() => stage.notices.length === 4);
  });

  it('do not share a change of mind: what one calls off, the other still gets', async () => {
    await stage.sit('member');
    const caller = new AbortController();
    const entering = stage.enter('voice', { feature: radio, signal: caller.signal });
    const other = stage.enter('voice', { feature: choir });
    caller.abort(new Error('called off'));
    await expect(entering).rejects.toThrow('called off');
    expect((await other).state.is).toBe('ready');
    expect(stage.rooms.of(stage.guildId, radio)).toBeUndefined();
  });

  it('keep everybody else in their channel, and one that left can come back', async () => {
    await stage.sit('moderator', 'workshop');
    const { sings, plays } = await both();
    await expect(stage.enter('workshop', { feature: { name: 'third', rank: 5 } })).rejects.toMatchObject({
      facts: { code: 'voice-elsewhere', channelId: stage.discord.channels.voice },
    });
    await plays.release();
    const again = await stage.enter('voice', { feature: radio });
    expect(again).not.toBe(plays);
    expect(await say(again, 'back', 4, 3).ended).toBe('finished');
    expect(sings.state.is).toBe('ready');
  });
});

describe('a lease', () => {
  it('that is let go of at the end of its block is released', async () => {
    await stage.sit('member');
    {
      await using lease = await stage.enter('voice', { feature: radio });
      expect(lease.state.is).toBe('ready');
    }
    expect(stage.ends).toEqual(['asked']);
  });

  it('that was released while its room was being joined is told so', async () => {
    await stage.sit('member');
    const entering = stage.enter('voice', { feature: radio });
    await stage.rooms.of(stage.guildId, radio)?.release();
    await expect(entering).rejects.toMatchObject({ facts: { code: 'voice-unreachable' } });
    expect(stage.ends).toEqual(['asked']);
  });
});
