import type { ButtonInteraction, ChatInputCommandInteraction } from 'discord.js';
import { isModerator, moderates, moderatorPermissions } from '../../src/authority/moderator.ts';
import { actorOf } from '../../src/discord/actor.ts';
import { guildOnly } from '../../src/discord/guards.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { listFilters } from '../../src/video/history.ts';
import { type ListPlace, listOwners, parseListPlace, renderList } from '../../src/video/list-page.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import type { Words } from '../../src/words/index.ts';
import { answerWith } from '../kit/answer.ts';
import { choicesOf, Given } from '../kit/given.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';

/** `/video list`: mine; for moderators everybody's, of the channels that they moderate. */
export function videoList(studio: VideoStudio): ChatCommand<'video list'> {
  return {
    path: ['video', 'list'],
    options: [
      { kind: 'string', name: 'whose', choices: choicesOf(listOwners) },
      { kind: 'string', name: 'state', choices: choicesOf(listFilters) },
    ],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const given = new Given(interaction);
      const whose = given.choice('whose', listOwners) ?? 'mine';
      const filter = given.choice('state', listFilters) ?? 'all';
      await answerWith(interaction, pageOf(studio, { whose, filter, page: 1 }, interaction, words));
    },
  };
}

/** Previous and next: all they need is in their `custom_id`. */
export function listPage(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'list',
    acknowledge: 'update',
    guards: [guildOnly],
    run: async ({ interaction, id, words }) => {
      const place = parseListPlace(id);
      if (!place) throw new Refusal({ code: 'control-expired' });
      await answerWith(interaction, pageOf(studio, place, interaction, words));
    },
  };
}

function pageOf(
  studio: VideoStudio,
  place: ListPlace,
  interaction: ButtonInteraction<'cached'> | ChatInputCommandInteraction<'cached'>,
  words: Words,
): MessageBody {
  const actor = actorOf(interaction);
  const { guildId, channelId } = interaction;
  if (place.whose === 'everybody' && !isModerator(actor) && !moderates(actor, { guildId, channelId }))
    throw new Refusal({ code: 'moderators-only', anyOf: moderatorPermissions });
  return renderList(studio.list(actor, place), place, words);
}
