import { ComponentType, MessageFlags, TextInputStyle } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { MessageCommand, ModalRoute } from '../../../src/discord/command.ts';
import { botMay } from '../../../src/discord/guards.ts';
import { encodeCustomId } from '../../../src/discord/layout.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { demoCommand, demoMenuCommand } from '../../support/demo-commands.ts';
import { startLiveBot } from '../../support/live-bot.ts';

const menu = 'Show this message';
const isPrivate = (message: { flags?: number | undefined }) =>
  ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
const show: MessageCommand['run'] = async ({ interaction }) => {
  const { content, attachments } = interaction.targetMessage;
  await interaction.editReply(`${content} / ${attachments.map(({ name }) => name).join()}`);
};

describe('a message command', () => {
  it.each(['public', 'private'] as const)(
    'is deferred (%s) and then sees the text and the files of its message',
    async (reply) => {
      await using bot = await startLiveBot({ messageCommands: [demoMenuCommand({ reply, run: show })] });
      const person = await bot.person();
      const { general } = bot.discord.channels;
      const target = await person.send(general, 'a fox', [{ name: 'fox.png', bytes: new Uint8Array(8) }]);
      const invoked = await person.invokeOn(general, menu, target.id);
      const answer = await person.answerTo(invoked, ({ content }) => content === 'a fox / fox.png');
      expect(isPrivate(answer)).toBe(reply === 'private');
    },
  );

  it('can open a pre-filled modal, which comes back with an id of many parts', async () => {
    const messageCommand = demoMenuCommand({
      reply: 'modal',
      run: async ({ interaction }) => {
        const { channelId, id, content } = interaction.targetMessage;
        await interaction.showModal({
          custom_id: encodeCustomId({ feature: 'demo', action: 'fill', id: `${channelId}/${id}:0` }),
          title: 'Make',
          components: [
            {
              type: ComponentType.Label,
              label: 'Text',
              component: {
                type: ComponentType.TextInput,
                custom_id: 'text',
                style: TextInputStyle.Paragraph,
                value: content,
              },
            },
          ],
        });
      },
    });
    const fill: ModalRoute = {
      feature: 'demo',
      action: 'fill',
      reply: 'public',
      run: async ({ interaction, id }) => {
        await interaction.editReply(`${id} ${interaction.fields.getTextInputValue('text')}`);
      },
    };
    await using bot = await startLiveBot({ messageCommands: [messageCommand], modals: [fill] });
    const person = await bot.person();
    const { general } = bot.discord.channels;
    const target = await person.send(general, 'a fox');
    const modal = await person.modalFor(await person.invokeOn(general, menu, target.id));
    await person.submitModal(modal, {});
    await person.untilMessage(({ content }) => content === `${general}/${target.id}:0 a fox`);
  });

  it.each(['public', 'modal'] as const)(
    'that fails (%s) leaves nothing public and tells the one person why',
    async (reply) => {
      const run = async () => Promise.reject(new Refusal({ code: 'prompt-empty' }));
      await using bot = await startLiveBot({ messageCommands: [demoMenuCommand({ reply, run })] });
      const person = await bot.person();
      const { general } = bot.discord.channels;
      const target = await person.send(general, 'a fox');
      const before = bot.discord.state.messages(general).length;
      await person.invokeOn(general, menu, target.id);
      const told = await person.untilMessage(({ content }) => content.includes('The prompt is empty'));
      expect(isPrivate(told)).toBe(true);
      expect(bot.discord.state.messages(general)).toHaveLength(before + 1);
    },
  );

  it('is refused where the bot may not post, before it is run', async () => {
    const ran: string[] = [];
    const guards = [botMay('ViewChannel', 'SendMessages')];
    const run = async () => void ran.push('ran');
    await using bot = await startLiveBot({ messageCommands: [demoMenuCommand({ guards, run })] });
    const person = await bot.person();
    const { locked } = bot.discord.channels;
    const target = await person.send(locked, 'a fox');
    await person.invokeOn(locked, menu, target.id);
    const told = await person.untilMessage(({ content }) => content.includes('Send Messages'));
    expect(isPrivate(told)).toBe(true);
    expect(ran).toEqual([]);
  });

  it('of another release is answered', async () => {
    await using bot = await startLiveBot({ commands: [demoCommand()] });
    const person = await bot.person();
    const { general } = bot.discord.channels;
    const target = await person.send(general, 'a fox');
    bot.discord.injectInteraction({
      userId: person.id,
      channelId: general,
      data: {
        id: '1324000000000009999',
        type: 3,
        name: 'Removed',
        target_id: target.id,
        resolved: { messages: { [target.id]: target } },
      },
    });
    const told = await person.untilMessage(({ content }) => content.includes('has been removed'));
    expect(isPrivate(told)).toBe(true);
  });
});
