import { PermissionFlagsBits } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { type SpeechBot, shows, startSpeechBot, textOf } from '../../support/speech-bot.ts';

const it = test.extend('stage', () => reading());

const read = (bot: SpeechBot) => bot.desk.guilds.of(bot.discord.guildId).then(({ channels }) => channels);

async function opened(options: Parameters<typeof startSpeechBot>[0] = { messageContent: true }) {
  const bot = await startSpeechBot(options);
  const owner = await bot.person('owner');
  const panel = await bot.use('channel', {}, 'Off.', owner);
  return { bot, owner, general: bot.general, panel };
}

/** A panel of a channel that is read, and how to use its menus; each use resolves to the panel after it. */
async function reading() {
  const stage = await opened();
  const { bot, owner, general } = stage;
  /** The panel as it is after something was done with it, not as it was before. */
  const use = async (act: () => Promise<unknown>, sign: string) => {
    const before = new Set<unknown>(owner.events.map(({ data }) => data));
    await act();
    return await owner.untilMessage(
      (message) => message.id === stage.panel.id && !before.has(message) && shows(sign)(message),
    );
  };
  let panel = await use(() => owner.click(stage.panel, 'Read this channel'), 'from now on');
  const choose = async (menu: string, values: readonly string[], sign = '✅ Saved.') => {
    panel = await use(() => owner.select(panel, `speak:${menu}:${general}`, values), sign);
    return panel;
  };
  const press = async (label: string, sign: string) => {
    panel = await use(() => owner.click(panel, label), sign);
    return panel;
  };
  return { bot, owner, general, choose, press, now: async () => (await read(bot))[general] };
}

