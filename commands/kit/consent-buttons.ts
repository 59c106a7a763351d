import type { Actor } from '../../src/authority/actor.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import { button, buttonRow, container, text } from '../../src/discord/layout.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { answerWith, sentence } from './answer.ts';
import type { ButtonRoute, CallFrame } from './surface.ts';

/** What every kind of call does about consent. */
export interface ConsentDesk {
  leave(actor: Actor, id?: string): Promise<boolean>;
  remember(actor: Actor): Promise<void>;
  forget(actor: Actor): Promise<void>;
}

/** *Leave* on a panel; *Remember* and *Forget* under the answer to *Join*. */
export function consentButtons(feature: string, desk: ConsentDesk): readonly ButtonRoute[] {
  const frame = { feature, acknowledge: 'private', guards: [guildOnly] } as const;
  return [
    {
      ...frame,
      action: 'leave',
      run: async ({ interaction, id, words }) => {
        const { left, notIn } = words.call.answers;
        await answerWith(interaction, sentence((await desk.leave(actorOf(interaction), id)) ? left : notIn));
      },
    },
    {
      ...frame,
      action: 'remember',
      run: async ({ interaction, id, words }) => {
        await desk.remember(actorOf(interaction));
        const { answers, buttons } = words.call;
        await answerWith(interaction, {
          components: [
            container([
              text(answers.remembered),
              ...buttonRow([button('secondary', buttons.forget, feature, 'forget', id)]),
            ]),
          ],
        });
      },
    },
    {
      ...frame,
      action: 'forget',
      run: async ({ interaction, words }) => {
        await desk.forget(actorOf(interaction));
        await answerWith(interaction, sentence(words.call.answers.forgotten));
      },
    },
  ];
}

/** The answer to *Join*, with the offer to remember it. */
export function joinedAnswer(feature: string, told: string, { call }: CallFrame['words']): MessageBody {
  const { remember, forget } = call.buttons;
  return {
    components: [
      container([
        text(told),
        ...buttonRow([
          button('secondary', remember, feature, 'remember', 'me'),
          button('secondary', forget, feature, 'forget', 'me'),
        ]),
      ]),
    ],
  };
}
