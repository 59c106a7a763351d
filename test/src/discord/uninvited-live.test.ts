import { type APIMessage, PermissionFlagsBits as Bits, ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type DiscordSandbox, startDiscordSandbox } from '../../../sandbox/discord/server.ts';
import { createClient } from '../../../src/discord/client.ts';
import { Dispatcher } from '../../../src/discord/dispatcher.ts';
import { servedGuilds } from '../../../src/discord/guards.ts';
import { logIn } from '../../../src/discord/login.ts';
import { RestMessenger } from '../../../src/discord/rest-messenger.ts';
import { Uninvited } from '../../../src/discord/uninvited.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { demoCommand } from '../../support/demo-commands.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { SandboxPerson } from '../../support/sandbox-person.ts';
import { botRest } from '../../support/sandbox-rest.ts';

const farewell = "I'm a private bot";

/** The bot's edge, private to the community of the sandbox, logged in. */
async function startPrivateBot(prepare: (discord: DiscordSandbox) => void = () => undefined) {
  const discord = await startDiscordSandbox();
  prepare(discord);
  const { log, lines } = recordingLog();
  const clock = new FakeClock();
  const ran: string[] = [];
  const client = createClient({ apiUrl: discord.apiUrl, log });
  const serves = servedGuilds([discord.guildId]);
  const commands = [demoCommand({ run: async ({ interaction }) => void ran.push(interaction.guildId) })];
  const dispatcher = new Dispatcher({
    features: [{ commands, buttons: [], modals: [] }],
    wordsFor,
    serves,
    log,
    now: Date.now,
  });
  dispatcher.attach(client);
  const uninvited = new Uninvited({
    client,
    messenger: new RestMessenger(client, Date.now),
    serves,
    farewell: (locale) => wordsFor(locale).errors.farewell,
    clock,
    log,
  });
  uninvited.open();
  await logIn(client, { token: discord.botToken, apiUrl: discord.apiUrl });
  const owner = await SandboxPerson.connect(discord, discord.people.owner);
  return {
    discord,
    client,
    clock,
    owner,
    ran,
    lines,
    isIn: (guildId: string) => client.guilds.cache.has(guildId),
    [Symbol.asyncDispose]: async () => {
      owner.disconnect();
      await uninvited.close();
      await client.destroy();
      await discord.close();
    },
  };
}

interface ListedChannel {
  readonly id: string;
  readonly type: number;
}

/** What was said in a guild, as its owner reads it. */
async function saidIn(person: SandboxPerson, guildId: string): Promise<string[]> {
  const channels = await person.fetched<readonly ListedChannel[]>('GET', `/guilds/${guildId}/channels`);
  const said: string[] = [];
  for (const { id, type } of channels) {
    if (type !== ChannelType.GuildText) continue;
    const messages = await person.fetched<readonly APIMessage[]>('GET', `/channels/${id}/messages`);
    said.push(...messages.map((message) => JSON.stringify(message.components)));
  }
  return said;
}

const leavings = (discord: DiscordSandbox) =>
  discord.faults.seen.filter(
    ({ method, path }) => method === 'DELETE' && path.includes('/users/@me/guilds/'),
  );

describe('a bot that is private to some servers', () => {
  it('leaves another that it finds itself in at its start, with a sentence, and stays where it belongs', async () => {
    await using bot = await startPrivateBot();
    const { guildId, otherGuildId } = bot.discord;
    await eventually(() => !bot.isIn(otherGuildId), 'leaving');
    expect(await saidIn(bot.owner, otherGuildId)).toEqual([expect.stringContaining(farewell)]);
    expect((await saidIn(bot.owner, guildId)).join()).not.toContain(farewell);
    expect(bot.isIn(guildId)).toBe(true);
    expect(JSON.stringify(bot.lines)).toContain('GUILD_ALLOW');
    expect(bot.discord.unknownRoutes).toEqual([]);
  });

  it('leaves one that invites it while it runs', async () => {
    await using bot = await startPrivateBot();
    const { otherGuildId } = bot.discord;
    await eventually(() => !bot.isIn(otherGuildId), 'leaving');
    bot.discord.membership.inviteBot(otherGuildId);
    await eventually(() => leavings(bot.discord).length === 2, 'leaving again');
    await eventually(() => !bot.isIn(otherGuildId), 'leaving again');
  });

  it('goes without a word where it may not write', async () => {
    await using bot = await startPrivateBot(({ otherGuildId, setPermissions, state }) => {
      for (const channel of state.channels(otherGuildId))
        setPermissions(channel.id, otherGuildId, 0n, Bits.SendMessages);
    });
    const { otherGuildId } = bot.discord;
    await eventually(() => !bot.isIn(otherGuildId), 'leaving');
    expect(await saidIn(bot.owner, otherGuildId)).toEqual([]);
  });

  it('says it once and tries again when leaving fails, and refuses commands by name meanwhile', async () => {
    await using bot = await startPrivateBot((discord) => {
      discord.faults.arm({
        method: 'DELETE',
        path: '/api/v10/users/@me/guilds/*',
        times: 1,
        effect: { kind: 'answer', when: 'before', status: 403, body: { message: 'no', code: 0 } },
      });
    });
    const { otherGuildId } = bot.discord;
    await eventually(() => leavings(bot.discord).length === 1, 'the first attempt');
    expect(bot.isIn(otherGuildId)).toBe(true);
    await botRest(bot.discord)('PUT', `/applications/${bot.discord.applicationId}/commands`, [
      { name: 'demo', description: 'A demonstration' },
    ]);
    const [channel] = bot.discord.state.channels(otherGuildId).filter(({ type }) => type === 0);
    const invoked = await bot.owner.invoke(channel?.id ?? '', ['demo']);
    const answer = await bot.owner.answerTo(invoked);
    expect(JSON.stringify(answer)).toContain(
      wordsFor('en-US').errors.refusals['guild-not-allowed']({ code: 'guild-not-allowed' }),
    );
    expect(bot.ran).toEqual([]);
    await bot.clock.advance(60_000);
    await eventually(() => !bot.isIn(otherGuildId), 'leaving');
    const said = await saidIn(bot.owner, otherGuildId);
    expect(said.filter((text) => text.includes(farewell))).toHaveLength(1);
  });
});
