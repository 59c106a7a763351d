import { afterEach, test as base, beforeEach, describe, expect } from 'vitest';
import { VoiceCall } from '../../../console/page/voice/voice-call.ts';
import type { VoiceState, VoiceStateWish } from '../../../console/page/wire/voice.ts';
import { BridgeStage } from '../../support/bridge-stage.ts';
import type { FakeBridgedVoice } from '../../support/bridged-voice.ts';
import { FakeCallSound } from '../../support/fake-call-sound.ts';

const test = base.extend('voice', () => join());

const lounge = { guildId: '10', channelId: '20' };
const packet = Uint8Array.of(0xf8, 1, 2);

let bridge: BridgeStage;
let sound: FakeCallSound;
let asked: VoiceStateWish[];
let said: string[];
let call: VoiceCall;

beforeEach(async () => {
  asked = [];
  said = [];
  bridge = await BridgeStage.open();
  sound = new FakeCallSound();
  call = new VoiceCall({
    userId: '3',
    bridgeUrl: bridge.url,
    sound,
    schedule: bridge.timers.schedule,
    update: (wish) => asked.push(wish),
    sessionId: () => 'session',
    nameOf: (channelId) => (channelId === '20' ? 'Lounge' : 'Workshop'),
    voice: async () => [Buffer.from(packet).toString('base64')],
    say: (sentence) => said.push(sentence),
    heard: () => undefined,
  });
});

afterEach(async () => {
  call.leave();
  await bridge[Symbol.asyncDispose]();
});

/** The gateway says where a person sits. */
function placed(channelId: string | null, more: Partial<VoiceState> = {}): void {
  call.apply('VOICE_STATE_UPDATE', {
    guild_id: '10',
    channel_id: channelId,
    user_id: '3',
    session_id: 'session',
    deaf: false,
    mute: false,
    self_deaf: false,
    self_mute: false,
    suppress: false,
    ...more,
  });
}

function served(token = 'token'): void {
  call.apply('VOICE_SERVER_UPDATE', { guild_id: '10', token, endpoint: bridge.endpoint });
}

async function voiceNumber(count: number): Promise<FakeBridgedVoice> {
  await expect.poll(() => bridge.voices.length).toBe(count);
  const voice = bridge.voices.at(-1);
  if (!voice) throw new Error('no voice');
  return voice;
}

/** In the Lounge, connected. */
async function join(withMicrophone = true): Promise<FakeBridgedVoice> {
  await call.join(lounge, withMicrophone);
  placed('20');
  served();
  const voice = await voiceNumber(1);
  voice.becomeReady();
  await expect.poll(() => call.state.kind).toBe('in');
  return voice;
}

describe('joining', () => {
  test('asks for the microphone, then the gateway, then the bridge with what the gateway gave', async () => {
    const answer = Promise.withResolvers<void>();
    sound.answer = answer.promise;
    const joining = call.join(lounge, true);
    expect(call.state.kind).toBe('asking');
    expect(asked).toEqual([]);
    answer.resolve();
    await joining;
    expect(call.state.kind).toBe('joining');
    expect(asked).toEqual([{ guild_id: '10', channel_id: '20', self_mute: false, self_deaf: false }]);
    placed('20');
    served();
    expect(call.state.kind).toBe('connecting');
    const voice = await voiceNumber(1);
    expect(voice.seat).toEqual({
      ...lounge,
      userId: '3',
      sessionId: 'session',
      token: 'token',
      endpoint: bridge.endpoint,
    });
    voice.becomeReady();
    await expect.poll(() => call.state.kind).toBe('in');
  });

  test('goes on without a microphone, muted, and says why', async () => {
    sound.trouble = 'No microphone found. You can still listen.';
    await join();
    expect(asked[0]?.self_mute).toBe(true);
    expect(call.microphoneTrouble).toBe('No microphone found. You can still listen.');
    expect(call.hasMicrophone).toBe(false);
  });

  test('to listen asks for no microphone', async () => {
    await join(false);
    expect(sound.microphones).toEqual([]);
    expect(asked[0]?.self_mute).toBe(true);
    expect(call.microphoneTrouble).toBeUndefined();
  });

  test('can be given up while the browser still asks', async () => {
    const answer = Promise.withResolvers<void>();
    sound.answer = answer.promise;
    const joining = call.join(lounge, true);
    call.leave();
    answer.resolve();
    await joining;
    expect(call.state.kind).toBe('out');
    expect(asked).toEqual([]);
    expect(sound.microphones.map(({ closed }) => closed)).toEqual([true]);
  });

  test('that nobody answers ends in words', async () => {
    await call.join(lounge, false);
    bridge.timers.advance(8000);
    expect(call.state.kind).toBe('out');
    expect(asked.at(-1)?.channel_id).toBeNull();
    expect(said).toEqual(["Couldn't join Lounge. It may be full, or you don't have permission."]);
  });

  test('waits for an endpoint when there is none yet', async () => {
    await call.join(lounge, false);
    placed('20');
    call.apply('VOICE_SERVER_UPDATE', { guild_id: '10', token: 'first', endpoint: null });
    expect(call.state.kind).toBe('joining');
    served('second');
    expect((await voiceNumber(1)).seat.token).toBe('second');
  });

  test('in another server leaves the first', async () => {
    await join();
    await call.join({ guildId: '11', channelId: '30' }, true);
    expect(asked.slice(1).map(({ guild_id, channel_id }) => [guild_id, channel_id])).toEqual([
      ['10', null],
      ['11', '30'],
    ]);
  });

  test('the microphone can be opened later', async () => {
    await join(false);
    await call.useMicrophone();
    expect(asked.at(-1)?.self_mute).toBe(false);
    expect(call.hasMicrophone).toBe(true);
  });
});

