import { afterEach, test as base, beforeEach, expect } from 'vitest';
import { type DiscordSandbox, startDiscordSandbox } from '../../discord/server.ts';
import { compareSound, loudness } from './audio-compare.ts';
import { babble } from './opus-babble.ts';
import { SandboxPerson } from './sandbox-person.ts';
import { joinVoice, type VoicePerson } from './voice-person.ts';

const test = base.extend('speaker', () => join('member', sandbox.channels.voice));

let sandbox: DiscordSandbox;
const people: SandboxPerson[] = [];
const voices: VoicePerson[] = [];

beforeEach(async () => {
  sandbox = await startDiscordSandbox();
});

afterEach(async () => {
  for (const voice of voices.splice(0)) await voice.leave();
  for (const person of people.splice(0)) person.disconnect();
  await sandbox.close();
});

async function join(name: keyof DiscordSandbox['people'], channelId: string): Promise<VoicePerson> {
  const person = await SandboxPerson.connect(sandbox, sandbox.people[name]);
  people.push(person);
  const voice = await joinVoice(sandbox, person, channelId);
  voices.push(voice);
  return voice;
}

/** Speaks until the other hears it: nothing that's said afterwards comes before they've joined. */
async function untilHeard(speaker: VoicePerson, listener: VoicePerson): Promise<void> {
  const word = babble(60, 48_000, 1);
  for (let tries = 0; tries < 50 && !listener.speaking.has(speaker.person.id); tries += 1)
    await speaker.speakPcm(word);
  expect(listener.speaking).toContain(speaker.person.id);
  await expect.poll(() => listener.speaking.size).toBe(0);
  listener.forget();
}

test.each([24_000, 48_000] as const)(
  'what a person says at %i Hz another hears whole',
  async (sampleRateHz) => {
    const speaker = await join('member', sandbox.channels.voice);
    const listener = await join('newcomer', sandbox.channels.voice);
    await untilHeard(speaker, listener);
    const samples = babble(800, sampleRateHz, 5);
    await speaker.speakPcm(samples, sampleRateHz);
    await expect.poll(() => listener.speaking.size).toBe(0);
    const heard = { samples: listener.heard(speaker.person.id), sampleRateHz: 48_000 } as const;
    const likeness = compareSound({ samples, sampleRateHz }, heard);
    expect(likeness.correlation).toBeGreaterThan(0.95);
    expect(likeness).toMatchObject({ missingHeadMs: 0, missingTailMs: 0 });
    expect(loudness(heard.samples)).toBeGreaterThan(500);
    expect(speaker.unsent).toBe(0);
    expect(listener.undecodable(speaker.person.id)).toBe(0);
    expect(sandbox.voice.record.of(speaker.person.id).unencryptedFrames).toBe(0);
  },
);

test('somebody in another channel hears nothing', async ({ speaker }) => {
  const beside = await join('moderator', sandbox.channels.voice);
  const elsewhere = await join('newcomer', sandbox.channels.workshop);
  await untilHeard(speaker, beside);
  await speaker.speakPcm(babble(200, 48_000, 3));
  await expect.poll(() => beside.heard(speaker.person.id).length).toBeGreaterThan(0);
  expect(elsewhere.frames).toEqual([]);
});

test('somebody who goes to the others hears them there', async ({ speaker }) => {
  const moving = await join('newcomer', sandbox.channels.workshop);
  await moving.move(sandbox.channels.voice);
  expect(moving.channelId).toBe(sandbox.channels.voice);
  await untilHeard(speaker, moving);
});

test('somebody whom a moderator moves hears and is heard there', async ({ speaker }) => {
  const moved = await join('newcomer', sandbox.channels.workshop);
  sandbox.voiceStates.moveMember(sandbox.guildId, moved.person.id, sandbox.channels.voice);
  await expect.poll(() => moved.channelId).toBe(sandbox.channels.voice);
  await moved.ready();
  await untilHeard(speaker, moved);
  await untilHeard(moved, speaker);
});

test('somebody disconnected by a moderator is out, and can come back', async ({ speaker }) => {
  const out = await join('newcomer', sandbox.channels.voice);
  sandbox.voiceStates.disconnectMember(sandbox.guildId, out.person.id);
  await expect.poll(() => out.channelId).toBeNull();
  await out.move(sandbox.channels.voice);
  await untilHeard(speaker, out);
});

test('somebody who deafens themselves hears nothing until they undo it', async ({ speaker }) => {
  const deaf = await join('newcomer', sandbox.channels.voice);
  await untilHeard(speaker, deaf);
  await deaf.setSelf({ selfDeaf: true });
  await speaker.speakPcm(babble(200, 48_000, 3));
  expect(deaf.frames).toEqual([]);
  await deaf.setSelf({});
  await untilHeard(speaker, deaf);
});

test('somebody who may not join is told so in time', async () => {
  const person = await SandboxPerson.connect(sandbox, sandbox.people.newcomer);
  people.push(person);
  await expect(joinVoice(sandbox, person, sandbox.channels.general, { timeoutMs: 300 })).rejects.toThrow(
    'No voice server was given',
  );
});
