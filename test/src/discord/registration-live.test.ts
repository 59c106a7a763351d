import { describe, expect, it } from 'vitest';
import { registerCommands } from '../../../src/discord/registration.ts';
import { demoCommand, demoLanguages, demoMenuCommand, demoOptions } from '../../support/demo-commands.ts';
import { type LiveBot, startLiveBot } from '../../support/live-bot.ts';

const commands = [
  demoCommand({ options: demoOptions, autocomplete: async () => [] }),
  demoCommand({ path: ['group', 'one'], options: demoOptions }),
  demoCommand({ path: ['group', 'two'] }),
];

const register = (bot: LiveBot, over: Partial<Parameters<typeof registerCommands>[0]> = {}) =>
  registerCommands({
    rest: bot.client.rest,
    applicationId: bot.client.application.id,
    commands,
    languages: demoLanguages,
    log: bot.recorded.log,
    ...over,
  });

/** Writes that the stand-in saw on lists of commands. */
const writes = (bot: LiveBot) =>
  bot.discord.faults.seen
    .filter(({ method, path }) => method !== 'GET' && path.includes('/commands'))
    .map(
      ({ method, path, status }) => `${method} ${path.includes('/guilds/') ? 'guild' : 'global'} ${status}`,
    );

describe('registering with Discord', () => {
  it('writes once, and after a restart not at all', async () => {
    await using bot = await startLiveBot({ commands });
    expect(writes(bot)).toEqual(['PUT global 200']);
    expect(await register(bot)).toBe(0);
    expect(writes(bot)).toEqual(['PUT global 200']);
  });

  it('is either in one guild or everywhere, never both', async () => {
    await using bot = await startLiveBot({ commands });
    const { guildId, otherGuildId } = bot.discord;
    await register(bot, { guildId });
    expect(bot.discord.state.commands()).toEqual([]);
    expect(bot.discord.state.commands(guildId)).toHaveLength(2);
    expect(await register(bot, { guildId })).toBe(0);

    await register(bot, { otherGuildIds: [guildId, otherGuildId] });
    expect(bot.discord.state.commands()).toHaveLength(2);
    expect(bot.discord.state.commands(guildId)).toEqual([]);
    expect(await register(bot, { otherGuildIds: [guildId, otherGuildId] })).toBe(0);
  });

  it('writes a message command once, and offers it under its localised name', async () => {
    const messageCommands = [demoMenuCommand()];
    await using bot = await startLiveBot({ commands, messageCommands });
    expect(writes(bot)).toEqual(['PUT global 200']);
    expect(await register(bot, { messageCommands })).toBe(0);
    const person = await bot.person();
    person.locale = 'zh-CN';
    expect(await person.command(bot.discord.channels.general, 'Show this message')).toMatchObject({
      type: 3,
      name_localized: '展示这条消息',
    });
  });

  it('shows people the commands in their language', async () => {
    await using bot = await startLiveBot({ commands });
    const person = await bot.person();
    const { general } = bot.discord.channels;
    expect(await person.command(general, 'demo')).toMatchObject({ description: 'A demonstration' });
    expect(bot.discord.state.commands()).toContainEqual(
      expect.objectContaining({
        name: 'demo',
        name_localizations: { 'en-US': 'demo', 'zh-CN': demoLanguages[1].commands.demo?.name },
      }),
    );
  });
});