describe('in a call', () => {
  test('what is said goes out, with a pause at its end, and rings', async ({ voice }) => {
    const [microphone] = sound.microphones;
    microphone?.events.onSpeaking(true);
    expect(call.isSpeaking('3')).toBe(true);
    microphone?.events.onPacket(packet);
    microphone?.events.onSpeaking(false);
    await expect.poll(() => voice.pauses).toBe(1);
    expect(voice.spoken.map((bytes) => [...bytes])).toEqual([[...packet]]);
    expect(call.isSpeaking('3')).toBe(false);
  });

  test('others are heard, and ring', async ({ voice }) => {
    voice.notice('4', true);
    voice.hear('4', packet);
    await expect.poll(() => sound.heard).toEqual([['4', [...packet]]]);
    expect(call.isSpeaking('4')).toBe(true);
    voice.notice('4', false);
    await expect.poll(() => call.isSpeaking('4')).toBe(false);
  });

  test('somebody who leaves is forgotten, ring and all', async ({ voice }) => {
    voice.notice('4', true);
    await expect.poll(() => call.isSpeaking('4')).toBe(true);
    placed(null, { user_id: '4' });
    expect(call.isSpeaking('4')).toBe(false);
    expect(sound.forgotten).toContain('4');
  });

  test('muting shuts the microphone and tells everybody', async () => {
    await join();
    call.setMuted(true);
    expect(sound.microphones[0]?.muted).toBe(true);
    expect(asked.at(-1)).toEqual({ guild_id: '10', channel_id: '20', self_mute: true, self_deaf: false });
  });

  test('being deaf is being mute, too, and unmuting ends both', async () => {
    await join();
    call.setDeafened(true);
    expect(sound.deafened).toBe(true);
    expect(sound.microphones[0]?.muted).toBe(true);
    expect(asked.at(-1)).toMatchObject({ self_mute: true, self_deaf: true });
    call.setMuted(false);
    expect(sound.deafened).toBe(false);
    expect(sound.microphones[0]?.muted).toBe(false);
    expect(asked.at(-1)).toMatchObject({ self_mute: false, self_deaf: false });
  });

  test('undeafening leaves mute who was mute before', async () => {
    await join();
    call.setMuted(true);
    call.setDeafened(true);
    call.setDeafened(false);
    expect(asked.at(-1)).toMatchObject({ self_mute: true, self_deaf: false });
  });

  test.each([
    ['muted by a moderator', { mute: true }],
    ['in the audience', { suppress: true }],
  ])('somebody %s does not ring and is not sent', async (_what, change) => {
    await join();
    placed('20', change);
    expect(sound.microphones[0]?.muted).toBe(true);
    placed('20');
    expect(sound.microphones[0]?.muted).toBe(false);
  });

  test('goes on listening when the microphone goes away, and says so', async () => {
    await join();
    sound.microphones[0]?.events.onLost();
    expect(call.state.kind).toBe('in');
    expect(call.microphoneTrouble).toMatch(/went away/);
    expect(asked.at(-1)?.self_mute).toBe(true);
  });
});

