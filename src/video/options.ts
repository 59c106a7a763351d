import type { VideoModel } from '../service/video/model.ts';

/** What a video is made of: a text alone, or reference files, too. */
export type VideoOf = 'text' | 'reference';

/**
 * One option of `/video text` or `/video reference`, except files. The commands' options, what's read from them, the
 * request, the check of the model and the line of facts all follow from this table.
 */
interface VideoOption {
  /** Its name in Discord, which is also the key of its words. */
  readonly name: string;
  /** Its key in a `VideoAsk`, and in the request if it's `carried`. */
  readonly ask: string;
  readonly kind: 'string' | 'integer' | 'boolean';
  readonly of: readonly VideoOf[];
  /** By these commands. Another command opens a form if it's missing. */
  readonly required?: readonly VideoOf[];
  readonly choices?: readonly string[];
  readonly autocomplete?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The longest text that any model takes. If the chosen model takes less, it's cut, and the person is told. */
  readonly textLimit?: 'promptLimit' | 'negativePromptLimit';
  readonly min?: number;
  readonly max?: Readonly<Record<VideoOf, number>>;
  /** Goes into the request unchanged. A function gives the model's default. */
  readonly carried?: true | ((model: VideoModel) => unknown);
}

const both = ['text', 'reference'] as const;
const greatestSeed = 2_147_483_647;

/** In the order people see them; files come after texts. */
export const videoOptions = [
  {
    name: 'prompt',
    ask: 'prompt',
    kind: 'string',
    of: both,
    required: ['text'],
    minLength: 1,
    textLimit: 'promptLimit',
  },
  {
    name: 'negative_prompt',
    ask: 'negativePrompt',
    kind: 'string',
    of: both,
    textLimit: 'negativePromptLimit',
  },
  /** Only models that the region serves are offered. */
  { name: 'model', ask: 'model', kind: 'string', of: both },
  { name: 'size', ask: 'size', kind: 'string', of: both, maxLength: 20, autocomplete: true },
  {
    name: 'resolution',
    ask: 'resolution',
    kind: 'string',
    of: ['text'],
    choices: ['480P', '720P', '1080P'],
  },
  {
    name: 'ratio',
    ask: 'ratio',
    kind: 'string',
    of: ['text'],
    choices: ['16:9', '9:16', '1:1', '4:3', '3:4'],
  },
  /** The limits of all models together. The chosen model's own lengths are suggested and checked. */
  {
    name: 'duration',
    ask: 'duration',
    kind: 'integer',
    of: both,
    min: 2,
    max: { text: 15, reference: 10 },
    autocomplete: true,
  },
  {
    name: 'prompt_extend',
    ask: 'promptExtend',
    kind: 'boolean',
    of: ['text'],
    carried: (model) => model.defaults.promptExtend,
  },
  {
    name: 'shot_type',
    ask: 'shotType',
    kind: 'string',
    of: both,
    choices: ['single', 'multi'],
    carried: true,
  },
  { name: 'sound', ask: 'audio', kind: 'boolean', of: ['reference'], carried: true },
  {
    name: 'watermark',
    ask: 'watermark',
    kind: 'boolean',
    of: both,
    carried: (model) => model.defaults.watermark,
  },
  {
    name: 'seed',
    ask: 'seed',
    kind: 'integer',
    of: both,
    min: 0,
    max: { text: greatestSeed, reference: greatestSeed },
    carried: true,
  },
] as const satisfies readonly VideoOption[];

type Row = (typeof videoOptions)[number];

/** The same, for code that treats all options alike. */
export const videoOptionRows: readonly (VideoOption & Pick<Row, 'name' | 'ask'>)[] = videoOptions;

/** The names of one command's options. */
export type VideoOptionName<Of extends VideoOf> = Row extends infer Each
  ? Each extends Row
    ? Of extends Each['of'][number]
      ? Each['name']
      : never
    : never
  : never;

interface ValueOf {
  readonly string: string;
  readonly integer: number;
  readonly boolean: boolean;
}

/** What a person typed and chose. None of it can be trusted, because anyone can write a client. */
export type VideoAsk = { readonly of: VideoOf; readonly prompt: string } & {
  readonly [Each in Row as Each['ask']]?: ValueOf[Each['kind']] | undefined;
};

/** What the bot needs in the channel before anything is spent, because it delivers there without the interaction. */
export const deliveryPermissions = [
  'ViewChannel',
  'SendMessages',
  'AttachFiles',
  'ReadMessageHistory',
] as const;
