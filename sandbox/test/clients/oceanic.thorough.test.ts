import { once } from 'node:events';
import { Client, CommandInteraction, ModalSubmitInteraction } from 'oceanic.js';
import type { DiscordSandbox } from '../../discord/server.ts';
import { trust } from '../discord/voice/library-client.ts';
import {
  describeClient,
  type ForeignClient,
  foreignCommands,
  foreignModal,
} from '../support/foreign-client.ts';

async function logIn(sandbox: DiscordSandbox): Promise<ForeignClient> {
  trust(sandbox.voice);
  const client = new Client({
    auth: `Bot ${sandbox.botToken}`,
    rest: { baseURL: `${sandbox.apiUrl}/v10` },
    gateway: { intents: ['GUILDS', 'GUILD_MESSAGES', 'GUILD_VOICE_STATES'] },
  });
  client.on('error', () => undefined);
  client.on('interactionCreate', async (interaction) => {
    if (interaction instanceof CommandInteraction) {
      const { title, customId, input } = foreignModal;
      if (interaction.data.name === 'ping') await interaction.createMessage({ content: 'pong' });
      else
        await interaction.createModal({
          title,
          customID: customId,
          components: [
            { type: 1, components: [{ type: 4, customID: input.custom_id, label: input.label, style: 1 }] },
          ],
        });
    } else if (interaction instanceof ModalSubmitInteraction) {
      const content = interaction.data.components.getTextInput('text', true);
      await interaction.createMessage({ content });
    }
  });
  const ready = once(client, 'ready');
  await client.connect();
  await ready;
  return {
    guilds: () => client.guilds.filter(({ channels }) => channels.size > 0).map(({ id }) => id),
    register: async () => await client.application.bulkEditGlobalCommands([...foreignCommands]),
    post: async (channelId, content) => (await client.rest.channels.createMessage(channelId, { content })).id,
    edit: async (channelId, id, content) =>
      await client.rest.channels.editMessage(channelId, id, { content }),
    upload: async (channelId, name, contents) =>
      await client.rest.channels.createMessage(channelId, { files: [{ name, contents }] }),
    react: async (channelId, id, emoji) => await client.rest.channels.createReaction(channelId, id, emoji),
    openPost: async (forumId, name, content) => {
      const options = { name, message: { content } };
      const { id } = await client.rest.channels.startThreadInThreadOnlyChannel(forumId, options);
      return (await client.rest.channels.getMessage(id, id)).content;
    },
    writeAs: async (channelId, username, content) => {
      const { id, token } = await client.rest.webhooks.create(channelId, { name: 'hook' });
      const options = { username, content, wait: true as const };
      return (await client.rest.webhooks.execute(id, token ?? '', options)).id;
    },
    join: async (guildID, channelID) => {
      const guild = client.guilds.get(guildID);
      if (!guild) throw new Error('The guild is not there.');
      const { voiceAdapterCreator } = guild;
      const connection = client.joinVoiceChannel({ guildID, channelID, voiceAdapterCreator });
      await once(connection, 'ready');
    },
    close: () => {
      client.leaveVoiceChannel(sandbox.guildId);
      client.disconnect(false);
    },
  };
}

describeClient('oceanic.js', logIn);
