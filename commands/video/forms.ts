import type { APIModalInteractionResponseCallbackData } from 'discord.js';
import { cutText, stripDeceptive } from '../../src/discord/escape.ts';
import type { Drafted } from '../../src/video/drafts.ts';
import type { VideoAsk } from '../../src/video/options.ts';
import { type FormOpening, videoForm } from './form.ts';

export const mostReferences = 5;
/** Discord's limit on a label's description, minus the words before it. */
const longestKept = 70;

const described = ['prompt', 'model', 'size', 'duration'] as const;

/** *Edit*: an earlier request to change. What it left out stays out. */
export function editForm(opening: FormOpening, ask: VideoAsk): APIModalInteractionResponseCallbackData {
  const { edit } = opening.words.video;
  const { negativePrompt } = ask;
  const without = negativePrompt && cutText(stripDeceptive(negativePrompt), longestKept);
  return videoForm(opening, {
    action: 'edited',
    title: edit.title,
    parts: ['prompt', 'model', 'size', 'duration', 'seed'],
    ask,
    promptHint: without && edit.stillWithout(without),
  });
}

/** *Make a video of this*. */
export function makeForm(
  opening: FormOpening,
  ask: Partial<VideoAsk>,
): APIModalInteractionResponseCallbackData {
  return videoForm(opening, {
    action: 'made',
    title: opening.words.video.edit.makeTitle,
    parts: ['prompt', 'negativePrompt', 'model', 'duration', 'seed'],
    ask: { ...ask, of: 'text' },
  });
}

/**
 * *Use as reference*, and `/video reference` if something's missing. Files already chosen stay out of the form, and
 * more can be added while there's room. After a refusal, new ones replace them.
 */
export function referForm(
  opening: FormOpening,
  { sources, ask, refused }: Drafted,
): APIModalInteractionResponseCallbackData {
  const { edit } = opening.words.video;
  const chosen = sources.length;
  const most = refused ? mostReferences : mostReferences - chosen;
  const hint =
    chosen === 0 ? edit.filesFirst(most) : refused ? edit.filesInstead(chosen) : edit.filesMore(chosen, most);
  return videoForm(opening, {
    action: 'referred',
    title: chosen === 0 ? edit.fromFilesTitle : edit.referenceTitle,
    parts: most === 0 ? described : ['files', ...described],
    ask: { ...ask, of: 'reference' },
    promptHint: chosen === 0 ? edit.promptHintOpen : edit.promptHint(chosen),
    files: { most, required: chosen === 0, hint },
  });
}
