import {
  type APIComponentInLabel,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type BaseInteraction,
  ComponentType,
} from 'discord.js';
import { cutText } from '../../src/discord/escape.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import { videoModels } from '../../src/service/models.ts';
import type { Region } from '../../src/service/regions.ts';
import { durationChoices } from '../../src/service/video/request-fields.ts';
import { sizesOf } from '../../src/service/video/sizes.ts';
import { longestText, modelsFor, sizeLabel } from '../../src/video/ask.ts';
import type { VideoAsk } from '../../src/video/options.ts';
import type { VideoStudio } from '../../src/video/studio.ts';
import type { Words } from '../../src/words/index.ts';
import { clipFiles, pictureFiles } from '../kit/file-types.ts';
import { chosenIn, type SubmittedForm, typedIn } from '../kit/given.ts';
import { ownFormId } from '../kit/surface.ts';
import { textField } from '../kit/text-field.ts';

/** Discord's maximum for a text input. */
const longestInput = 4_000;
const longestNegativePrompt = 500;
/** Discord's maximum for a menu's entries. */
const mostEntries = 25;
const usualSeconds = 5;
/** Not a size: what the model makes by default. */
const usualSize = 'usual';

/** The parts of a form. Discord allows five. */
type FormPart = 'files' | 'prompt' | 'negativePrompt' | 'model' | 'size' | 'duration' | 'seed';

/** Identifies a form: the action that takes it, and what it's about. */
export interface FormName {
  readonly action: 'edited' | 'made' | 'referred';
  readonly id: string;
}

/** Who opens a form, and what it's about. */
export interface FormOpening extends Pick<FormName, 'id'> {
  readonly interaction: BaseInteraction<'cached'>;
  readonly studio: Pick<VideoStudio, 'region'>;
  readonly words: Words;
}

export interface FormStart extends Pick<FormName, 'action'> {
  readonly title: string;
  readonly parts: readonly FormPart[];
  /** The values to start with. */
  readonly ask: Partial<VideoAsk> & Pick<VideoAsk, 'of'>;
  readonly promptHint?: string | undefined;
  /** How many files can be added, and whether any are required. */
  readonly files?: { readonly most: number; readonly required: boolean; readonly hint: string };
}

/** The form that describes a video, filled with what's known so far. */
export function videoForm(
  { interaction, studio, words, id }: FormOpening,
  start: FormStart,
): APIModalInteractionResponseCallbackData {
  const { action, title, parts } = start;
  const { region } = studio;
  return {
    custom_id: ownFormId(interaction, { feature: 'video', action, id }),
    title,
    components: parts.map((part) => labelled[part]({ ...start, region }, words)),
  };
}

type Labelled = (start: FormStart & { readonly region: Region }, words: Words) => APILabelComponent;

const labelled: Readonly<Record<FormPart, Labelled>> = {
  files: ({ files }, { video: { edit } }) =>
    label(edit.files, files?.hint, {
      type: ComponentType.FileUpload,
      custom_id: 'files',
      required: files?.required ?? false,
      min_values: files?.required ? 1 : 0,
      max_values: files?.most ?? 1,
      file_types: [...pictureFiles, ...clipFiles],
    }),
  prompt: ({ ask, region, promptHint }, { video: { edit } }) => {
    const { prompt = '' } = ask;
    return textField('prompt', {
      ...{ label: edit.prompt, hint: promptHint, long: true },
      // Text that's already typed stays whole, for any model.
      most: Math.min(longestInput, Math.max(longestText('promptLimit', ask, region), prompt.length)),
      value: prefilled(prompt, longestInput),
    });
  },
  negativePrompt: ({ ask }, { video: { edit } }) =>
    textField('negative_prompt', {
      ...{ label: edit.negativePrompt, long: true, required: false, most: longestNegativePrompt },
      value: prefilled(ask.negativePrompt ?? '', longestNegativePrompt),
    }),
  seed: ({ ask }, { video: { edit } }) =>
    textField('seed', {
      ...{ label: edit.seed, hint: edit.seedHint, required: false, most: 10 },
      value: String(ask.seed ?? ''),
    }),
  model: ({ ask, region }, { video: { edit } }) => {
    const models = modelsFor(ask.of, region);
    const chosen = models.find((model) => model === ask.model) ?? models[0];
    return menu(edit.model, 'model', undefined, models.map(asEntry), chosen);
  },
  size: ({ ask, region }, { locale, video: { edit, shapes } }) => {
    const ofEach = modelsFor(ask.of, region).map((model) => sizesOf(videoModels[model]));
    const sizes = ofEach.flat();
    const bySize = new Map(sizes.map((size) => [size.size, sizeLabel(size, shapes[size.ratio], locale)]));
    const entries = [...bySize].map(([value, name]) => ({ value, label: name }));
    const chosen = entries.find(({ value }) => value === ask.size)?.value ?? usualSize;
    return menu(
      edit.size,
      'size',
      areAlike(ofEach.map((each) => each.map(({ size }) => size))) ? undefined : edit.sizeHint,
      [{ value: usualSize, label: edit.usualSize }, ...entries],
      chosen,
    );
  },
  duration: ({ ask, region }, { video: { edit, facts } }) => {
    const ofEach = modelsFor(ask.of, region).map((model) => durationChoices(videoModels[model]));
    const entries = [...new Set(ofEach.flat())]
      .toSorted((a, b) => a - b)
      .map((seconds) => ({ value: String(seconds), label: facts.seconds(seconds) }));
    return menu(
      edit.duration,
      'duration',
      areAlike(ofEach) ? edit.billedHint : edit.durationHint,
      entries,
      String(ask.duration ?? usualSeconds),
    );
  },
};

