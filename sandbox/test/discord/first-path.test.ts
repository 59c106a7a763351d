import { Events, SlashCommandBuilder } from 'discord.js';
import { expect, test } from 'vitest';
import { enterBot, openDiscord } from '../support/discord-stage.ts';

test('a person invokes a registered command, sees the deferral, the edited answer and a file in the channel', async () => {
  const { sandbox, member, newcomer } = await openDiscord({ people: ['member', 'newcomer'] });
  const bot = await enterBot(sandbox);
  const command = new SlashCommandBuilder()
    .setName('video')
    .setDescription('Makes videos')
    .addSubcommand((subcommand) =>
      subcommand
        .setName('text')
        .setDescription('From a sentence')
        .addStringOption((option) =>
          option.setName('prompt').setDescription('What to show').setRequired(true),
        )
        .addAttachmentOption((option) => option.setName('audio').setDescription('A sound')),
    );
  await bot.rest.put(`/applications/${bot.application.id}/commands`, { body: [command.toJSON()] });
  bot.once(Events.InteractionCreate, async (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    await interaction.deferReply();
    const prompt = interaction.options.getString('prompt', true);
    const audio = interaction.options.getAttachment('audio', true);
    const heard = await (await fetch(audio.url)).text();
    await interaction.editReply(`${interaction.commandName}: ${prompt} with ${audio.name} saying ${heard}`);
    if (!interaction.channel?.isSendable()) return;
    await interaction.channel.send({
      content: 'Here it is',
      files: [{ attachment: Buffer.from('made'), name: 'made.txt' }],
    });
  });

  const invoked = await member.invoke(sandbox.channels.general, ['video', 'text'], {
    prompt: 'a calm sea',
    audio: { file: { name: 'sea.txt', bytes: Buffer.from('waves') } },
  });
  await member.until('INTERACTION_SUCCESS', ({ id }) => id === invoked.id);
  const deferral = await member.until(
    'MESSAGE_CREATE',
    (message) => message.interaction_metadata?.id === invoked.id,
  );
  expect(deferral.flags).toBe(128);
  const answer = await member.answerTo(invoked, (message) => message.content !== '');
  expect(answer).toMatchObject({
    id: deferral.id,
    content: 'video: a calm sea with sea.txt saying waves',
    flags: 0,
  });

  const posted = await newcomer.until('MESSAGE_CREATE', (message) => message.content === 'Here it is');
  const file = await fetch(posted.attachments[0]?.url ?? '');
  expect(await file.text()).toBe('made');
  expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(sandbox.unknownRoutes).toEqual([]);
});
