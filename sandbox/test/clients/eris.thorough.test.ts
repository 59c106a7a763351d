import { once } from 'node:events';
import { Agent } from 'node:https';
import { connect } from 'node:net';
import { Client, CommandInteraction, type CreateForumThreadOptions, ModalSubmitInteraction } from 'eris';
import type { DiscordSandbox } from '../../discord/server.ts';
import { describeClient, foreignCommands, foreignModal, type MuteClient } from '../support/foreign-client.ts';

/** eris speaks HTTPS only: its requests go out as they are, without the encryption. */
class PlainAgent extends Agent {
  readonly #port: number;

  constructor(port: number) {
    super({ keepAlive: false });
    this.#port = port;
  }

  override createConnection() {
    return connect(this.#port, '127.0.0.1');
  }
}

async function logIn(sandbox: DiscordSandbox): Promise<MuteClient> {
  const { port } = new URL(sandbox.baseUrl);
  const client = new Client(`Bot ${sandbox.botToken}`, {
    intents: ['guilds', 'guildMessages', 'guildVoiceStates'],
    rest: { domain: '127.0.0.1', agent: new PlainAgent(Number(port)) },
  });
  client.on('error', () => undefined);
  client.on('interactionCreate', async (interaction) => {
    if (interaction instanceof CommandInteraction) {
      const { title, customId, input } = foreignModal;
      if (interaction.data.name === 'ping') await interaction.createMessage('pong');
      else
        await interaction.createModal({
          title,
          custom_id: customId,
          components: [{ type: 1, components: [{ ...input }] }],
        });
    } else if (interaction instanceof ModalSubmitInteraction) {
      const [row] = interaction.data.components;
      await interaction.createMessage(String(row?.components[0]?.value));
    }
  });
  const ready = once(client, 'ready');
  await client.connect();
  await ready;
  return {
    guilds: () => client.guilds.filter(({ channels }) => channels.size > 0).map(({ id }) => id),
    register: async () =>
      await client.bulkEditCommands(foreignCommands.map((command) => ({ ...command, options: [] }))),
    post: async (channelId, content) => (await client.createMessage(channelId, content)).id,
    edit: async (channelId, id, content) => await client.editMessage(channelId, id, content),
    upload: async (channelId, name, file) => await client.createMessage(channelId, '', { file, name }),
    react: async (channelId, id, emoji) => await client.addMessageReaction(channelId, id, emoji),
    openPost: async (forumId, name, content) => {
      // Its types want the message to be a list of files as well, which it must not be.
      const message = { content } as CreateForumThreadOptions['message'];
      const { id } = await client.createThread(forumId, { name, message });
      return (await client.getMessage(id, id)).content;
    },
    writeAs: async (channelId, username, content) => {
      const { id, token = '' } = await client.createChannelWebhook(channelId, { name: 'hook' });
      return (await client.executeWebhook(id, token, { username, content, wait: true })).id;
    },
    close: () => client.disconnect({ reconnect: false }),
  };
}

describeClient('eris', logIn, {
  voice: false,
  odd: ['identify: v', 'POST /webhooks/:webhookId/:token: wait'],
});
