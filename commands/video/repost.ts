import type { ButtonInteraction, ChatInputCommandInteraction } from 'discord.js';
import { actorOf } from '../../src/discord/actor.ts';
import { attempt } from '../../src/discord/message-errors.ts';
import { inSomeShape, renderAgain } from '../../src/video/result-page.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { answerWith } from '../kit/answer.ts';
import { Given } from '../kit/given.ts';
import type { ButtonRoute, CallFrame, ChatCommand } from '../kit/surface.ts';
import { mayDeliver, taskOption } from './options.ts';
import { suggestTasks } from './suggestions.ts';

/** On a video opened from a list: posts it in this channel. */
export function repost(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'repost',
    acknowledge: 'public',
    guards: [mayDeliver],
    run: async (call) => await bringBack(studio, call.id, call),
  };
}

/** `/video show`: reposts a finished video in this channel. */
export function videoShow(studio: VideoStudio): ChatCommand<'video show'> {
  return {
    path: ['video', 'show'],
    options: [{ ...taskOption, required: true }],
    guards: [mayDeliver],
    reply: 'public',
    run: async (call) => await bringBack(studio, new Given(call.interaction).text('task') ?? '', call),
    autocomplete: suggestTasks(studio, ({ state }) => state === 'delivered' || state === 'undeliverable'),
  };
}

interface Call extends CallFrame {
  readonly interaction: ButtonInteraction<'cached'> | ChatInputCommandInteraction<'cached'>;
}

async function bringBack(studio: VideoStudio, id: string, { interaction, publicWords }: Call): Promise<void> {
  const { channelId } = interaction;
  const job = await studio.findToBring(actorOf(interaction), id, channelId);
  await studio.bringBack.bring(job, interaction.attachmentSizeLimit, async (finished, packed) => {
    const messageId = await inSomeShape(
      (shape) => renderAgain(finished, packed, interaction.user.id, publicWords, shape),
      async (body) => await attempt(async () => await answerWith(interaction, body)),
    );
    return { channelId, messageId };
  });
}
