import type { APIModalInteractionResponseCallbackData, BaseInteraction } from 'discord.js';
import { cutText, stripDeceptive } from '../../src/discord/escape.ts';
import type { Drafted } from '../../src/video/drafts.ts';
import type { VideoAsk } from '../../src/video/options.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import type { Words } from '../../src/words/index.ts';
import { ownFormId } from '../kit/surface.ts';
import { videoForm } from './form.ts';

/** Identifies a form: the action that takes it, and what it's about. */
export interface FormName {
  readonly action: 'edited' | 'made' | 'referred';
  readonly id: string;
}

/** What a form starts with, and who opened it. */
export interface FormOpening {
  readonly interaction: BaseInteraction<'cached'>;
  readonly studio: VideoStudio;
  readonly words: Words;
  readonly id: string;
}

export const mostReferences = 5;
/** Discord's limit on a label's description, minus the words before it. */
const longestKept = 70;

const described = ['prompt', 'model', 'size', 'duration'] as const;

/** *Edit*: an earlier request to change. What it left out stays out. */
export function editForm(opening: FormOpening, ask: VideoAsk): APIModalInteractionResponseCallbackData {
  const { words, studio, id, interaction } = opening;
  const { edit } = words.video;
  const { negativePrompt } = ask;
  const without = negativePrompt && cutText(stripDeceptive(negativePrompt), longestKept);
  const start = {
    customId: ownFormId(interaction, { feature: 'video', action: 'edited', id }),
    title: edit.title,
    parts: ['prompt', 'model', 'size', 'duration', 'seed'],
    ask,
    region: studio.region,
    promptHint: without && edit.stillWithout(without),
  } as const;
  return videoForm(start, words);
}

/** *Make a video of this*. */
export function makeForm(
  opening: FormOpening,
  ask: Partial<VideoAsk>,
): APIModalInteractionResponseCallbackData {
  const { words, studio, id, interaction } = opening;
  const start = {
    customId: ownFormId(interaction, { feature: 'video', action: 'made', id }),
    title: words.video.edit.makeTitle,
    parts: ['prompt', 'negativePrompt', 'model', 'duration', 'seed'],
    ask: { ...ask, of: 'text' },
    region: studio.region,
  } as const;
  return videoForm(start, words);
}

/**
 * *Use as reference*, and `/video reference` if something's missing. Files already chosen stay out of the form, and
 * more can be added while there's room. After a refusal, new ones replace them.
 */
export function referForm(
  opening: FormOpening,
  { sources, ask, refused }: Drafted,
): APIModalInteractionResponseCallbackData {
  const { words, studio, id, interaction } = opening;
  const { edit } = words.video;
  const chosen = sources.length;
  const most = refused ? mostReferences : mostReferences - chosen;
  const hint =
    chosen === 0 ? edit.filesFirst(most) : refused ? edit.filesInstead(chosen) : edit.filesMore(chosen, most);
  const start = {
    customId: ownFormId(interaction, { feature: 'video', action: 'referred', id }),
    title: chosen === 0 ? edit.fromFilesTitle : edit.referenceTitle,
    parts: most === 0 ? described : (['files', ...described] as const),
    ask: { ...ask, of: 'reference' },
    region: studio.region,
    promptHint: chosen === 0 ? edit.promptHintOpen : edit.promptHint(chosen),
    files: { most, required: chosen === 0, hint },
  } as const;
  return videoForm(start, words);
}
