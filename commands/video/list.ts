import type { BaseInteraction } from 'discord.js';
import { isModerator, moderates, moderatorPermissions } from '../../src/authority/moderator.ts';
import { actorOf } from '../../src/discord/actor.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { listFilters, listOwners } from '../../src/video/history.ts';
import { parseCardPlace, renderCard } from '../../src/video/list-card.ts';
import { type ListPlace, parseListPlace, renderList } from '../../src/video/list-page.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { answerWith } from '../kit/answer.ts';
import { choicesOf, Given } from '../kit/given.ts';
import type { ButtonRoute, CallFrame, ChatCommand, SelectRoute } from '../kit/surface.ts';

/** `/video list`: the person's own; for moderators everybody's, in the channels they moderate. */
export function videoList(studio: VideoStudio): ChatCommand<'video list'> {
  return {
    path: ['video', 'list'],
    options: [
      { kind: 'string', name: 'whose', choices: choicesOf(listOwners) },
      { kind: 'string', name: 'state', choices: choicesOf(listFilters) },
    ],
    reply: 'private',
    run: async (call) => {
      const given = new Given(call.interaction);
      const whose = given.choice('whose', listOwners) ?? 'mine';
      const filter = given.choice('state', listFilters) ?? 'all';
      await answerWith(call.interaction, await pageOf(studio, { whose, filter, page: 1 }, call));
    },
  };
}

/** Previous, next, and back from a video. Everything they need is in their `custom_id`. */
export function listPage(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'list',
    acknowledge: 'update',
    run: async (call) => {
      await answerWith(call.interaction, await pageOf(studio, placeFrom(call.id), call));
    },
  };
}

/** The menu under a list: the chosen video replaces it. */
export function openFromList(studio: VideoStudio): SelectRoute {
  return {
    feature: 'video',
    action: 'open',
    acknowledge: 'update',
    run: async ({ interaction, id, values, words }) => {
      const place = placeFrom(id);
      const actor = actorOf(interaction);
      const { channelId } = interaction;
      const job = await studio.find(actor, values[0] ?? '');
      await answerWith(interaction, renderCard(job, { actor, channelId, words }, place));
    },
  };
}

/** *Cancel* on a video opened from a list, which then shows the result. */
export function cancelFromList(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'withdraw',
    acknowledge: 'update',
    run: async ({ interaction, id, words }) => {
      const place = parseCardPlace(id);
      if (!place) throw new Refusal({ code: 'control-expired' });
      const actor = actorOf(interaction);
      const { channelId } = interaction;
      const canceled = await studio.decisions.cancel(
        await studio.findToDecide(actor, place.jobId),
        actor.userId,
      );
      await answerWith(interaction, renderCard(canceled, { actor, channelId, words }, place.list));
    },
  };
}

function placeFrom(id: string): ListPlace {
  const place = parseListPlace(id);
  if (!place) throw new Refusal({ code: 'control-expired' });
  return place;
}

interface ListCall extends CallFrame {
  readonly interaction: BaseInteraction<'cached'>;
}

async function pageOf(
  studio: VideoStudio,
  place: ListPlace,
  { interaction, words, receivedAt: now }: ListCall,
): Promise<MessageBody> {
  const actor = actorOf(interaction);
  const { guildId } = interaction;
  const channelId = interaction.channelId ?? '';
  if (place.whose === 'everybody' && !isModerator(actor) && !moderates(actor, { guildId, channelId }))
    throw new Refusal({ code: 'moderators-only', anyOf: moderatorPermissions });
  return renderList(await Array.fromAsync(studio.list(actor, place)), place, { actor, now, words });
}
