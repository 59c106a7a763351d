import type { ChatInputCommandInteraction } from 'discord.js';
import { expect, it } from 'vitest';
import { Given } from '../../../commands/kit/given.ts';
import { sourceFrom } from '../../../commands/video/options.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';

/** What's read from a command with these options. */
function sourceOf(options: Readonly<Record<string, object>>) {
  const interaction = { options: { get: (name: string) => options[name] ?? null } };
  const given = new Given(interaction as unknown as ChatInputCommandInteraction<'cached'>);
  return sourceFrom(given, 'audio', 'audio_url', { code: 'audio-twice' });
}

const audio = { attachment: { url: 'https://cdn.test/a' } };
const audio_url = { value: 'https://files.test/b' };

it('a file or an address is taken, and both are refused', () => {
  expect(sourceOf({})).toBeUndefined();
  expect(sourceOf({ audio })).toEqual({ url: 'https://cdn.test/a', attachment: true });
  expect(sourceOf({ audio_url })).toEqual({ url: 'https://files.test/b', attachment: false });
  expect(() => sourceOf({ audio, audio_url })).toThrow(Refusal);
});
