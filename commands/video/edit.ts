import { actorOf } from '../../src/discord/actor.ts';
import { askWithSize, fittingModel } from '../../src/video/carry-over.ts';
import { sourcesOf } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { type ButtonRoute, type ModalRoute, ownForm } from '../kit/surface.ts';
import { askOf } from './again.ts';
import { readForm, wholeAgain } from './form.ts';
import { editForm } from './forms.ts';
import { mayDeliver } from './options.ts';
import { acceptForm } from './refused-form.ts';

/** Opens the form with the earlier request. */
export function edit(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'edit',
    acknowledge: 'none',
    guards: [mayDeliver],
    run: async ({ interaction, id, words }) => {
      const job = await studio.findToBring(actorOf(interaction), id, interaction.channelId);
      const ask = askWithSize(job, askOf(job));
      await interaction.showModal(editForm({ interaction, studio, words, id }, ask));
    },
  };
}

/** Takes the form and makes a new job from it. */
export function edited(studio: VideoStudio): ModalRoute {
  return ownForm({
    feature: 'video',
    action: 'edited',
    reply: 'public',
    guards: [mayDeliver],
    run: async (call) => {
      const { interaction, id } = call;
      const job = await studio.findToBring(actorOf(interaction), id, interaction.channelId ?? '');
      const { ask: typed, problem } = readForm(interaction);
      const before = askWithSize(job, askOf(job));
      const ask = fittingModel({ ...before, ...wholeAgain(typed, before) }, before);
      const form = { action: 'edited', id } as const;
      await acceptForm(studio, call, { form, ask, problem, given: sourcesOf(job) });
    },
  });
}
