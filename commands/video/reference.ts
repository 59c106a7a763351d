import type { ChatInputCommandInteraction } from 'discord.js';
import { botMay } from '../../src/discord/guards.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { deliveryPermissions } from '../../src/video/options.ts';
import type { MediaSource } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { clipFiles, pictureFiles } from '../kit/file-types.ts';
import { Given, orderOf } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { referForm } from './forms.ts';
import { askFrom, longestAddress, optionsOf, textOptions } from './options.ts';
import { presetOption, suggestWithPresets } from './presets.ts';
import { openerOf } from './refused-form.ts';

const places = [1, 2, 3, 4, 5] as const;
const referenceFiles = [...pictureFiles, ...clipFiles];

/** `/video reference`: document 1, section C. An option's number is the character's number. */
export function videoReference(studio: VideoStudio): ChatCommand<'video reference'> {
  return {
    path: ['video', 'reference'],
    options: [
      ...optionsOf('reference', studio).slice(0, textOptions),
      presetOption,
      ...places.map(
        (place) => ({ kind: 'attachment', name: `reference${place}`, fileTypes: referenceFiles }) as const,
      ),
      ...places.map((place) => ({ kind: 'string', name: `url${place}`, maxLength: longestAddress }) as const),
      ...optionsOf('reference', studio).slice(textOptions),
    ],
    guards: [botMay(...deliveryPermissions)],
    reply: 'public',
    opensModal: isIncomplete,
    run: async ({ interaction, words, reference, receivedAt }) => {
      const given = new Given(interaction);
      const references = referencesOf(interaction, given);
      const { id: userId } = interaction.user;
      const ask = await studio.presets.complete(userId, askFrom(given, 'reference'), given.text('preset'));
      if (isIncomplete(interaction)) {
        const { id } = interaction;
        const drafted = { sources: references, ask };
        await studio.drafts.keep(id, openerOf(interaction), drafted);
        await interaction.showModal(referForm({ interaction, studio, words, id }, drafted));
        return;
      }
      await studio.accept(orderOf(interaction, { reference, receivedAt }), ask, { references });
    },
    autocomplete: suggestWithPresets(studio, 'reference'),
  };
}

/** Without a file or a prompt, a form asks for them. */
function isIncomplete({ options }: ChatInputCommandInteraction<'cached'>): boolean {
  const has = (name: string) => options.get(name)?.value !== undefined;
  return !has('prompt') || !places.some((place) => has(`reference${place}`) || has(`url${place}`));
}

/** In the order of their numbers, without gaps. */
function referencesOf(interaction: ChatInputCommandInteraction<'cached'>, given: Given): MediaSource[] {
  return places.flatMap((place): MediaSource[] => {
    const attachment = interaction.options.get(`reference${place}`)?.attachment;
    const url = given.text(`url${place}`);
    if (attachment && url)
      throw new Refusal({ code: 'option-twice', options: [`reference${place}`, `url${place}`] });
    if (attachment) return [{ url: attachment.url, attachment: true }];
    return url ? [{ url, attachment: false }] : [];
  });
}