describe('the panel of a channel that is read aloud', () => {
  it('is a button while the channel is not read, and menus once it is', async () => {
    const { bot, owner, general, panel } = await opened();
    await using _ = bot;
    expect(textOf(panel)).toContain('Press **Read this channel**');
    expect(textOf(panel)).not.toContain('read-names');
    await owner.click(panel, 'Read this channel');
    const on = await owner.untilMessage(
      (message) => message.id === panel.id && shows('Stop reading')(message),
    );
    for (const menu of ['into', 'role', 'names', 'seconds', 'more', 'voice', 'language'])
      expect(textOf(on)).toContain(`speak:read-${menu}:${general}`);
    await owner.untilMessage(shows('are sent to an AI voice service'));
    expect(await read(bot)).toHaveProperty(general);
  });

  it('saves each choice at once, says so, and shows what holds', async ({ stage: { bot, choose, now } }) => {
    await using _ = bot;
    const { voice } = bot.discord.channels;
    const { moderator } = bot.discord.roles;
    expect(textOf(await choose('read-into', [voice]))).toContain(`In <#${voice}>`);
    await choose('read-role', [moderator]);
    await choose('read-names', ['never']);
    await choose('read-seconds', ['60']);
    const panel = await choose('read-more', ['inVoiceOnly', 'captions', 'comings']);
    expect(await now()).toEqual({
      into: voice,
      roleId: moderator,
      naming: 'never',
      maxSeconds: 60,
      inVoiceOnly: true,
      automatic: false,
      emoji: false,
      captions: true,
      comings: true,
    });
    for (const line of ['Up to about 60 s', 'Never says the name', 'Skips emoji', `<@&${moderator}>`])
      expect(textOf(panel)).toContain(line);
    await choose('read-into', []);
    await choose('read-role', [bot.discord.guildId]);
    const { into, roleId } = (await now()) ?? {};
    expect([into, roleId]).toEqual([undefined, undefined]);
  });

  it('sets how everybody sounds who chose nothing', async ({ stage: { bot, choose } }) => {
    await using _ = bot;
    const voiceNow = async () => (await bot.desk.guilds.of(bot.discord.guildId)).voice;
    const [first] = bot.desk.book.suggest('', 'tts-v3-flash');
    await choose('read-voice', [first?.name ?? '']);
    await choose('read-language', ['fr']);
    expect(await voiceNow()).toMatchObject({ voice: first?.name, language: 'fr' });
    await choose('read-language', ['any']);
    expect(await voiceNow()).not.toHaveProperty('language');
  });

  it('goes back to the default settings, and stops', async () => {
    const { bot, owner, general, choose, press, now } = await reading();
    await using _ = bot;
    await choose('read-names', ['always']);
    await press('Reset', 'default settings');
    expect(await now()).toMatchObject({ naming: 'changed', maxSeconds: 30 });
    await press('Stop reading', 'stopped reading');
    expect(await now()).toBeUndefined();
    await owner.untilMessage(shows('turned off reading aloud'));
    expect(await read(bot)).not.toHaveProperty(general);
  });

  it('turns to another channel', async ({ stage: { bot, choose } }) => {
    await using _ = bot;
    const { videos } = bot.discord.channels;
    const panel = await choose('read-which', [videos], 'Off.');
    expect(textOf(panel)).toContain(`Reading <#${videos}> aloud`);
    expect(textOf(panel)).toContain(`speak:read-start:${videos}`);
  });

  it('changes nothing about a channel that is no longer read', async () => {
    const { bot, general, choose } = await reading();
    await using _ = bot;
    await bot.desk.guilds.change({ guildId: bot.discord.guildId, userId: '100' }, (settings) => ({
      ...settings,
      channels: {},
    }));
    await choose('read-names', ['always'], 'Off.');
    expect(await read(bot)).not.toHaveProperty(general);
  });

  it('asks for the permission again at every press', async ({ stage: { bot, choose, now } }) => {
    await using _ = bot;
    const { general } = bot;
    const moderator = await bot.person('moderator');
    const own = await bot.use('channel', {}, 'Stop reading', moderator);
    bot.discord.changeMember(bot.discord.guildId, moderator.id, { roles: [] });
    await moderator.select(own, `speak:read-names:${general}`, ['always']);
    await moderator.untilMessage(shows('Manage Server'));
    expect(await now()).toMatchObject({ naming: 'changed' });
    await choose('read-names', ['always']);
  });

  it('is a page without controls for everybody else, who learn of no channel that they cannot see', async () => {
    const { bot, choose } = await reading();
    await using _ = bot;
    const { workshop } = bot.discord.channels;
    await choose('read-into', [workshop]);
    const page = await bot.use('channel', {}, 'Says the name when');
    expect(textOf(page)).toContain(workshop);
    expect(textOf(page)).not.toContain('speak:read-');
    bot.discord.setPermissions(workshop, bot.discord.guildId, 0n, PermissionFlagsBits.ViewChannel);
    bot.discord.setPermissions(workshop, bot.discord.botUserId, PermissionFlagsBits.ViewChannel, 0n);
    const again = await bot.use('channel', {}, "In a voice channel you can't see");
    expect(textOf(again)).not.toContain(workshop);
    await bot.use('channel', { emoji: false }, 'Manage Server');
  });

  it('says where Message Content is off that nothing can be read', async () => {
    const { bot, owner, panel } = await opened({});
    await using _ = bot;
    await owner.click(panel, 'Read this channel');
    await owner.untilMessage(shows('DISCORD_MESSAGE_CONTENT=on'));
    expect(await read(bot)).toEqual({});
  });

  it('names at once what the bot lacks in a channel that is chosen, and changes nothing', async () => {
    const { bot, owner, choose, now } = await reading();
    await using _ = bot;
    const { Connect, SendMessages, Speak } = PermissionFlagsBits;
    const { videos, voice, workshop } = bot.discord.channels;
    await choose('read-into', [workshop]);
    bot.discord.setPermissions(voice, bot.discord.botUserId, 0n, Connect | Speak);
    await bot.use('channel', { into: voice }, '**Connect** and **Speak**', owner);
    expect(await now()).toMatchObject({ into: workshop });
    bot.discord.setPermissions(videos, bot.discord.botUserId, 0n, SendMessages);
    await bot.use('channel', { read: true, channel: videos }, '**Send Messages**', owner);
    expect(await read(bot)).not.toHaveProperty(videos);
  });
});
