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
import { describe, expect, test } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import { openDiscordForAll } from '../support/discord-stage.ts';
import { RawGateway } from '../support/raw-gateway.ts';
import { unspecified } from '../support/specified.ts';

const { sandbox, rest, owner } = await openDiscordForAll({ people: ['owner'] });
const { guildId, channels } = sandbox;

/** An answer that is no error. */
async function answer(method: string, path: string, json?: unknown): Promise<unknown> {
  const { status, body } = await rest(method, path, json);
  expect([path, status < 300, status < 300 || body]).toEqual([path, true, true]);
  return body;
}

const fits = (schema: ZodMiniType<unknown>, wire: unknown) => expect(unspecified(schema, wire)).toEqual([]);

describe('what the stand-in answers has the fields of the published specification, and no others', () => {
  test.each<[string, ZodMiniType<unknown>, string]>([
    ['the bot', UserPIIResponseSchema, '/users/@me'],
    ['a user', UserResponseSchema, `/users/${owner.id}`],
    ['the application', PrivateApplicationResponseSchema, '/applications/@me'],
    ['the gateway', GatewayBotResponseSchema, '/gateway/bot'],
    ['a server', GuildWithCountsResponseSchema, `/guilds/${guildId}?with_counts=true`],
    ['a server in a list', MyGuildResponseSchema, '/users/@me/guilds'],
    ['a role', GuildRoleResponseSchema, `/guilds/${guildId}/roles`],
    ['a member', GuildMemberResponseSchema, `/guilds/${guildId}/members/${owner.id}`],
    ['a thread', ThreadResponseSchema, `/channels/${channels.thread}`],
    ['the open threads', ThreadsResponseSchema, `/guilds/${guildId}/threads/active`],
  ])('%s', async (_what, schema, path) => {
    const read = await answer('GET', path);
    fits(schema, Array.isArray(read) ? read[0] : read);
  });

  test('a direct channel', async () => {
    const opened = await answer('POST', '/users/@me/channels', { recipient_id: owner.id });
    fits(PrivateChannelResponseSchema, opened);
  });

  test('an emoji', async () => {
    const emoji = { name: 'kite', image: 'data:image/png;base64,AAAA' };
    fits(EmojiResponseSchema, await owner.fetched('POST', `/guilds/${guildId}/emojis`, emoji));
  });

  test.each(['general', 'voice', 'stage', 'forum', 'announcements', 'textCategory'] as const)(
    'the channel %s',
    async (name) => fits(GuildChannelResponseSchema, await answer('GET', `/channels/${channels[name]}`)),
  );

  test('a command, its answer, and what follows it', async () => {
    const options = [
      { type: 3, name: 'o', description: 'x', choices: [{ name: 'a', value: 'b' }] },
      { type: 4, name: 'n', description: 'x', min_value: 1, max_value: 2 },
    ];
    const commands = `/applications/${sandbox.applicationId}/commands`;
    const command = await answer('POST', commands, { name: 'ask', description: 'x', options });
    fits(ApplicationCommandResponseSchema, command);
    const { id, token } = sandbox.injectInteraction({
      type: 2,
      userId: owner.id,
      channelId: channels.general,
      data: { name: 'ask' },
    });
    const link = { type: 2, style: 5, label: 'x', url: 'https://example.org' };
    const said = await answer('POST', `/interactions/${id}/${token}/callback?with_response=true`, {
      type: 4,
      data: { content: 'x', components: [{ type: 1, components: [link] }] },
    });
    fits(InteractionCallbackResponseSchema, said);
    const later = await answer('POST', `/webhooks/${sandbox.applicationId}/${token}`, {
      content: 'y',
      flags: 64,
    });
    fits(MessageResponseSchema, later);
  });

  test('messages: with an embed, as a reply, pinned, with a thread', async () => {
    const embed = {
      title: 'x',
      fields: [{ name: 'a', value: 'b' }],
      image: { url: 'https://example.org/a.png' },
      footer: { text: 'x' },
      author: { name: 'x' },
    };
    const sent = await rest('POST', `/channels/${channels.general}/messages`, {
      content: `<@${owner.id}>`,
      embeds: [embed],
    });
    const at = `/channels/${channels.general}/messages`;
    await owner.fetched('PUT', `${at}/pins/${sent.body.id}`);
    await owner.fetched('POST', `${at}/${sent.body.id}/threads`, { name: 'x' });
    const reply = await answer('POST', at, {
      content: 'x',
      message_reference: { message_id: sent.body.id },
    });
    const pinned = await answer('GET', `${at}/pins`);
    fits(PinnedMessagesResponseSchema, pinned);
    for (const message of [sent.body, reply, await answer('GET', `${at}/${sent.body.id}`)])
      fits(MessageResponseSchema, message);
  });

  test('a voice state', async () => {
    const bot = await RawGateway.identified(sandbox, { intents: 1 });
    bot.send(4, { guild_id: guildId, channel_id: channels.voice, self_mute: false, self_deaf: true });
    await bot.event('VOICE_SERVER_UPDATE');
    const state = await answer('GET', `/guilds/${guildId}/voice-states/@me`);
    fits(VoiceStateResponseSchema, state);
  });
});
