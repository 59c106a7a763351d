import { z } from 'zod';
import { unknownFields } from '../../unknown-fields.ts';
import { invalid } from './task-failure.ts';

const sampleRatesHz = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000] as const;
const formats = ['pcm', 'wav', 'mp3', 'opus'] as const;
/** What a public client of the service sends for "as you like": the default of the document. */
const unchosen = { format: 'Default', sampleRate: 0 } as const;
const languages = ['zh', 'en', 'fr', 'de', 'ja', 'ko', 'ru', 'pt', 'th', 'id', 'vi'] as const;

export type WireFormat = (typeof formats)[number];
export type Language = (typeof languages)[number];

const constant = <const Text extends string>(text: Text) => z.literal(text, `must be ${text}`);
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
const flag = z.boolean('must be a boolean').default(false);
const empty = z.object({}, 'must be an empty object');

function within(least: number, most: number) {
  const rule = `must be a number between ${least} and ${most}`;
  return z.number(rule).min(least, rule).max(most, rule);
}

function whole(least: number, most: number) {
  const rule = `must be an integer between ${least} and ${most}`;
  return z.number(rule).int(rule).min(least, rule).max(most, rule);
}

/** `{"word": "what is said for it"}`, as `hot_fix` has them. */
const wordMap = z
  .array(
    z.custom<Readonly<Record<string, string>>>(isWordMap, 'must map words to strings'),
    'must be an array of objects',
  )
  .default([]);

/** Not `z.record`, which passes over a word that is called `__proto__`. */
function isWordMap(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(([word, said]) => word !== '' && typeof said === 'string');
}

/** "Only the first element is used": whatever comes behind it isn't looked at. */
const firstHint = z
  .array(z.unknown(), 'must be an array of strings')
  .transform((hints) => hints.slice(0, 1))
  .pipe(z.array(choice(languages)))
  .default([]);

/** Document 2 A, "`run-task` parameters": types, ranges and defaults. What depends on model and voice: `fit.ts`. */
const parameters = z.object({
  text_type: constant('PlainText'),
  voice: z.string('must be a string').min(1, 'must not be empty'),
  format: z
    .enum([...formats, unchosen.format], `must be one of ${formats.join(', ')}`)
    .default('mp3')
    .transform((format) => (format === unchosen.format ? 'mp3' : format)),
  sample_rate: z
    .literal([...sampleRatesHz, unchosen.sampleRate], `must be one of ${sampleRatesHz.join(', ')}`)
    .default(22_050)
    .transform((rateHz) => (rateHz === unchosen.sampleRate ? 22_050 : rateHz)),
  volume: whole(0, 100).default(50),
  rate: within(0.5, 2).default(1),
  pitch: within(0.5, 2).default(1),
  bit_rate: whole(6, 510).default(32),
  enable_ssml: flag,
  word_timestamp_enabled: flag,
  seed: whole(0, 65_535).default(0),
  language_hints: firstHint,
  instruction: z.string('must be a string').optional(),
  enable_aigc_tag: flag,
  aigc_propagator: z.string('must be a string').optional(),
  aigc_propagate_id: z.string('must be a string').optional(),
  hot_fix: z.object({ pronunciation: wordMap, replace: wordMap }, 'must be an object').optional(),
  enable_markdown_filter: flag,
});
export type TaskParameters = z.output<typeof parameters>;

/** Written with hyphens or, as some libraries do, without. */
const uuid = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

const header = <const Action extends string>(action: Action) =>
  z.object({
    action: z.literal(action),
    task_id: z.string('must be a string').regex(uuid, 'must be a UUID'),
    streaming: constant('duplex'),
  });

const commands = {
  'run-task': z.object({
    header: header('run-task'),
    payload: z.object(
      {
        task_group: constant('audio'),
        task: constant('tts'),
        function: constant('SpeechSynthesizer'),
        model: z.string('must be a string').min(1, 'must not be empty'),
        input: empty,
        parameters,
      },
      'must be an object',
    ),
  }),
  'continue-task': z.object({
    header: header('continue-task'),
    payload: z.object(
      { input: z.object({ text: z.string('must be a string') }, 'must be an object') },
      'must be an object',
    ),
  }),
  'finish-task': z.object({
    header: header('finish-task'),
    payload: z.object({ input: empty }, 'must be an object'),
  }),
} as const;

export type RunTask = z.output<(typeof commands)['run-task']>;
export type ContinueTask = z.output<(typeof commands)['continue-task']>;
export type FinishTask = z.output<(typeof commands)['finish-task']>;
export type Command = RunTask | ContinueTask | FinishTask;

const anyHeader = z.looseObject({ header: z.looseObject({ action: z.unknown(), task_id: z.unknown() }) });

/** The task that a message says it is for, whatever else is wrong with it. */
export function claimedTaskId(message: unknown): string | undefined {
  const taskId = anyHeader.safeParse(message).data?.header.task_id;
  return typeof taskId === 'string' ? taskId : undefined;
}

/**
 * Fields that the document doesn't name have no effect and are told to `odd`.
 * @throws {TaskFailure} `InvalidParameter`, naming the first field that breaks a rule
 */
export function readCommand(message: unknown, odd: (field: string) => void = () => undefined): Command {
  const envelope = anyHeader.safeParse(message);
  if (!envelope.success) throw invalid('header must be an object.');
  const { action } = envelope.data.header;
  switch (action) {
    case 'run-task':
      return take(commands['run-task'], message, odd);
    case 'continue-task':
      return take(commands['continue-task'], message, odd);
    case 'finish-task':
      return take(commands['finish-task'], message, odd);
    default:
      throw invalid(`header.action must be one of ${Object.keys(commands).join(', ')}.`);
  }
}

function take<Schema extends z.ZodType>(
  schema: Schema,
  message: unknown,
  odd: (field: string) => void,
): z.output<Schema> {
  const parsed = schema.safeParse(message);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw invalid(`${issue?.path.join('.') || 'message'} ${issue?.message ?? 'is invalid'}.`);
  }
  for (const field of unknownFields(message, parsed.data)) odd(field);
  return parsed.data;
}
