import { afterEach, test as base, beforeEach, describe, expect } from 'vitest';
import {
  connectVoice,
  type VoiceClient,
  type VoiceEnd,
} from '../../../../discord/voice/person/voice-client.ts';
import { startVoiceServer } from '../../../../discord/voice/voice-server.ts';
import type { VoiceServer } from '../../../../discord/voice/voice-server-types.ts';

const test = base.extend('pair', () => pair());

const guildId = '1324000000000000500';
const channelId = '1324000000000000501';
const ann = '1324000000000000511';
const ben = '1324000000000000512';
const cyd = '1324000000000000513';

let server: VoiceServer;
const clients: VoiceClient[] = [];

beforeEach(async () => {
  server = await startVoiceServer();
});

afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await server.close();
});

function join(
  userId: string,
  options: { readonly stage?: boolean; readonly readyTimeoutMs?: number } = {},
): VoiceClient {
  const { stage = false, readyTimeoutMs = 60_000 } = options;
  const sessionId = `session of ${userId}`;
  const seat = { guildId, channelId, userId, sessionId, muted: false, deafened: false, stage };
  const { token } = server.admit(seat);
  const { endpoint, certificate } = server;
  const client = connectVoice({ ...seat, token, endpoint, certificate, readyTimeoutMs });
  clients.push(client);
  return client;
}

async function pair() {
  const two = [join(ann), join(ben)] as const;
  await Promise.all(two.map(({ ready }) => ready));
  return two;
}

interface Heard {
  readonly userId: string;
  readonly text: string;
}

/** What is heard is never looked into on the way, so that any bytes do for Opus. */
function heardBy(client: VoiceClient): Heard[] {
  const heard: Heard[] = [];
  client.onPacket(({ userId, packet }) => heard.push({ userId, text: Buffer.from(packet).toString() }));
  return heard;
}

async function until(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { interval: 10 }).toBe(true);
}

/** Says it again and again, as people do who talk, until that was heard. */
async function sayUntil(speaker: VoiceClient, text: string, heard: () => boolean): Promise<void> {
  await expect
    .poll(
      () => {
        speaker.speak(Buffer.from(text));
        return heard();
      },
      { interval: 20 },
    )
    .toBe(true);
}

describe('people in a call', () => {
  test('hear each other through the voice server, end to end encrypted', async () => {
    const [first, second] = await pair();
    const [atFirst, atSecond] = [heardBy(first), heardBy(second)];
    await sayUntil(first, 'from ann', () => atSecond.length > 0);
    await sayUntil(second, 'from ben', () => atFirst.length > 0);
    expect(atSecond[0]).toEqual({ userId: ann, text: 'from ann' });
    expect(atFirst[0]).toEqual({ userId: ben, text: 'from ben' });
    expect(server.record.of(ann).packets.every(({ endToEndEncrypted }) => endToEndEncrypted)).toBe(true);
  });

  test('somebody alone is ready, and sends nothing that has no keys', async () => {
    const alone = join(ann);
    await alone.ready;
    expect(alone.speak(Buffer.from('to nobody'))).toBe(false);
    const second = join(ben);
    const heard = heardBy(second);
    await second.ready;
    await sayUntil(alone, 'to ben', () => heard.length > 0);
    expect(server.record.of(ann).unencryptedFrames).toBe(0);
  });

  test('a third who comes while two talk is heard and hears', async ({ pair: [first] }) => {
    await sayUntil(first, 'hello', () => server.record.of(ann).forwarded > 0);
    const third = join(cyd);
    const [atFirst, atThird] = [heardBy(first), heardBy(third)];
    await sayUntil(first, 'still ann', () => atThird.length > 0);
    await third.ready;
    await sayUntil(third, 'from cyd', () => atFirst.some(({ userId }) => userId === cyd));
    expect(atThird[0]).toEqual({ userId: ann, text: 'still ann' });
    // Ben said nothing.
    expect(atThird.every(({ userId }) => userId === ann)).toBe(true);
  });

  test('a stage has no keys: ready and heard in the clear', async () => {
    const [first, second] = [join(ann, { stage: true }), join(ben, { stage: true })];
    const heard = heardBy(second);
    await Promise.all([first.ready, second.ready]);
    await sayUntil(first, 'on a stage', () => heard.length > 0);
    expect(heard[0]).toEqual({ userId: ann, text: 'on a stage' });
    expect(server.record.of(ann).packets.some(({ endToEndEncrypted }) => endToEndEncrypted)).toBe(false);
  });

  test('the end of speech is five silence frames, then no longer speaking', async () => {
    const [first, second] = await pair();
    const changes: { readonly userId: string; readonly speaking: boolean }[] = [];
    second.onSpeaking((change) => changes.push(change));
    await sayUntil(first, 'a word', () => changes.length > 0);
    first.endSpeech();
    await until(() => changes.length === 2);
    expect(changes).toEqual([
      { userId: ann, speaking: true },
      { userId: ann, speaking: false },
    ]);
    expect(server.record.of(ann).trailingSilenceFrames).toBe(5);
    // Op 5: on, then off.
    await until(() => server.record.of(ann).ops.get(5) === 2);
  });

  test('speaking on cuts the silence frames short', async ({ pair: [first, second] }) => {
    const heard = heardBy(second);
    await sayUntil(first, 'a word', () => heard.length > 0);
    first.endSpeech();
    expect(first.speak(Buffer.from('another'))).toBe(true);
    await sayUntil(first, 'a third', () => heard.at(-1)?.text === 'a third');
    expect(server.record.of(ann).silenceFrames).toBe(0);
  });
});

