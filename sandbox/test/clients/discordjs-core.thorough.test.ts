import { once } from 'node:events';
import { createRequire } from 'node:module';
import { API, Client, type Gateway, GatewayDispatchEvents, InteractionType } from '@discordjs/core';
import { REST } from 'discord.js';
import { ApplicationCommandType, ComponentType, GatewayIntentBits } from 'discord-api-types/v10';
import type { DiscordSandbox } from '../../discord/server.ts';
import {
  describeClient,
  type ForeignClient,
  foreignCommands,
  foreignModal,
} from '../support/foreign-client.ts';

type Manager = Gateway & { connect(): Promise<void>; destroy(options: object): Promise<void> };

/** The `@discordjs/ws` that core brings along: a newer one than discord.js has. */
const brought: {
  readonly WebSocketManager: new (options: Readonly<Record<string, unknown>>) => Manager;
  readonly CompressionMethod: Readonly<Record<string, unknown>>;
} = createRequire(import.meta.resolve('@discordjs/core'))('@discordjs/ws');

async function logIn(sandbox: DiscordSandbox): Promise<ForeignClient> {
  const rest = new REST({ version: '10', api: sandbox.apiUrl }).setToken(sandbox.botToken);
  const gateway = new brought.WebSocketManager({
    token: sandbox.botToken,
    intents: GatewayIntentBits.Guilds | GatewayIntentBits.GuildMessages | GatewayIntentBits.GuildVoiceStates,
    compression: brought.CompressionMethod.ZlibNative,
    fetchGatewayInformation: async () => await rest.get('/gateway/bot'),
    rest,
  });
  const api = new API(rest);
  const client = new Client({ rest, gateway });
  const guilds: string[] = [];
  client.on(GatewayDispatchEvents.GuildCreate, ({ data }) => {
    if (data.channels.length > 0) guilds.push(data.id);
  });
  client.on(GatewayDispatchEvents.InteractionCreate, async ({ data: interaction }) => {
    const { id, token } = interaction;
    if (interaction.type === InteractionType.ApplicationCommand) {
      const { title, customId, input } = foreignModal;
      if (interaction.data.name === 'ping') await api.interactions.reply(id, token, { content: 'pong' });
      else
        await api.interactions.createModal(id, token, {
          title,
          custom_id: customId,
          components: [{ type: ComponentType.ActionRow, components: [{ ...input }] }],
        });
    } else if (interaction.type === InteractionType.ModalSubmit) {
      const [row] = interaction.data.components;
      const [field] = row?.type === ComponentType.ActionRow ? row.components : [];
      await api.interactions.reply(id, token, { content: field?.value ?? '' });
    }
  });
  const ready = once(client, GatewayDispatchEvents.Ready);
  await gateway.connect();
  await ready;
  while (guilds.length < 2) await once(client, GatewayDispatchEvents.GuildCreate);
  return {
    guilds: () => guilds,
    register: async () =>
      await api.applicationCommands.bulkOverwriteGlobalCommands(
        sandbox.applicationId,
        foreignCommands.map((command) => ({ ...command, type: ApplicationCommandType.ChatInput })),
      ),
    post: async (channelId, content) => (await api.channels.createMessage(channelId, { content })).id,
    edit: async (channelId, id, content) => await api.channels.editMessage(channelId, id, { content }),
    upload: async (channelId, name, data) =>
      await api.channels.createMessage(channelId, { files: [{ name, data }] }),
    react: async (channelId, id, emoji) => await api.channels.addMessageReaction(channelId, id, emoji),
    openPost: async (forumId, name, content) => {
      const { id } = await api.channels.createForumThread(forumId, { name, message: { content } });
      return (await api.channels.getMessage(id, id)).content;
    },
    writeAs: async (channelId, username, content) => {
      const { id, token = '' } = await api.channels.createWebhook(channelId, { name: 'hook' });
      return (await api.webhooks.execute(id, token, { username, content, wait: true })).id;
    },
    join: async (guild_id, channel_id) =>
      await client.updateVoiceState({ guild_id, channel_id, self_mute: false, self_deaf: true }),
    close: async () => await gateway.destroy({ code: 1000 }),
  };
}

describeClient('@discordjs/core', logIn);
