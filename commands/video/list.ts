import type { ButtonInteraction, ChatInputCommandInteraction } from 'discord.js';
import { guildOnly } from '../../src/discord/guards.ts';
import type { MessageBody } from '../../src/discord/messenger.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { type ListPlace, parseListPlace, renderList } from '../../src/video/list-page.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import type { Words } from '../../src/words/index.ts';
import type { ButtonRoute, ChatCommand } from '../kit/surface.ts';
import { answerWith } from './answer.ts';
import { isModerator } from './decide.ts';
import { choicesOf } from './options.ts';

/** `/video list`: mine; everybody's for moderators. */
export function videoList(studio: VideoStudio): ChatCommand<'video list'> {
  return {
    path: ['video', 'list'],
    options: [
      { kind: 'string', name: 'whose', choices: choicesOf(['mine', 'everybody']) },
      { kind: 'string', name: 'state', choices: choicesOf(['all', 'open', 'done', 'failed']) },
    ],
    guards: [guildOnly],
    reply: 'private',
    run: async ({ interaction, words }) => {
      const whose = interaction.options.get('whose')?.value ?? 'mine';
      const filter = interaction.options.get('state')?.value ?? 'all';
      const place = parseListPlace(`${whose}.${filter}.1`);
      if (!place)
        throw new Refusal({ code: 'option-invalid', option: 'state', rule: 'all, open, done, failed' });
      await answerWith(interaction, pageOf(studio, place, interaction, words));
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
  const { guildId, user } = interaction;
  if (place.whose === 'everybody' && !isModerator(interaction)) {
    throw new Refusal({ code: 'you-lack-permissions', permissions: ['ManageMessages'] });
  }
  const userId = place.whose === 'mine' ? user.id : undefined;
  return renderList(studio.list({ guildId, userId, filter: place.filter }), place, words);
}
