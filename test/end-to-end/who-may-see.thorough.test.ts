import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { joinVoice, type VoicePerson } from '../../sandbox/test/support/voice-person.ts';
import { ConverseScene, talkScene } from '../support/converse-scene.ts';
import type { SpeakScene } from '../support/speak-scene.ts';

/** One bot for all of it. */
let scene: SpeakScene;
let moderator: SandboxPerson;
let talk: ConverseScene | undefined;
let away: VoicePerson | undefined;

beforeAll(async () => {
  scene = await talkScene();
  moderator = await scene.stage.person('moderator');
});

/** Everything may be seen again, and the bot is in no channel. */
afterEach(async () => {
  const { discord } = scene.stage;
  const { guildId, people, roles, botUserId, channels } = discord;
  await moderator.fetched('PATCH', `/guilds/${guildId}/members/${people.member.id}`, { mute: false });
  await moderator.invoke(scene.channelId, ['speak', 'stop']);
  await talk?.end();
  talk = undefined;
  await away?.leave();
  away = undefined;
  for (const channel of [channels.workshop, channels.voice])
    for (const id of [guildId, people.member.id, roles.moderator, botUserId])
      discord.setPermissions(channel, id, 0n, 0n);
  await scene.reset();
});

afterAll(async () => await scene?.close());

const textOf = (message: unknown) => JSON.stringify(message);

describe('what a channel hides, with the running bot', () => {
  it('a server-muted member is read aloud no more, and says nothing through a conversation either', async () => {
    talk = await ConverseScene.begin(scene, scene.member);
    await talk.agree();
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
    const { discord } = scene.stage;
    discord.setPermissions(discord.channels.workshop, discord.guildId, 0n, PermissionFlagsBits.ViewChannel);
    for (const id of [discord.roles.moderator, discord.botUserId])
      discord.setPermissions(discord.channels.workshop, id, PermissionFlagsBits.ViewChannel, 0n);
    away = await joinVoice(discord, moderator, discord.channels.workshop);
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
  });

  it('a timer of a member is not announced where they cannot read', async () => {
    const { discord } = scene.stage;
    const { channels, people, roles, botUserId } = discord;
    away = await joinVoice(discord, moderator, channels.voice);
    const started = await ConverseScene.begin(scene, moderator);
    talk = started;
    await started.agree(scene.member);
    started.realtime.play([
      {
        when: { heard: 'remind' },
        answer: { call: { name: 'set_timer', arguments: { seconds: 2, label: 'my secret tea' } } },
      },
    ]);
    discord.setPermissions(channels.voice, people.member.id, 0n, PermissionFlagsBits.ViewChannel);
    for (const id of [roles.moderator, botUserId])
      discord.setPermissions(channels.voice, id, PermissionFlagsBits.ViewChannel, 0n);
    await started.sayUntilHeard('Remind me of the tea.', 'ann', { isIt: (heard) => /remind/i.test(heard) });
    const results = () =>
      (started.session?.events ?? []).filter(
        ({ from, event }) => from === 'client' && event.type === 'conversation.item.create',
      );
    await eventually(() => results().length === 1, "the tool's result");
    expect(textOf(results())).toContain('false');
    const written = discord.state.messages(channels.voice);
    expect(written.filter((message) => textOf(message).includes('my secret tea'))).toEqual([]);
  });
});
