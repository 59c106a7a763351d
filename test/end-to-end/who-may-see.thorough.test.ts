import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { joinVoice } from '../../sandbox/test/support/voice-person.ts';
import { ConverseScene } from '../support/converse-scene.ts';
import { SpeakScene } from '../support/speak-scene.ts';

let closing: { close(): Promise<void> } | undefined;

afterEach(async () => await closing?.close());

const textOf = (message: unknown) => JSON.stringify(message);

describe('what a channel hides, with the running bot', () => {
  it('a server-muted member is read aloud no more, and says nothing through a conversation either', async () => {
    const talk = await ConverseScene.open();
    closing = talk;
    const { scene } = talk;
    await talk.agree();
    const moderator = await scene.stage.person('moderator');
    const { guildId, people } = scene.stage.discord;
    await moderator.fetched('PATCH', `/guilds/${guildId}/members/${people.member.id}`, { mute: true });
    const tasks = scene.stage.service.synthesis.tasks.length;
    const refused = await scene.say('hello from a muted person');
    await scene.member.untilMessage(
      (message) =>
        message.interaction_metadata?.id === refused.id && textOf(message).includes('server-muted'),
    );
    expect(await talk.type('hello from a muted person')).toContain("You're server-muted");
    expect(scene.stage.service.synthesis.tasks).toHaveLength(tasks);
  });

  it('a refusal names no voice channel that its reader cannot see', async () => {
    const scene = await SpeakScene.open();
    closing = scene;
    const { discord } = scene.stage;
    discord.setPermissions(discord.channels.workshop, discord.guildId, 0n, PermissionFlagsBits.ViewChannel);
    for (const id of [discord.roles.moderator, discord.botUserId])
      discord.setPermissions(discord.channels.workshop, id, PermissionFlagsBits.ViewChannel, 0n);
    const moderator = await scene.stage.person('moderator');
    const away = await joinVoice(discord, moderator, discord.channels.workshop);
    await scene.say('only for the workshop, and long enough to be read for a while', moderator);
    await scene.hears(5, away);
    const refused = await scene.say('hello');
    const told = await scene.member.untilMessage(
      (message) =>
        message.interaction_metadata?.id === refused.id &&
        /voice channel/.test(message.content + textOf(message.components)),
    );
    expect(told.content).toContain('another voice channel');
    expect(textOf(told)).not.toContain(discord.channels.workshop);
    await away.leave();
  });

  it('a timer of a member is not announced where they cannot read', async () => {
    const scene = await SpeakScene.open();
    closing = scene;
    const { discord } = scene.stage;
    const { channels, people, roles, botUserId } = discord;
    const moderator = await scene.stage.person('moderator');
    const inLounge = await joinVoice(discord, moderator, channels.voice);
    const talk = await ConverseScene.begin(scene, moderator);
    await talk.agree(scene.member);
    talk.realtime.play([
      {
        when: { heard: 'remind' },
        answer: { call: { name: 'set_timer', arguments: { seconds: 2, label: 'my secret tea' } } },
      },
    ]);
    discord.setPermissions(channels.voice, people.member.id, 0n, PermissionFlagsBits.ViewChannel);
    for (const id of [roles.moderator, botUserId])
      discord.setPermissions(channels.voice, id, PermissionFlagsBits.ViewChannel, 0n);
    await talk.sayUntilHeard('Remind me of the tea.', 'ann', { isIt: (heard) => /remind/i.test(heard) });
    const results = () =>
      (talk.session?.events ?? []).filter(
        ({ from, event }) => from === 'client' && event.type === 'conversation.item.create',
      );
    await eventually(() => results().length === 1, "the tool's result");
    expect(textOf(results())).toContain('false');
    const written = discord.state.messages(channels.voice);
    expect(written.filter((message) => textOf(message).includes('my secret tea'))).toEqual([]);
    await inLounge.leave();
  });
});
