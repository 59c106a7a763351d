import { DiscordAPIError } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';
import { Registering } from '../../../src/discord/registering.ts';
import { ForeignAnswer } from '../../../src/discord/requests.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';

const invite = 'https://discord.com/oauth2/authorize?client_id=1';
const foreign = new ForeignAnswer({ status: 403 });
const shutOut = new DiscordAPIError(
  { code: 50001, message: 'Missing Access' },
  50001,
  403,
  'GET',
  'https://discord.com/api/v10/applications/1/guilds/2/commands',
  {},
);

function registering(errors: readonly Error[], guildId?: string) {
  const clock = new FakeClock();
  const { log, lines } = recordingLog();
  const left = [...errors];
  let attempts = 0;
  const register = async () => {
    attempts += 1;
    const error = left.shift();
    if (error) throw error;
  };
  const parts = new Registering({ register, guildId, invite, clock, log });
  parts.open();
  onTestFinished(async () => await parts.close());
  return { registering: parts, clock, lines, attempts: () => attempts };
}

it('commands that are registered are nothing to speak of', async () => {
  const { registering: parts, lines } = registering([]);
  expect(await parts.outcome).toBe('registered');
  expect(lines).toEqual([]);
});

it('whatever keeps them away is told once, and they are registered when it has passed', async () => {
  const { registering: parts, clock, lines, attempts } = registering([foreign, foreign, foreign]);
  expect(await parts.outcome).toBe('not registered');
  await clock.advance(3_600_000);
  expect(attempts()).toBe(4);
  expect(lines).toMatchObject([
    { level: 'error', msg: expect.stringContaining("couldn't register the commands") },
    { level: 'info', msg: 'the commands are registered now' },
  ]);
});

it('a server of DISCORD_GUILD_ID without the bot is named, with the link that adds it', async () => {
  const { registering: parts, lines } = registering([shutOut], '400000000000000001');
  expect(await parts.outcome).toBe('not registered');
  expect(lines).toMatchObject([{ level: 'error', guildId: '400000000000000001', invite }]);
  expect(lines[0]?.msg).toMatch(/DISCORD_GUILD_ID.*applications\.commands/);
});

it('nothing is tried any more once it is closed', async () => {
  const { registering: parts, clock, attempts } = registering([foreign, foreign]);
  await parts.outcome;
  await parts.close();
  await clock.advance(3_600_000);
  expect(attempts()).toBe(1);
});
