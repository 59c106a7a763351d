import { once } from 'node:events';
import { Events } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { startAnsweringBot } from '../../support/answering-bot.ts';
import { eventually } from '../../support/eventually.ts';

describe('an event that discord.js stumbles over', () => {
  it('is told once, with its name and how often it came, and the bot goes on', async () => {
    await using live = await startAnsweringBot();
    const { bot } = live;
    const component = { id: '1', type: 3, token: 't', data: { custom_id: 'x', component_type: 2 } };
    for (let sent = 0; sent < 12; sent += 1) bot.discord.gateway.dispatch('INTERACTION_CREATE', component);
    await live.answers();
    expect(live.told()).toEqual([
      expect.objectContaining({ level: 50, event: 'INTERACTION_CREATE', count: 1 }),
      expect.objectContaining({ level: 50, event: 'INTERACTION_CREATE', count: 10 }),
    ]);
  });

  it('does not end it with a name that emitters take for an error', async () => {
    await using live = await startAnsweringBot();
    live.bot.discord.gateway.dispatch('error', { message: 'boom' });
    await live.answers();
    expect(live.told()).toMatchObject([{ event: 'error' }]);
  });

  it.each([
    ['GUILD_CREATE', { id: 5, channels: 7, members: null }],
    ['GUILD_CREATE', null],
    ['CHANNEL_CREATE', { id: '5', type: 'what', guild_id: 7 }],
    ['VOICE_STATE_UPDATE', null],
    ['VOICE_SERVER_UPDATE', { guild_id: '1' }],
    ['MESSAGE_CREATE', { id: '7', channel_id: '8' }],
    ['GUILD_MEMBER_UPDATE', { guild_id: '1324000000000000100' }],
    ['READY', { guilds: null }],
  ])('is survived as a %s with %j', async (event, data) => {
    await using live = await startAnsweringBot();
    live.bot.discord.gateway.dispatch(event, data);
    await live.answers();
  });

  it('is survived as an interaction in no language', async () => {
    await using live = await startAnsweringBot();
    const { discord, recorded } = live.bot;
    const user = { id: discord.people.member.id, username: 'ann', discriminator: '0' };
    const data = { id: '1', name: 'demo', type: 1 };
    const interaction = {
      id: '1',
      type: 2,
      token: 't',
      user,
      data,
      entitlements: [],
      authorizing_integration_owners: {},
    };
    discord.gateway.dispatch('INTERACTION_CREATE', { ...interaction, locale: 5 });
    await live.answers();
    expect(recorded.lines).toContainEqual(expect.objectContaining({ msg: "couldn't take an interaction" }));
  });

  it('names a mistake of ours in handling it no less loudly', async () => {
    await using live = await startAnsweringBot();
    const { bot } = live;
    bot.client.once(Events.ChannelDelete, () => {
      throw new Error('our own mistake');
    });
    bot.discord.removeChannel(bot.discord.channels.workshop);
    await eventually(() => live.told().length > 0, 'the log');
    expect(live.told()).toMatchObject([{ event: 'CHANNEL_DELETE', err: { message: 'our own mistake' } }]);
    await live.answers();
  });
});

describe('a gateway that accepts a connection and says nothing', () => {
  const silence = { helloWithinMs: 200, identifyIntervalMs: 0 };

  it('is left after the time for its greeting, and the session is resumed', async () => {
    await using live = await startAnsweringBot(silence);
    const { bot } = live;
    bot.discord.gateway.addMood({ kind: 'no-hello', times: 1 });
    const resumed = once(bot.client, Events.ShardResume);
    bot.discord.gateway.dropAll('bot');
    await resumed;
    await live.answers();
  });
});
