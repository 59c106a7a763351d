import type { ButtonInteraction, ChatInputCommandInteraction } from 'discord.js';
import type { CaptionLine } from '../../src/call/captions/call-captions.ts';
import type { CallDesk } from '../../src/call/desk.ts';
import type { BasicCall } from '../../src/call/types.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { button, buttonRow, container, text } from '../../src/discord/layout.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { answerWith, sentence } from './answer.ts';
import { pictureFiles } from './file-types.ts';
import { Given, orderOf } from './given.ts';
import type { ButtonRoute, CallFrame, ChatCommand, FeatureSurface } from './surface.ts';

type Interaction = ButtonInteraction<'cached'> | ChatInputCommandInteraction<'cached'>;

/** Answers a command, or a button with the id of its call. */
type Answer = (interaction: Interaction, words: CallFrame['words'], id?: string) => Promise<MessageBody>;

/** What people can do with any kind of call, by command and on its panel. */
export function callSurface<Call extends BasicCall<Line>, Ask, Line extends CaptionLine>(
  desk: CallDesk<Call, Ask, Line>,
): FeatureSurface {
  const { route, sentences, joined } = desk.presenter;
  const offering = (told: string, words: CallFrame['words'], ...actions: ('remember' | 'forget')[]) => {
    const { buttons } = words.call;
    const offered = actions.map((action) => button('secondary', buttons[action], route, action, 'me'));
    return { components: [container([text(told), ...buttonRow(offered)])] };
  };

  const join: Answer = async (interaction, words, id) => {
    const actor = actorOf(interaction);
    const call = await desk.join(actor, interaction.locale, id);
    return offering(joined(call, actor.userId, words), words, 'remember', 'forget');
  };
  const leave: Answer = async (interaction, { call }, id) => {
    const { left, notIn } = call.answers;
    return sentence((await desk.leave(actorOf(interaction), id)) ? left : notIn);
  };
  const stop: Answer = async (interaction, words, id) => {
    await desk.stop(actorOf(interaction), id);
    return sentence(sentences(words).answers.stopped);
  };
  const status: Answer = async (interaction, words) => await desk.status(actorOf(interaction), words);
  const remember: Answer = async (interaction, words) => {
    await desk.remember(actorOf(interaction));
    return offering(words.call.answers.remembered, words, 'forget');
  };
  const goOn: Answer = async (interaction, { call }, id = '') => {
    await desk.continueOn(actorOf(interaction), id);
    return sentence(call.answers.continued);
  };
  const forget: Answer = async (interaction, { call }) => {
    await desk.forget(actorOf(interaction));
    return sentence(call.answers.forgotten);
  };

  const command = (name: 'join' | 'leave' | 'stop' | 'status', answer: Answer): ChatCommand => ({
    path: [route, name],
    options: [],
    reply: 'private',
    run: async ({ interaction, words }) =>
      void (await answerWith(interaction, await answer(interaction, words))),
  });
  const privately = (action: string, answer: Answer): ButtonRoute => ({
    feature: route,
    action,
    acknowledge: 'private',
    run: async ({ interaction, id, words }) =>
      void (await answerWith(interaction, await answer(interaction, words, id))),
  });
  return {
    commands: [
      command('join', join),
      command('leave', leave),
      command('stop', stop),
      command('status', status),
      {
        path: [route, 'show'],
        options: [{ kind: 'attachment', name: 'image', required: true, fileTypes: pictureFiles }],
        reply: 'private',
        run: async ({ interaction, words }) => {
          const image = new Given(interaction).file('image');
          if (!image) throw new Refusal({ code: 'call-picture-kind' });
          await desk.show(actorOf(interaction), image.url);
          await answerWith(interaction, sentence(sentences(words).answers.shown));
        },
      },
    ],
    buttons: [
      privately('join', join),
      privately('leave', leave),
      privately('stop', stop),
      privately('continue', goOn),
      privately('remember', remember),
      privately('forget', forget),
      privately('here', async (interaction, { call }, id = '') => {
        desk.bringCaptionsHere(actorOf(interaction), id);
        return sentence(call.answers.here);
      }),
      privately(
        'details',
        async (interaction, words, id = '') => await desk.details(actorOf(interaction), id, words),
      ),
      {
        feature: route,
        action: 'mine',
        acknowledge: 'private',
        run: async ({ interaction, id, words, reference, receivedAt }) => {
          const order = orderOf(interaction, { reference, receivedAt });
          await desk.openMine(order, actorOf(interaction), id, words);
        },
      },
      {
        feature: route,
        // Under such a page.
        action: 'mine-on',
        acknowledge: 'update',
        run: async ({ interaction, id, words, reference, receivedAt }) => {
          const order = orderOf(interaction, { reference, receivedAt });
          await desk.continueMine(order, actorOf(interaction), id, words);
        },
      },
      // Under a refusal: each ends the call that's in the way and begins this one.
      ...(['switch', 'come'] as const).map(
        (action): ButtonRoute => ({
          feature: route,
          action,
          acknowledge: 'public',
          run: async ({ interaction, id, reference, receivedAt }) => {
            await desk.switch(orderOf(interaction, { reference, receivedAt }), actorOf(interaction), id);
          },
        }),
      ),
    ],
    modals: [],
  };
}
