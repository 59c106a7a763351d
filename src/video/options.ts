import type { VideoModel } from '../service/video/model.ts';

/** What a video is made of: a text alone, or reference files, too. */
export type VideoOf = 'text' | 'reference';

/**
 * One option of `/video text` or `/video reference` that is no file. Out of this table come the commands' options, what is
 * read of them, what is asked, whether the model has it, and what is said of it later.
 */
interface VideoOption {
  /** Its wire name; its words stand under it. */
  readonly name: string;
  /** Under which it is asked for; also the request's field where it is `carried`. */
  readonly ask: string;
  readonly kind: 'string' | 'integer' | 'boolean';
  readonly of: readonly VideoOf[];
  /** For these commands; another opens a form when it's missing. */
  readonly required?: readonly VideoOf[];
  readonly choices?: readonly string[];
  readonly autocomplete?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** As long as a model takes it that may be chosen; with another the person is told of a cut. */
  readonly textLimit?: 'promptLimit' | 'negativePromptLimit';
  readonly min?: number;
  readonly max?: Readonly<Record<VideoOf, number>>;
  /** It goes into the request as it is; with what the model does by itself where nobody chose. */
  readonly carried?: true | ((model: VideoModel) => unknown);
}

const both = ['text', 'reference'] as const;
const greatestSeed = 2_147_483_647;

/** In the order in which people see them; the files come after the texts. */
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
  /** Offered as the region serves them. */
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
  /** The longest of all models; the chosen model's own lengths are suggested and checked. */
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

/** The same, where it does not matter which one it is. */
export const videoOptionRows: readonly (VideoOption & Pick<Row, 'name' | 'ask'>)[] = videoOptions;

/** The names of the options of one of the commands. */
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

/** What a person typed and chose, as it came: nothing in it can be trusted, a client can be made by hand. */
export type VideoAsk = { readonly of: VideoOf; readonly prompt: string } & {
  readonly [Each in Row as Each['ask']]?: ValueOf[Each['kind']] | undefined;
};

/** What the bot needs in the channel before anything is spent: it delivers there without the interaction. */
export const deliveryPermissions = [
  'ViewChannel',
  'SendMessages',
  'AttachFiles',
  'ReadMessageHistory',
] as const;
