import {
  type APIChannel,
  type APIMessage,
  PermissionFlagsBits as Bits,
  ChannelType,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { type DiscordSandbox, startDiscordSandbox } from '../../../sandbox/discord/server.ts';
import { places } from '../../../sandbox/discord/world/places.ts';
import { eventually } from '../../../sandbox/test/support/eventually.ts';
import { SandboxPerson } from '../../../sandbox/test/support/sandbox-person.ts';
import { botRest } from '../../../sandbox/test/support/sandbox-rest.ts';
import { createClient } from '../../../src/discord/client.ts';
import { Dispatcher } from '../../../src/discord/dispatcher.ts';
import { servedGuilds } from '../../../src/discord/guards.ts';
import { type KnownGuild, KnownGuilds } from '../../../src/discord/known-guilds.ts';
import { logIn } from '../../../src/discord/login.ts';
import { RestMessenger } from '../../../src/discord/rest-messenger.ts';
import { Uninvited } from '../../../src/discord/uninvited.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { demoCommand } from '../../support/demo-commands.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const farewell = "I'm a private bot";

interface PrivateBotOptions {
  readonly prepare?: (discord: DiscordSandbox) => void;
  readonly shelf?: MemoryShelf<KnownGuild>;
  readonly wasAtWork?: boolean;
  /** GUILD_ALLOW; the sandbox's own community when absent. */
  readonly allowed?: readonly string[];
}

/** What outlives a process. */
const guildShelf = () => new MemoryShelf<KnownGuild>();
const somewhere = '1324000000000009999';

/** The bot's edge, private to the community of the sandbox, logged in. */
async function startPrivateBot({
  prepare,
  shelf = guildShelf(),
  wasAtWork = false,
  allowed,
}: PrivateBotOptions = {}) {
  const discord = await startDiscordSandbox({ identifyIntervalMs: 0 });
  prepare?.(discord);
  const { log, lines } = recordingLog();
  const clock = new FakeClock();
  const ran: string[] = [];
  const client = createClient({ apiUrl: discord.apiUrl, log });
  const allowedIds = allowed ?? [discord.guildId];
  const serves = servedGuilds(allowedIds);
  const known = new KnownGuilds({ shelf, wasAtWork, now: () => clock.now(), log });
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
    allowedIds,
    known,
    farewell: (locale) => wordsFor(locale).errors.farewell,
    clock,
    log,
  });
  await uninvited.open();
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
    /** Resolves when it has left that server. */
    left: async (guildId: string) => await eventually(() => !client.guilds.cache.has(guildId), 'leaving'),
    /** What the owner is told who uses its one command in that channel. */
    answerIn: async (channelId: string) => {
      const commands = [{ name: 'demo', description: 'A demonstration' }];
      await botRest(discord)('PUT', `/applications/${discord.applicationId}/commands`, commands);
      return JSON.stringify(await owner.answerTo(await owner.invoke(channelId, ['demo'])));
    },
    [Symbol.asyncDispose]: async () => {
      owner.disconnect();
      await uninvited.close();
      await client.destroy();
      await discord.close();
    },
  };
}

