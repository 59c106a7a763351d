import { actorOf } from '../../src/discord/actor.ts';
import { cutText, stripDeceptive } from '../../src/discord/escape.ts';
import { ago } from '../../src/language/ago.ts';
import { isVideoModelName, videoModels } from '../../src/service/models.ts';
import type { VideoModel } from '../../src/service/video/model.ts';
import { durationChoices } from '../../src/service/video/request-fields.ts';
import { sizesOf } from '../../src/service/video/sizes.ts';
import { modelsFor, sizeLabel } from '../../src/video/ask.ts';
import type { JobSummary } from '../../src/video/history.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import type { Words } from '../../src/words/index.ts';
import { typedText } from '../kit/given.ts';
import type { AutocompleteCall, Choice } from '../kit/surface.ts';

/** The sizes and lengths of the chosen model, or of the default one. */
export function suggestPicture(
  studio: VideoStudio,
  of: 'text' | 'reference',
): (call: AutocompleteCall) => Promise<readonly Choice[]> {
  return async ({ interaction, focused, words }) => {
    const model = chosenModel(studio, of, typedText(interaction, 'model'));
    if (!model) return [];
    const typed = focused.value.trim().toLowerCase();
    if (focused.name === 'duration') {
      const fitting = durationChoices(model).filter((seconds) => String(seconds).startsWith(typed));
      return fitting.map((seconds) => ({ value: seconds, label: words.video.facts.seconds(seconds) }));
    }
    const tier = typedText(interaction, 'resolution');
    const ratio = typedText(interaction, 'ratio');
    return sizesOf(model)
      .filter((size) => (tier === null || size.tier === tier) && (ratio === null || size.ratio === ratio))
      .map((size) => ({
        value: size.size,
        label: sizeLabel(size, words.video.shapes[size.ratio], words.locale),
      }))
      .filter(({ label }) => label.toLowerCase().includes(typed.replaceAll(/[x*]/g, '×')));
  };
}

/** The person's videos in this server that pass `fits`, newest first, matched by prompt or id. */
export function suggestTasks(
  studio: VideoStudio,
  fits: (job: JobSummary) => boolean,
): (call: AutocompleteCall) => Promise<readonly Choice[]> {
  return async ({ interaction, focused, words, receivedAt }) => {
    const typed = focused.value.trim().toLowerCase();
    const found: Choice[] = [];
    for await (const job of studio.list(actorOf(interaction), { whose: 'mine', filter: 'all' })) {
      const isTyped = job.id.startsWith(typed) || job.title.toLowerCase().includes(typed);
      if (fits(job) && isTyped) found.push({ value: job.id, label: taskLabel(job, words, receivedAt) });
      if (found.length === mostSuggested) break;
    }
    return found;
  };
}

const mostSuggested = 25;
/** A suggestion has 100 characters; the state and the time need the rest. */
const longestTitle = 60;

function taskLabel({ title, state, acceptedAt }: JobSummary, words: Words, now: number): string {
  const { shortStates, untitled } = words.video.list;
  const shown = cutText(stripDeceptive(title).trim(), longestTitle) || untitled;
  return [shortStates[state], shown, ago(now - acceptedAt, words.locale)].join(' · ');
}

function chosenModel(
  studio: VideoStudio,
  of: 'text' | 'reference',
  name: string | null,
): VideoModel | undefined {
  if (name !== null && isVideoModelName(name)) return videoModels[name];
  const [usual] = modelsFor(of, studio.region);
  return usual && videoModels[usual];
}
