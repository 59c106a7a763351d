import type { ModalSubmitInteraction } from 'discord.js';
import { actorOf } from '../../src/discord/actor.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import type { VideoAsk } from '../../src/video/options.ts';
import type { GivenMedia } from '../../src/video/sources.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import { orderOf } from '../kit/given.ts';
import type { ButtonRoute, CallFrame } from '../kit/surface.ts';
import type { FormAnswer, FormName } from './form.ts';
import { editForm, makeForm, referForm } from './forms.ts';
import { mayDeliver } from './options.ts';

interface FormCall extends Pick<CallFrame, 'reference' | 'receivedAt'> {
  readonly interaction: ModalSubmitInteraction<'cached'>;
}

/** What a form asks for. */
export interface Filled extends Pick<FormAnswer, 'problem'> {
  readonly form: FormName;
  readonly ask: VideoAsk;
  readonly given: GivenMedia;
}

/**
 * Makes a video from a form. If it's refused, what was typed and chosen is kept, and the refusal has a way back.
 * @throws Refusal like `VideoStudio.accept`, with that offer
 */
export async function acceptForm(studio: VideoStudio, call: FormCall, filled: Filled): Promise<void> {
  const { interaction } = call;
  const { form, ask, given, problem } = filled;
  try {
    if (problem) throw problem;
    await studio.accept(orderOf(interaction, call), ask, given);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { id } = interaction;
    const sources = form.action === 'referred' ? [...given.references] : [];
    await studio.drafts.keep(id, openerOf(interaction), { sources, ask, refused: form });
    throw new Refusal(error.facts, { feature: 'video', action: 'reopen', id });
  }
}

/** *Back to the form* under a refusal: as the person filled it in, only for them, in the same channel. */
export function reopen(studio: VideoStudio): ButtonRoute {
  return {
    feature: 'video',
    action: 'reopen',
    acknowledge: 'none',
    guards: [mayDeliver],
    run: async ({ interaction, id, words }) => {
      const draft = await studio.drafts.find(id, openerOf(interaction));
      if (!draft?.refused) throw new Refusal({ code: 'control-expired' });
      const { refused: form, ask = { of: 'text' as const } } = draft;
      const opening = { interaction, studio, words };
      if (form.action === 'referred')
        return void (await interaction.showModal(referForm({ ...opening, id }, draft)));
      if (form.action === 'made')
        return void (await interaction.showModal(makeForm({ ...opening, id: form.id }, ask)));
      await studio.findToBring(actorOf(interaction), form.id, interaction.channelId);
      await interaction.showModal(editForm({ ...opening, id: form.id }, { prompt: '', ...ask }));
    },
  };
}

/** Who opened a form. */
export function openerOf({
  user,
  guildId,
  channelId,
}: {
  readonly user: { readonly id: string };
  readonly guildId: string;
  readonly channelId: string | null;
}) {
  return { userId: user.id, guildId, channelId: channelId ?? '' };
}
