import { actorOf } from '../../src/discord/actor.ts';
import { button, buttonRow, container, text } from '../../src/discord/layout.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import type { ButtonRoute } from '../kit/surface.ts';

/** *Delete* asks first, because it deletes for everyone, permanently. The requester and moderators can answer. */
export function deletions(studio: VideoStudio): readonly ButtonRoute[] {
  const frame = { feature: 'video' } as const;
  return [
    {
      ...frame,
      action: 'delete',
      acknowledge: 'private',
      run: async ({ interaction, id, words }) => {
        const actor = actorOf(interaction);
        const { requester } = await studio.findToDecide(actor, id);
        const { answers, buttons } = words.video;
        const owner = requester.userId === actor.userId ? undefined : `<@${requester.userId}>`;
        const choice = [
          button('danger', buttons.remove, 'video', 'delete-surely', id),
          button('secondary', buttons.keep, 'video', 'keep', id),
        ];
        const asked = [text(answers.surelyRemove(owner)), ...buttonRow(choice)];
        await answerWith(interaction, { components: [container(asked)] });
      },
    },
    {
      ...frame,
      action: 'delete-surely',
      acknowledge: 'update',
      run: async ({ interaction, id, words }) => {
        const actor = actorOf(interaction);
        await studio.decisions.remove(await studio.findToDecide(actor, id), actor.userId);
        await answerWith(interaction, sentence(words.video.answers.removed));
      },
    },
    {
      ...frame,
      action: 'keep',
      acknowledge: 'update',
      run: async ({ interaction, words }) => {
        await answerWith(interaction, sentence(words.video.answers.kept));
      },
    },
  ];
}
