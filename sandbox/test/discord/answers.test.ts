import {
  ApplicationCommandResponseSchema,
  EmojiResponseSchema,
  GatewayBotResponseSchema,
  GuildChannelResponseSchema,
  GuildMemberResponseSchema,
  GuildRoleResponseSchema,
  GuildWithCountsResponseSchema,
  InteractionCallbackResponseSchema,
  MessageResponseSchema,
  MyGuildResponseSchema,
  PinnedMessagesResponseSchema,
  PrivateApplicationResponseSchema,
  PrivateChannelResponseSchema,
  ThreadResponseSchema,
  ThreadsResponseSchema,
  UserPIIResponseSchema,
  UserResponseSchema,
  VoiceStateResponseSchema,
} from 'discord-api-spec/zod';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import { type DiscordSandbox, startDiscordSandbox } from '../../discord/server.ts';
import { RawGateway } from '../support/raw-gateway.ts';
import { SandboxPerson } from '../support/sandbox-person.ts';
import { botRest } from '../support/sandbox-rest.ts';
import { unspecified } from '../support/specified.ts';

let sandbox: DiscordSandbox;
let rest: ReturnType<typeof botRest>;
let owner: SandboxPerson;

beforeAll(async () => {
  sandbox = await startDiscordSandbox();
  rest = botRest(sandbox);
  owner = await SandboxPerson.connect(sandbox, sandbox.people.owner);
});

afterAll(async () => {
  owner.disconnect();
  await sandbox.close();
});

/** An answer that is no error. */
async function answer(method: string, path: string, json?: unknown): Promise<unknown> {
  const { status, body } = await rest(method, path, json);
  expect([path, status < 300, status < 300 || body]).toEqual([path, true, true]);
  return body;
}

const first = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined);

describe('what the stand-in answers has the fields of the published specification, and no others', () => {
  const reads: readonly [string, ZodMiniType<unknown>, () => Promise<unknown>][] = [
    ['the bot', UserPIIResponseSchema, () => answer('GET', '/users/@me')],
    ['a user', UserResponseSchema, () => answer('GET', `/users/${owner.id}`)],
    ['the application', PrivateApplicationResponseSchema, () => answer('GET', '/applications/@me')],
    ['the gateway', GatewayBotResponseSchema, () => answer('GET', '/gateway/bot')],
    [
      'a server',
      GuildWithCountsResponseSchema,
      () => answer('GET', `/guilds/${sandbox.guildId}?with_counts=true`),
    ],
    [
      'a server in a list',
      MyGuildResponseSchema,
      async () => first(await answer('GET', '/users/@me/guilds')),
    ],
    [
      'a role',
      GuildRoleResponseSchema,
      async () => first(await answer('GET', `/guilds/${sandbox.guildId}/roles`)),
    ],
    [
      'a member',
      GuildMemberResponseSchema,
      () => answer('GET', `/guilds/${sandbox.guildId}/members/${owner.id}`),
    ],
    ['a thread', ThreadResponseSchema, () => answer('GET', `/channels/${sandbox.channels.thread}`)],
    [
      'the open threads',
      ThreadsResponseSchema,
      () => answer('GET', `/guilds/${sandbox.guildId}/threads/active`),
    ],
    [
      'a direct channel',
      PrivateChannelResponseSchema,
      () => answer('POST', '/users/@me/channels', { recipient_id: owner.id }),
    ],
    [
      'an emoji',
      EmojiResponseSchema,
      () =>
        owner.fetched('POST', `/guilds/${sandbox.guildId}/emojis`, {
          name: 'kite',
          image: 'data:image/png;base64,AAAA',
        }),
    ],
  ];
  test.each(reads)('%s', async (_what, schema, read) => {
    expect(unspecified(schema, await read())).toEqual([]);
  });

  test.each(['general', 'voice', 'stage', 'forum', 'announcements', 'textCategory'] as const)(
    'the channel %s',
    async (name) => {
      const channel = await answer('GET', `/channels/${sandbox.channels[name]}`);
      expect(unspecified(GuildChannelResponseSchema, channel)).toEqual([]);
    },
  );

  test('a command, its answer, and what follows it', async () => {
    const options = [
      { type: 3, name: 'o', description: 'x', choices: [{ name: 'a', value: 'b' }] },
      { type: 4, name: 'n', description: 'x', min_value: 1, max_value: 2 },
    ];
    const commands = `/applications/${sandbox.applicationId}/commands`;
    const command = await answer('POST', commands, { name: 'ask', description: 'x', options });
    expect(unspecified(ApplicationCommandResponseSchema, command)).toEqual([]);
    const { id, token } = sandbox.injectInteraction({
      type: 2,
      userId: owner.id,
      channelId: sandbox.channels.general,
      data: { name: 'ask' },
    });
    const link = { type: 2, style: 5, label: 'x', url: 'https://example.org' };
    const said = await answer('POST', `/interactions/${id}/${token}/callback?with_response=true`, {
      type: 4,
      data: { content: 'x', components: [{ type: 1, components: [link] }] },
    });
    expect(unspecified(InteractionCallbackResponseSchema, said)).toEqual([]);
    const later = await answer('POST', `/webhooks/${sandbox.applicationId}/${token}`, {
      content: 'y',
      flags: 64,
    });
    expect(unspecified(MessageResponseSchema, later)).toEqual([]);
  });

  test('messages: with an embed, as a reply, pinned, with a thread', async () => {
    const { general } = sandbox.channels;
    const embed = {
      title: 'x',
      fields: [{ name: 'a', value: 'b' }],
      image: { url: 'https://example.org/a.png' },
      footer: { text: 'x' },
      author: { name: 'x' },
    };
    const sent = await rest('POST', `/channels/${general}/messages`, {
      content: `<@${owner.id}>`,
      embeds: [embed],
    });
    const at = `/channels/${general}/messages`;
    await owner.fetched('PUT', `${at}/pins/${sent.body.id}`);
    await owner.fetched('POST', `${at}/${sent.body.id}/threads`, { name: 'x' });
    const reply = await answer('POST', at, {
      content: 'x',
      message_reference: { message_id: sent.body.id },
    });
    const pinned = await answer('GET', `${at}/pins`);
    expect(unspecified(PinnedMessagesResponseSchema, pinned)).toEqual([]);
    for (const message of [sent.body, reply, await answer('GET', `${at}/${sent.body.id}`)])
      expect(unspecified(MessageResponseSchema, message)).toEqual([]);
  });

  test('a voice state', async () => {
    const bot = await RawGateway.open(sandbox.gatewayUrl);
    bot.identify(sandbox.botToken, { intents: 1 });
    await bot.event('READY');
    bot.send(4, {
      guild_id: sandbox.guildId,
      channel_id: sandbox.channels.voice,
      self_mute: false,
      self_deaf: true,
    });
    await bot.event('VOICE_SERVER_UPDATE');
    const state = await answer('GET', `/guilds/${sandbox.guildId}/voice-states/@me`);
    expect(unspecified(VoiceStateResponseSchema, state)).toEqual([]);
    bot.socket.terminate();
  });
});
