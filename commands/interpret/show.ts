import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import type { InterpreterDesk } from '../../src/interpreter/desk.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith, sentence } from '../kit/answer.ts';
import { pictureFiles } from '../kit/file-types.ts';
import { Given } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';

/** `/interpret show`: a picture of what's being talked about. */
export function interpretShow(desk: InterpreterDesk): ChatCommand<'interpret show'> {
  return {
    path: ['interpret', 'show'],
    options: [{ kind: 'attachment', name: 'image', required: true, fileTypes: pictureFiles }],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const image = new Given(interaction).file('image');
      if (!image) throw new Refusal({ code: 'call-picture-kind' });
      await desk.show(actorOf(interaction), image.url);
      await answerWith(interaction, sentence(words.interpreter.answers.shown));
    },
  };
}
