import { once } from 'node:events';
import { type Client, type Message, MessageFlags, PermissionFlagsBits } from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { enter, enterBot, openDiscordForAll } from '../support/discord-stage.ts';
import { oggOpus } from '../support/ogg-writer.ts';
import type { PersonFile, SandboxPerson } from '../support/sandbox-person.ts';

/** Moved on between messages, because of the limit on them. */
let nowMs = Date.now();
const { sandbox, rest } = await openDiscordForAll({ now: () => nowMs });

afterEach(() => {
  nowMs += 10_000;
});

const sound: PersonFile = { name: 'voice-message.ogg', bytes: oggOpus([Uint8Array.of(0xf8, 0xff, 0xfe)]) };
const waveform = Buffer.from([0, 128, 255]).toString('base64');
const note = { id: 0, filename: sound.name, duration_secs: 1.25, waveform };
const flags = MessageFlags.IsVoiceMessage;

const send = async (
  more: object = {},
  files: readonly PersonFile[] = [sound],
  channel: string = sandbox.channels.general,
) => await rest('POST', `/channels/${channel}/messages`, { flags, attachments: [note], ...more }, files);

describe('a voice message', () => {
  it('is shown with how long and how loud it is', async () => {
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      flags,
      content: '',
      attachments: [{ filename: sound.name, content_type: 'audio/ogg', duration_secs: 1.25, waveform }],
    });
  });

  it.each([
    ['words', { content: 'listen' }, 50159],
    ['an embed', { embeds: [{ title: 'listen' }] }, 50159],
    [
      'a button',
      { components: [{ type: 1, components: [{ type: 2, style: 1, label: 'x', custom_id: 'x' }] }] },
      50159,
    ],
    ['no length', { attachments: [{ ...note, duration_secs: undefined }] }, 50161],
    ['no waveform', { attachments: [{ ...note, waveform: undefined }] }, 50161],
    ['a waveform that is none', { attachments: [{ ...note, waveform: 'not base64!' }] }, 50161],
    ['257 points', { attachments: [{ ...note, waveform: Buffer.alloc(257, 1).toString('base64') }] }, 50161],
  ])('with %s is refused', async (_, more, code) => {
    expect((await send(more)).body).toMatchObject({ code });
  });

  it.each([
    ['no file', []],
    ['two files', [sound, { ...sound, name: 'again.ogg' }]],
    ['a picture', [{ name: 'picture.png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') }]],
  ])('of %s is refused', async (_, files) => {
    const attachments = files.map((file, id) => ({ ...note, id, filename: file.name }));
    expect((await send({ attachments }, files)).body).toMatchObject({ code: 50160 });
  });

  it('is refused where the permission is missing', async () => {
    const { videos } = sandbox.channels;
    sandbox.setPermissions(
      videos,
      sandbox.botUserId,
      PermissionFlagsBits.SendMessages,
      PermissionFlagsBits.SendVoiceMessages,
    );
    const { status, body } = await send({}, [sound], videos);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 50173 });
  });

  it("can't be edited", async () => {
    const { body } = await send();
    const edited = await rest('PATCH', `/channels/${sandbox.channels.general}/messages/${body.id}`, {
      content: 'x',
    });
    expect(edited.body).toMatchObject({ code: 50162 });
  });

  it('is an ordinary file without the flag, whatever is said about it', async () => {
    const { body } = await send({ flags: 0, content: 'listen' });
    expect(body).toMatchObject({ content: 'listen', flags: 0 });
    expect(JSON.stringify(body.attachments)).not.toContain('waveform');
  });
});

describe('a voice message of a member', () => {
  let member: SandboxPerson;
  let bot: Client;

  beforeAll(async () => {
    bot = await enterBot(sandbox, undefined, afterAll);
    member = await enter(sandbox, 'member', afterAll);
  });

  const speak = async () => {
    const seen = once(bot, 'messageCreate') as Promise<[Message]>;
    const sent = await member.send(sandbox.channels.general, { flags, attachments: [note] }, [sound]);
    const [message] = await seen;
    expect(message.id).toBe(sent.id);
    return { sent, message };
  };
  it('reaches a bot without the Message Content intent as one, but without its sound', async () => {
    const { sent, message } = await speak();
    expect(message.flags.has(flags)).toBe(true);
    expect(message.attachments.size).toBe(0);
    expect(sent.attachments).toMatchObject([{ duration_secs: 1.25, waveform, content_type: 'audio/ogg' }]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('comes with a reply that mentions the bot if Discord says so: %j', async (brings, count) => {
    const { sent } = await speak();
    await fetch(`${sandbox.baseUrl}/sandbox/settings`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ repliesBringContent: brings }),
    });
    const seen = once(bot, 'messageCreate') as Promise<[Message]>;
    await member.send(sandbox.channels.general, {
      content: `<@${sandbox.botUserId}> what does it say?`,
      message_reference: { message_id: sent.id },
    });
    const [reply] = await seen;
    const spoken = reply.channel.messages.cache.get(sent.id);
    expect(spoken?.attachments.size).toBe(count);
    if (brings) expect(spoken?.attachments.first()).toMatchObject({ duration: 1.25, waveform });
  });

  it('is gone from its address with the message', async () => {
    const { sent } = await speak();
    const address = sent.attachments[0]?.url ?? '';
    expect((await fetch(address)).status).toBe(200);
    await member.rest('DELETE', `/channels/${sandbox.channels.general}/messages/${sent.id}`);
    expect((await fetch(address)).status).toBe(404);
  });

  it('is refused where they may not send any', async () => {
    const { general } = sandbox.channels;
    sandbox.setPermissions(general, sandbox.guildId, 0n, PermissionFlagsBits.SendVoiceMessages);
    const body = { flags, attachments: [note] };
    const refused = await member.rest('POST', `/channels/${general}/messages`, body, [sound]);
    expect(refused).toMatchObject({ status: 403, body: { code: 50173 } });
  });
});
