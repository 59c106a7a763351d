import { ComponentType, TextInputStyle } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { MessageCommand, ModalRoute } from '../../../src/discord/command.ts';
import { encodeCustomId } from '../../../src/discord/layout.ts';
import { Refusal } from '../../../src/refusal/refusal.ts';
import { demoMenuCommand } from '../../support/demo-commands.ts';
import { isPrivate, startLiveScene } from '../../support/live-scene.ts';

const menu = 'Show this message';
const show: MessageCommand['run'] = async ({ interaction }) => {
  const { content, attachments } = interaction.targetMessage;
  await interaction.editReply(`${content} / ${attachments.map(({ name }) => name).join()}`);
};

describe('a message command', () => {
  it.each(['public', 'private'] as const)(
    'is deferred (%s) and then sees the text and the files of its message',
    async (reply) => {
      await using scene = await startLiveScene({ messageCommands: [demoMenuCommand({ reply, run: show })] });
      const { person, general } = scene;
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
    await using scene = await startLiveScene({ messageCommands: [messageCommand], modals: [fill] });
    const { person, general } = scene;
    const target = await person.send(general, 'a fox');
    const modal = await person.modalFor(await person.invokeOn(general, menu, target.id));
    await person.submitModal(modal, {});
    await person.untilMessage(({ content }) => content === `${general}/${target.id}:0 a fox`);
  });

  it.each(['public', 'modal'] as const)(
    'that fails (%s) leaves nothing public and tells the one person why',
    async (reply) => {
      const run = async () => Promise.reject(new Refusal({ code: 'prompt-empty' }));
      await using scene = await startLiveScene({ messageCommands: [demoMenuCommand({ reply, run })] });
      const { person, general } = scene;
      const target = await person.send(general, 'a fox');
      const before = scene.messages().length;
      await person.invokeOn(general, menu, target.id);
      await scene.toldInPrivate('The prompt is empty');
      expect(scene.messages()).toHaveLength(before + 1);
    },
  );
});
