import type { ChatInputCommandInteraction } from 'discord.js';
import type { VideoStudio } from '../../src/video/studio.ts';
import { clipFiles, pictureFiles } from '../kit/file-types.ts';
import { Given, orderOf } from '../kit/given.ts';
import type { ChatCommand } from '../kit/surface.ts';
import { referForm } from './forms.ts';
import { addressOption, askFrom, mayDeliver, optionsOf, sourceFrom, textOptions } from './options.ts';
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
      ...places.map((place) => addressOption(`url${place}`)),
      ...optionsOf('reference', studio).slice(textOptions),
    ],
    guards: [mayDeliver],
    reply: 'public',
    opensModal: isIncomplete,
    run: async ({ interaction, words, reference, receivedAt }) => {
      const given = new Given(interaction);
      // In the order of their numbers, without gaps.
      const references = places.flatMap((place) => {
        const [file, address] = [`reference${place}`, `url${place}`];
        return sourceFrom(given, file, address, { code: 'option-twice', options: [file, address] }) ?? [];
      });
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