/** What was said in a guild, as its owner reads it. */
async function saidIn(person: SandboxPerson, guildId: string): Promise<string[]> {
  const channels = await person.fetched<readonly APIChannel[]>('GET', `/guilds/${guildId}/channels`);
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
    await bot.left(otherGuildId);
    expect(await saidIn(bot.owner, otherGuildId)).toEqual([expect.stringContaining(farewell)]);
    expect((await saidIn(bot.owner, guildId)).join()).not.toContain(farewell);
    expect(bot.isIn(guildId)).toBe(true);
    expect(JSON.stringify(bot.lines)).toContain('GUILD_ALLOW');
    expect(bot.discord.unknownRoutes).toEqual([]);
  });

  it('leaves one that invites it while it runs', async () => {
    await using bot = await startPrivateBot();
    const { otherGuildId } = bot.discord;
    await bot.left(otherGuildId);
    bot.discord.membership.inviteBot(otherGuildId);
    await eventually(() => leavings(bot.discord).length === 2, 'leaving again');
    await bot.left(otherGuildId);
  });

  it('goes without a word where it may not write', async () => {
    await using bot = await startPrivateBot({
      prepare: ({ otherGuildId, setPermissions, state }) => {
        for (const channel of state.channels(otherGuildId))
          setPermissions(channel.id, otherGuildId, 0n, Bits.SendMessages);
      },
    });
    const { otherGuildId } = bot.discord;
    await bot.left(otherGuildId);
    expect(await saidIn(bot.owner, otherGuildId)).toEqual([]);
  });

  it('says it once and tries again when leaving fails, and refuses commands by name meanwhile', async () => {
    await using bot = await startPrivateBot({
      prepare: (discord) =>
        void discord.faults.arm({
          method: 'DELETE',
          path: '/api/v10/users/@me/guilds/*',
          times: 1,
          effect: { kind: 'answer', when: 'before', status: 403, body: { message: 'no', code: 0 } },
        }),
    });
    const { otherGuildId } = bot.discord;
    await eventually(() => leavings(bot.discord).length === 1, 'the first attempt');
    expect(bot.isIn(otherGuildId)).toBe(true);
    const [channel] = bot.discord.state.channels(otherGuildId).filter(({ type }) => type === 0);
    expect(await bot.answerIn(channel?.id ?? '')).toContain(
      wordsFor('en-US').errors.refusals['guild-not-allowed']({ code: 'guild-not-allowed' }),
    );
    expect(bot.ran).toEqual([]);
    await bot.clock.advance(60_000);
    await bot.left(otherGuildId);
    const said = await saidIn(bot.owner, otherGuildId);
    expect(said.filter((text) => text.includes(farewell))).toHaveLength(1);
  });
});

describe('a list with one wrong digit', () => {
  const loud = ({ lines }: Pick<Awaited<ReturnType<typeof startPrivateBot>>, 'lines'>) =>
    lines.filter(({ level, guildIds }) => level === 'error' && guildIds);

  it('takes the bot out of no server where it worked: it stays, refuses, and says so with the ids', async () => {
    const shelf = guildShelf();
    const { guildId, otherGuildId } = places;
    await shelf.setMany([guildId, otherGuildId, 'kept'].map((id) => [id, { since: 1 }] as const));
    await using bot = await startPrivateBot({ shelf, allowed: [somewhere] });
    await eventually(() => loud(bot).length > 0, 'the log');
    expect(loud(bot)).toMatchObject([{ guildIds: expect.arrayContaining([guildId, otherGuildId]) }]);
    expect(JSON.stringify(bot.lines)).toContain(somewhere);
    await bot.clock.advance(3_600_000);
    expect(leavings(bot.discord)).toEqual([]);
    expect((await saidIn(bot.owner, guildId)).join()).not.toContain(farewell);
    expect(await bot.answerIn(bot.discord.channels.general)).toContain("isn't on my list");
    expect(bot.ran).toEqual([]);
  });

  it('does so right after an update, from a version that kept no record of its servers', async () => {
    await using bot = await startPrivateBot({ wasAtWork: true, allowed: [somewhere] });
    await eventually(() => loud(bot).length > 0, 'the log');
    await bot.clock.advance(3_600_000);
    expect(leavings(bot.discord)).toEqual([]);
  });

  it('is survived by what was written down, also when the process ends right after', async () => {
    const shelf = guildShelf();
    {
      await using first = await startPrivateBot({ shelf });
      await first.left(first.discord.otherGuildId);
    }
    await using bot = await startPrivateBot({ shelf, allowed: [somewhere] });
    const { guildId, otherGuildId } = bot.discord;
    await bot.left(otherGuildId);
    expect(bot.isIn(guildId)).toBe(true);
    expect(loud(bot)).toMatchObject([{ guildIds: [guildId] }]);
  });

  it('lets a server be left that was left before and invites the bot again', async () => {
    await using bot = await startPrivateBot({ wasAtWork: true, allowed: [somewhere] });
    const { guildId, otherGuildId } = bot.discord;
    await eventually(() => loud(bot).length > 0, 'the log');
    bot.discord.membership.kickBot(otherGuildId);
    await bot.left(otherGuildId);
    bot.discord.membership.inviteBot(otherGuildId);
    await eventually(() => leavings(bot.discord).length === 1, 'leaving');
    await bot.left(otherGuildId);
    expect(bot.isIn(guildId)).toBe(true);
  });
});
