import { button, buttonRow, container, text } from '../../src/discord/layout.ts';
import type { PrivacyDesk } from '../../src/privacy/desk.ts';
import { renderProof, renderSure } from '../../src/privacy/page.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import type { ButtonRoute } from '../kit/surface.ts';

/** What's under `/privacy`. The id of the last three is whose data it's about. */
export function privacyButtons(desk: PrivacyDesk): readonly ButtonRoute[] {
  const frame = { feature: 'privacy', acknowledge: 'private' } as const;
  const offer = (label: string, action: string) =>
    buttonRow([button('secondary', label, 'privacy', action, 'me')]);
  return [
    {
      ...frame,
      action: 'never',
      run: async ({ interaction, words: { privacy: say } }) => {
        await desk.neverListen(interaction.user.id);
        const told = container([text(say.answers.never), ...offer(say.buttons.listen, 'listen')]);
        await answerWith(interaction, { components: [told] });
      },
    },
    {
      ...frame,
      action: 'listen',
      run: async ({ interaction, words }) => {
        await desk.listenAgain(interaction.user.id);
        await answerWith(interaction, sentence(words.privacy.answers.listen));
      },
    },
    {
      ...frame,
      action: 'unwritten',
      run: async ({ interaction, words: { privacy: say } }) => {
        await desk.neverWrite(interaction.user.id);
        const told = container([text(say.answers.unwritten), ...offer(say.buttons.written, 'written')]);
        await answerWith(interaction, { components: [told] });
      },
    },
    {
      ...frame,
      action: 'written',
      run: async ({ interaction, words }) => {
        await desk.writeAgain(interaction.user.id);
        await answerWith(interaction, sentence(words.privacy.answers.written));
      },
    },
    {
      ...frame,
      action: 'keep-texts',
      run: async ({ interaction, words: { privacy: say } }) => {
        await desk.keepTexts(interaction.user.id);
        const offered = offer(say.buttons['drop-texts'], 'drop-texts');
        const told = container([text(say.answers.keepTexts), ...offered]);
        await answerWith(interaction, { components: [told] });
      },
    },
    {
      ...frame,
      action: 'drop-texts',
      run: async ({ interaction, words }) => {
        await desk.dropTexts(interaction.user.id);
        await answerWith(interaction, sentence(words.privacy.answers.dropTexts));
      },
    },
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
