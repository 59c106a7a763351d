import { button, buttonRow, container, text } from '../../src/discord/layout.ts';
import type { PrivacyDesk } from '../../src/privacy/desk.ts';
import { renderProof, renderSure } from '../../src/privacy/page.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import type { ButtonRoute } from '../kit/surface.ts';

/** What's under `/privacy`. The id of the last three is whose data it's about. */
export function privacyButtons(desk: PrivacyDesk): readonly ButtonRoute[] {
  const frame = { feature: 'privacy', acknowledge: 'private' } as const;
  /** What someone decides about themselves; `back`: the button that takes it back. */
  const decision = (
    action: string,
    decide: (userId: string) => Promise<void>,
    answer: 'never' | 'listen' | 'unwritten' | 'written' | 'keepTexts' | 'dropTexts',
    back?: 'listen' | 'written' | 'drop-texts',
  ): ButtonRoute => ({
    ...frame,
    action,
    run: async ({ interaction, words: { privacy: say } }) => {
      await decide(interaction.user.id);
      const offered = back ? [button('secondary', say.buttons[back], 'privacy', back, 'me')] : [];
      const told = container([text(say.answers[answer]), ...buttonRow(offered)]);
      await answerWith(interaction, { components: [told] });
    },
  });
  return [
    decision('never', async (id) => await desk.neverListen(id), 'never', 'listen'),
    decision('listen', async (id) => await desk.listenAgain(id), 'listen'),
    decision('unwritten', async (id) => await desk.neverWrite(id), 'unwritten', 'written'),
    decision('written', async (id) => await desk.writeAgain(id), 'written'),
    decision('keep-texts', async (id) => await desk.keepTexts(id), 'keepTexts', 'drop-texts'),
    decision('drop-texts', async (id) => await desk.dropTexts(id), 'dropTexts'),
    {
      ...frame,
      action: 'data',
      run: async ({ interaction, id, words: { privacy: say } }) => {
        const { user, attachmentSizeLimit } = interaction;
        const file = await desk.dataFile({ by: user.id, about: id }, attachmentSizeLimit);
        const told = id === user.id ? say.answers.data : say.answers.dataOf(`<@${id}>`);
        await answerWith(interaction, sentence(told), [
          { ...file, description: say.buttons.data, attached: true },
        ]);
      },
    },
    {
      ...frame,
      action: 'forget',
      run: async ({ interaction, id, words }) => {
        const data = await desk.read({ by: interaction.user.id, about: id });
        await answerWith(interaction, renderSure(id, data, words));
      },
    },
    {
      ...frame,
      action: 'forget-now',
      run: async ({ interaction, id, reference, words }) => {
        const proof = await desk.forget({ by: interaction.user.id, about: id }, reference);
        await answerWith(interaction, renderProof(id, proof, words));
      },
    },
  ];
}