describe('a sentence that is said for somebody', () => {
  const sentence = () => call.spoken.add('Hello there.');
  /** Its only packet, and the silence after it. */
  const sentenceMs = 140;
  const isSaid = async (voice: FakeBridgedVoice) => {
    await expect.poll(() => voice.spoken.length).toBe(1);
    bridge.timers.advance(sentenceMs);
    await expect.poll(() => call.spoken.isBusy).toBe(false);
  };

  test('goes out as their voice, rings, and makes room for the next', async ({ voice }) => {
    sentence();
    await expect.poll(() => voice.spoken.map((bytes) => [...bytes])).toEqual([[...packet]]);
    expect(call.isSpeaking('3')).toBe(true);
    await isSaid(voice);
    expect(voice.pauses).toBe(1);
    expect(call.isSpeaking('3')).toBe(false);
  });

  test('shuts the microphone, and opens it again afterwards, without a word to the gateway', async () => {
    const voice = await join();
    sentence();
    expect(sound.microphones[0]?.muted).toBe(true);
    await isSaid(voice);
    expect(sound.microphones[0]?.muted).toBe(false);
    expect(asked.length).toBe(1);
  });

  test.each([
    ['who only listens', false, () => {}],
    ['who has muted', true, () => call.setMuted(true)],
  ])('is heard from somebody %s, who is mute again afterwards', async (_who, withMicrophone, mute) => {
    const voice = await join(withMicrophone);
    mute();
    asked.length = 0;
    sentence();
    await expect.poll(() => voice.spoken.length).toBe(1);
    expect(asked.map(({ self_mute }) => self_mute)).toEqual([false]);
    await isSaid(voice);
    expect(asked.map(({ self_mute }) => self_mute)).toEqual([false, true]);
    expect(sound.microphones.map(({ muted }) => muted)).toEqual(withMicrophone ? [true] : []);
  });

  test('stops when a moderator mutes, and may not begin until they are heard again', async () => {
    await join();
    expect(call.mayBeHeard).toBe(true);
    sentence();
    placed('20', { mute: true });
    expect(call.spoken.isBusy).toBe(false);
    expect(call.mayBeHeard).toBe(false);
    placed('20');
    expect(call.mayBeHeard).toBe(true);
  });

  test('is gone with the call', async () => {
    await join(false);
    sentence();
    call.leave();
    expect(call.spoken.isBusy).toBe(false);
    expect(call.isSpeaking('3')).toBe(false);
    expect(asked.at(-1)).toMatchObject({ channel_id: null, self_mute: true });
  });

  test('is gone when they are moved, and they are mute there', async () => {
    await join(false);
    sentence();
    placed('21');
    expect(call.spoken.isBusy).toBe(false);
    expect(asked.at(-1)).toMatchObject({ channel_id: '21', self_mute: true });
  });
});

describe('the end of a call', () => {
  test('leaving tells the gateway, and lets go of connection, microphone and sound', async ({ voice }) => {
    call.leave();
    expect(asked.at(-1)?.channel_id).toBeNull();
    await expect.poll(() => voice.closes).toBe(1);
    expect(sound.microphones[0]?.closed).toBe(true);
    expect(sound.closed).toBe(1);
    voice.hear('4', packet);
    expect(sound.heard).toEqual([]);
  });

  test('being disconnected by a moderator is said', async ({ voice }) => {
    placed(null);
    expect(call.state.kind).toBe('out');
    expect(said).toEqual(['You were disconnected from Lounge.']);
    await expect.poll(() => voice.closes).toBe(1);
    expect(asked.length).toBe(1);
  });

  test('joining from somewhere else ends it here, without a word to the gateway', async () => {
    await join();
    placed('20', { session_id: 'another' });
    expect(call.state.kind).toBe('out');
    expect(said).toEqual(['You joined a voice channel from somewhere else.']);
    expect(asked.length).toBe(1);
  });

  test('being moved goes on in the other channel with its own connection', async ({ voice: first }) => {
    placed('21');
    served('token of the workshop');
    const second = await voiceNumber(2);
    expect(second.seat).toMatchObject({ channelId: '21', token: 'token of the workshop' });
    await expect.poll(() => first.closes).toBe(1);
    second.becomeReady();
    await expect.poll(() => call.state.kind).toBe('in');
    expect(said).toEqual(['You were moved to Workshop.']);
    expect(sound.microphones.map(({ closed }) => closed)).toEqual([false]);
  });

  test('a lost connection is asked for again, three times at most', async () => {
    let voice = await join();
    for (const [attempt, waitMs] of [1000, 2000, 4000].entries()) {
      voice.end(4006, 'The session is invalid.');
      await expect.poll(() => call.state.kind).toBe('joining');
      bridge.timers.advance(waitMs);
      placed('20');
      served();
      voice = await voiceNumber(attempt + 2);
    }
    voice.end(4006, 'The session is invalid.');
    await expect.poll(() => call.state.kind).toBe('out');
    expect(said).toEqual(['The call ended: The session is invalid.']);
  });

  test('a new session of the gateway sits nowhere, so the place is asked for again', async () => {
    await join();
    call.apply('READY', {});
    expect(call.state.kind).toBe('joining');
    expect(asked.at(-1)).toMatchObject({ channel_id: '20' });
  });
});