/** A form's contents. A seed that isn't a number is a `problem`; it's refused once everything typed is kept. */
export interface FormAnswer {
  readonly ask: Partial<VideoAsk> & Pick<VideoAsk, 'prompt'>;
  readonly problem?: Refusal | undefined;
}

/** A form's contents, without empty fields. @throws Refusal `form-incomplete` */
export function readForm(form: SubmittedForm): FormAnswer {
  const has = (name: string) => form.fields.fields.has(name);
  const size = has('size') ? chosenIn(form, 'size') : undefined;
  const duration = has('duration') ? Number(chosenIn(form, 'duration')) : undefined;
  const seed = has('seed') ? readSeed(typedIn(form, 'seed')) : undefined;
  return {
    ask: {
      prompt: typedIn(form, 'prompt'),
      ...(has('negative_prompt') ? { negativePrompt: typedIn(form, 'negative_prompt') } : {}),
      ...(has('model') ? { model: chosenIn(form, 'model') } : {}),
      ...(size === undefined ? {} : { size: size === usualSize ? undefined : size }),
      ...(duration === undefined ? {} : { duration }),
      ...(seed === undefined ? {} : { seed: seed instanceof Refusal ? undefined : seed.value }),
    },
    problem: seed instanceof Refusal ? seed : undefined,
  };
}

interface Entry {
  readonly value: string;
  readonly label: string;
}

/** Whether all models make the same. */
function areAlike(ofEach: readonly (readonly unknown[])[]): boolean {
  return new Set(ofEach.map((each) => each.join())).size < 2;
}

function asEntry(value: string): Entry {
  return { value, label: value };
}

function menu(
  name: string,
  custom_id: string,
  description: string | undefined,
  entries: readonly Entry[],
  chosen: string | undefined,
): APILabelComponent {
  return label(name, description, {
    type: ComponentType.StringSelect,
    custom_id,
    required: true,
    options: entries.slice(0, mostEntries).map((entry) => ({ ...entry, default: entry.value === chosen })),
  });
}

function label(
  name: string,
  description: string | undefined,
  component: APIComponentInLabel,
): APILabelComponent {
  return { type: ComponentType.Label, label: name, ...(description ? { description } : {}), component };
}

function prefilled(value: string, limit: number): string {
  return cutText(value, limit).slice(0, limit);
}

/** What was typed, with the prompt as it was before if only its beginning fitted into the form and nobody changed that. */
export function wholeAgain<Ask extends Pick<VideoAsk, 'prompt'>>(
  typed: Ask,
  { prompt: before = '' }: Partial<VideoAsk>,
): Ask {
  const isUnchanged = prefilled(before, longestInput).trim() === typed.prompt?.trim();
  return before.length > longestInput && isUnchanged ? { ...typed, prompt: before } : typed;
}

function readSeed(typed: string): { readonly value: number | undefined } | Refusal {
  const text = typed.trim();
  if (text === '') return { value: undefined };
  if (/^\d{1,10}$/.test(text)) return { value: Number(text) };
  return new Refusal({ code: 'option-invalid', option: 'seed', rule: '0–2147483647' });
}