describe('a person whose voice server misbehaves', () => {
  test('is given nothing that is still encrypted while a welcome is held', async ({ pair: [first] }) => {
    const hold = server.faults.holdWelcome();
    const third = join(cyd);
    const heard = heardBy(third);
    await sayUntil(first, 'for members', () => server.record.of(cyd).delivered > 20);
    expect(heard).toEqual([]);
    hold.release();
    await third.ready;
    await sayUntil(first, 'for cyd, too', () => heard.at(-1)?.text === 'for cyd, too');
    expect(heard.filter(({ text }) => !text.startsWith('for '))).toEqual([]);
  });

  test('survives a proposal of a wrong epoch', async ({ pair: [first] }) => {
    server.faults.wrongEpochProposal(ann);
    const third = join(cyd);
    const heard = heardBy(third);
    await third.ready;
    await sayUntil(first, 'still here', () => heard.length > 0);
  });

  test('hears on after a burst of padding, and does not start over for it', async () => {
    const [first, second] = await pair();
    const heard = heardBy(second);
    await sayUntil(first, 'before', () => heard.length > 0);
    server.faults.paddingBurst(ann, 60);
    await sayUntil(first, 'after', () => heard.at(-1)?.text === 'after');
    expect(heard.every(({ text }) => text.length > 0)).toBe(true);
    expect(server.record.of(ben).ops.get(31)).toBeUndefined();
  });

  test.each(['aead_aes256_gcm_rtpsize', 'aead_xchacha20_poly1305_rtpsize'] as const)(
    'speaks and hears where only %s is offered',
    async (mode) => {
      server.faults.offerModes([mode]);
      const [first, second] = await pair();
      const heard = heardBy(second);
      await sayUntil(first, 'hello', () => heard.length > 0);
      expect(heard[0]).toEqual({ userId: ann, text: 'hello' });
    },
  );

  test('resumes after its connection is dropped', async ({ pair: [first, second] }) => {
    const heard = heardBy(first);
    server.faults.drop(ann);
    await sayUntil(second, 'over there', () => heard.length > 0);
    await sayUntil(first, 'back', () => server.record.of(ann).forwarded > 0);
  });

  test.each([4006, 4014, 4021, 4022])(
    'is told the close code %i, once, and asks for nothing more',
    async (code) => {
      const [first] = await pair();
      const ends: VoiceEnd[] = [];
      first.onClosed((end) => ends.push(end));
      server.faults.close(code, ann);
      await until(() => ends.length > 0);
      expect(ends).toMatchObject([{ code }]);
      expect(first.speak(Buffer.from('too late'))).toBe(false);
      first.close();
      expect(ends).toHaveLength(1);
      expect(server.connected(channelId)).toEqual([ben]);
    },
  );

  test('is not ready when its token is refused', async () => {
    server.faults.refuse(4004, 1);
    await expect(join(ann).ready).rejects.toThrow('4004');
  });

  test('is not ready when nobody listens at that address', async () => {
    const { certificate } = server;
    const nobody = connectVoice({
      guildId,
      channelId,
      userId: ann,
      sessionId: 'none',
      token: 'none',
      endpoint: '127.0.0.1:1',
      certificate,
    });
    await expect(nobody.ready).rejects.toThrow('ended');
  });

  test('is not ready when its discovery is never answered, and says so in time', async () => {
    server.faults.dropDiscovery(1);
    await expect(join(ann, { readyTimeoutMs: 300 }).ready).rejects.toThrow('not ready within 300 ms');
  });

  test('a client that closes is told nothing any longer', async ({ pair: [first, second] }) => {
    const ends: VoiceEnd[] = [];
    first.onClosed((end) => ends.push(end));
    const heard = heardBy(first);
    first.close();
    first.close();
    second.speak(Buffer.from('anybody there'));
    await until(() => server.record.of(ben).received > 0);
    await until(() => !server.connected(channelId).includes(ann));
    expect(ends).toEqual([]);
    expect(heard).toEqual([]);
  });
});
