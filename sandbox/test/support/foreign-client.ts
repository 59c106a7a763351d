import { PermissionFlagsBits } from 'discord-api-types/v10';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DiscordSandbox, startDiscordSandbox } from '../../discord/server.ts';
import { SandboxPerson } from './sandbox-person.ts';

/**
 * A bot on a client that this project didn't write, unmodified. It answers `/ping` with "pong", `/form` with a modal
 * whose field is `text`, and that modal with what was typed.
 */
export interface ForeignClient {
  /** Ids of the guilds that it was told of, with their channels. */
  guilds(): Promise<readonly string[]> | readonly string[];
  /** Registers `/ping` and `/form`. */
  register(): Promise<unknown>;
  /** Returns the message's id. */
  post(channelId: string, content: string): Promise<string>;
  edit(channelId: string, messageId: string, content: string): Promise<unknown>;
  upload(channelId: string, name: string, bytes: Buffer): Promise<unknown>;
  react(channelId: string, messageId: string, emoji: string): Promise<unknown>;
  /** Opens a post in a forum, and returns what its first message says. */
  openPost(forumId: string, name: string, content: string): Promise<string>;
  /** Makes a webhook and writes through it under another name. Returns the message's id. */
  writeAs(channelId: string, name: string, content: string): Promise<string>;
  /** Takes a place in a voice channel. */
  join(guildId: string, channelId: string): Promise<unknown>;
  close(): Promise<unknown> | unknown;
}

export const foreignCommands = [
  { name: 'ping', description: 'Answers pong', type: 1 },
  { name: 'form', description: 'Shows a form', type: 1 },
] as const;

/** The parts of a modal that every client takes. */
export const foreignModal = {
  title: 'Form',
  customId: 'form',
  input: { type: 4, custom_id: 'text', label: 'Text', style: 1 },
} as const;

/** A client that knows no voice gateway which Discord still serves. */
export type MuteClient = Omit<ForeignClient, 'join'>;

export interface ClientTraits {
  /** False for a client that knows only voice gateways of the past. */
  readonly voice?: boolean;
  /** What it sends that no document names. */
  readonly odd?: readonly string[];
}

/** What every client must be able to do, by what people see of it. */
export function describeClient(
  name: string,
  connect: (sandbox: DiscordSandbox) => Promise<ForeignClient | MuteClient>,
  { voice = true, odd = [] }: ClientTraits = {},
): void {
  describe(name, () => {
    let sandbox: DiscordSandbox;
    let member: SandboxPerson;
    let client: ForeignClient | MuteClient;
    let general: string;

    beforeAll(async () => {
      sandbox = await startDiscordSandbox();
      general = sandbox.channels.general;
      member = await SandboxPerson.connect(sandbox, sandbox.people.member);
      client = await connect(sandbox);
    });

    afterAll(async () => {
      member.disconnect();
      await client?.close();
      await sandbox.close();
    });

    test('logs in and learns of its servers', async () => {
      expect([...(await client.guilds())].toSorted()).toEqual([sandbox.guildId, sandbox.otherGuildId]);
    });

    test('writes a message and edits it', async () => {
      const id = await client.post(general, 'a first draft');
      await member.untilMessage((message) => message.id === id && message.content === 'a first draft');
      await client.edit(general, id, 'the final word');
      await member.untilMessage((message) => message.id === id && message.content === 'the final word');
    });

    test('uploads a file', async () => {
      await client.upload(general, 'kite.txt', Buffer.from('a paper kite'));
      const { attachments } = await member.untilMessage((message) => message.attachments.length > 0);
      expect(attachments[0]?.filename).toBe('kite.txt');
      expect(await (await fetch(attachments[0]?.url ?? '')).text()).toBe('a paper kite');
    });

    test('reacts to a message', async () => {
      const id = await client.post(general, 'look');
      await client.react(general, id, '👍');
      await member.until(
        'MESSAGE_REACTION_ADD',
        ({ message_id, emoji }) => message_id === id && (emoji as { name: string }).name === '👍',
      );
    });

    test('opens a post in a forum, and reads its first message', async () => {
      expect(await client.openPost(sandbox.channels.forum, 'Kites', 'Who flies one?')).toBe('Who flies one?');
      await member.until('THREAD_CREATE', ({ name: title }) => title === 'Kites');
    });

    test('writes through a webhook, under another name', async () => {
      sandbox.setPermissions(general, sandbox.botUserId, PermissionFlagsBits.ManageWebhooks, 0n);
      const id = await client.writeAs(general, 'Ann', 'as somebody else');
      const { author } = await member.untilMessage((message) => message.id === id);
      expect(author.username).toBe('Ann');
    });

    test('answers a command, and a form', async () => {
      await client.register();
      const ping = await member.invoke(general, ['ping']);
      await member.answerTo(ping, ({ content }) => content === 'pong');
      const modal = await member.modalFor(await member.invoke(general, ['form']));
      const sent = await member.submitModal(modal, { text: 'up and away' });
      await member.answerTo(sent, ({ content }) => content === 'up and away');
    });

    const joins = async (): Promise<void> => {
      const { guildId, botUserId, channels } = sandbox;
      if (!('join' in client)) throw new Error('It cannot join.');
      await client.join(guildId, channels.voice);
      await member.until(
        'VOICE_STATE_UPDATE',
        ({ user_id, channel_id }) => user_id === botUserId && channel_id === channels.voice,
      );
    };
    if (voice) test('takes its place in a voice channel', joins);

    test('asks for nothing that Discord has not', () => {
      expect(sandbox.oddities).toEqual(odd);
    });
  });
}
