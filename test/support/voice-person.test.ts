import { afterEach, beforeEach, expect, test } from 'vitest';
import { type DiscordSandbox, startDiscordSandbox } from '../../sandbox/discord/server.ts';
import { SandboxPerson } from './sandbox-person.ts';
import { joinVoice, type VoicePerson } from './voice-person.ts';

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

test('two people hear each other', async () => {
  const speaker = await join('member', sandbox.channels.voice);
  const listener = await join('newcomer', sandbox.channels.voice);
  await speaker.ready();
  const tone = Int16Array.from({ length: 24_000 }, (_, index) => 8_000 * Math.sin(index / 12));
  await speaker.speakPcm(tone, 24_000);
  await expect.poll(() => listener.heard(speaker.person.id).length).toBeGreaterThanOrEqual(48_000);
});
