import {
  type APIComponentInModalActionRow,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import { cutText } from '../../src/discord/escape.ts';
import { Refusal } from '../../src/refusal/refusal.ts';
import type { Words } from '../../src/words/index.ts';
import { chosenIn, type SubmittedForm, typedIn } from '../kit/given.ts';

/** Discord's ceiling on a text input. */
const longestInput = 4_000;
const longestNegativePrompt = 500;

export interface FormStart {
  readonly customId: string;
  readonly title: string;
  readonly prompt: string;
  readonly promptHint?: string;
  readonly negativePrompt?: string | undefined;
  readonly seed?: number | undefined;
  /** Offered to choose from, the first one chosen; no choice when absent. */
  readonly models?: readonly string[];
}

/** The form in which a video is described, filled with what is known already. */
export function videoForm(start: FormStart, words: Words): APIModalInteractionResponseCallbackData {
  const { edit: labels } = words.video;
  return {
    custom_id: start.customId,
    title: start.title,
    components: [
      field(labels.prompt, start.promptHint, {
        custom_id: 'prompt',
        style: TextInputStyle.Paragraph,
        required: true,
        min_length: 1,
        max_length: longestInput,
        ...prefilled(start.prompt, longestInput),
      }),
      field(labels.negativePrompt, undefined, {
        custom_id: 'negative_prompt',
        style: TextInputStyle.Paragraph,
        required: false,
        max_length: longestNegativePrompt,
        ...prefilled(start.negativePrompt ?? '', longestNegativePrompt),
      }),
      field(labels.seed, labels.seedHint, {
        custom_id: 'seed',
        style: TextInputStyle.Short,
        required: false,
        max_length: 10,
        ...prefilled(start.seed === undefined ? '' : String(start.seed), 10),
      }),
      ...(start.models ? [modelChoice(labels.model, start.models)] : []),
    ],
  };
}

/** What the form says. @throws Refusal `form-incomplete`, or `option-invalid` for a seed that is no number */
export function readForm(form: SubmittedForm) {
  return {
    prompt: typedIn(form, 'prompt'),
    negativePrompt: typedIn(form, 'negative_prompt'),
    seed: readSeed(typedIn(form, 'seed')),
  };
}

/** The model that was chosen in a form that let one choose. @throws Refusal `form-incomplete` */
export function readModel(form: SubmittedForm): string {
  return chosenIn(form, 'model');
}

type TextInput = Omit<
  Extract<APIComponentInModalActionRow, { type: ComponentType.TextInput }>,
  'type' | 'label'
>;

function field(label: string, description: string | undefined, input: TextInput): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    ...(description ? { description } : {}),
    component: { type: ComponentType.TextInput, ...input },
  };
}

function modelChoice(label: string, models: readonly string[]): APILabelComponent {
  return {
    type: ComponentType.Label,
    label,
    component: {
      type: ComponentType.StringSelect,
      custom_id: 'model',
      required: true,
      options: models.map((model, index) => ({ label: model, value: model, default: index === 0 })),
    },
  };
}

function prefilled(value: string, limit: number): { value?: string } {
  return value === '' ? {} : { value: cutText(value, limit).slice(0, limit) };
}

function readSeed(typed: string): number | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new Refusal({ code: 'option-invalid', option: 'seed', rule: '0–2147483647' });
}
