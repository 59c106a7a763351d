import type { ConversationDesk } from '../../src/conversation/desk.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { pictureFiles } from '../kit/file-types.ts';
import { Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';

/** `/converse show`: a picture to talk about. */
export function converseShow(desk: ConversationDesk): ChatCommand<'converse show'> {
  return {
    path: ['converse', 'show'],
    options: [{ kind: 'attachment', name: 'image', required: true, fileTypes: pictureFiles }],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const image = new Given(interaction).file('image');
      if (!image) throw new Refusal({ code: 'call-picture-kind' });
      await desk.show(actorOf(interaction), image.url);
      await answerWith(interaction, sentence(words.conversation.answers.shown));
    },
  };
}
