import { z } from 'zod';
import { parseJson } from '../answer.ts';
import { wireList, wireText } from '../wire-limits.ts';
import type { SynthesisRequest } from './synthesis-types.ts';

/** A client command of document 2 A. */
type SynthesisCommand = Readonly<Record<'header' | 'payload', object>>;

function command(action: string, taskId: string, payload: object): SynthesisCommand {
  return { header: { action, task_id: taskId, streaming: 'duplex' }, payload };
}

/** @param wireModel what the deployment calls the request's model */
export function runTask(taskId: string, request: SynthesisRequest, wireModel: string): SynthesisCommand {
  return command('run-task', taskId, {
    task_group: 'audio',
    task: 'tts',
    function: 'SpeechSynthesizer',
    model: wireModel,
    parameters: parametersOf(request),
    input: {},
  });
}

export function continueTask(taskId: string, text: string): SynthesisCommand {
  return command('continue-task', taskId, { input: { text } });
}

export function finishTask(taskId: string): SynthesisCommand {
  return command('finish-task', taskId, { input: {} });
}

/** Only what was asked for, so everything else has the service's defaults. */
function parametersOf(request: SynthesisRequest): Readonly<Record<string, unknown>> {
  const { aigcTag, hotFix } = request;
  const parameters: Record<string, unknown> = {
    text_type: 'PlainText',
    voice: request.voice.name,
    format: request.format,
    sample_rate: request.sampleRateHz,
    volume: request.volume,
    rate: request.rate,
    pitch: request.pitch,
    bit_rate: request.bitRateKbps,
    enable_ssml: request.ssml || undefined,
    word_timestamp_enabled: request.wordTimestamps || undefined,
    seed: request.seed,
    language_hints: request.language && [request.language],
    instruction: request.instruction,
    enable_aigc_tag: aigcTag && true,
    aigc_propagator: aigcTag?.propagator,
    aigc_propagate_id: aigcTag?.propagateId,
    hot_fix: hotFix && hotFixOf(hotFix),
    enable_markdown_filter: request.markdownFilter || undefined,
  };
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== undefined));
}

/** Each entry is an object that maps one word (document 2 A, `hot_fix`). */
function hotFixOf(hotFix: NonNullable<SynthesisRequest['hotFix']>): object {
  return {
    ...(hotFix.pronunciation && {
      pronunciation: hotFix.pronunciation.map(({ word, pinyin }) => Object.fromEntries([[word, pinyin]])),
    }),
    ...(hotFix.replace && {
      replace: hotFix.replace.map(({ word, by }) => Object.fromEntries([[word, by]])),
    }),
  };
}

/** A word of a sentence, as far as the service has got. `begin`: its place in the text. */
export interface WireWord {
  readonly text: string;
  readonly begin: number | undefined;
  readonly beginMs: number;
  readonly endMs: number;
}

/** A text frame of the service (field notes 2). `unknown` ones are harmless. */
type SynthesisEvent =
  | { readonly is: 'started'; readonly taskId: string | undefined }
  | {
      readonly is: 'result';
      readonly taskId: string | undefined;
      /** Undefined if the service didn't say. */
      readonly sentence: number | undefined;
      readonly words: readonly WireWord[];
      readonly characters: number | undefined;
    }
  | {
      readonly is: 'finished';
      readonly taskId: string | undefined;
      readonly requestId: string | undefined;
      readonly characters: number | undefined;
    }
  | {
      readonly is: 'failed';
      readonly taskId: string | undefined;
      readonly code: string;
      readonly message: string;
    }
  | { readonly is: 'unknown'; readonly taskId: string | undefined };

/** Enough for a sentence of 2,500 words in one event. */
const longestEventCharacters = 256 * 1024;
/** How many words an event may have, and how long each may be. */
const mostWords = 3_000;
const longestWord = 100;
const longestMessage = 2_000;

const lenientText = z.string().optional().catch(undefined);
/** A number, even if it came as text. */
const lenientWhole = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,12}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().nonnegative())
  .optional()
  .catch(undefined);

const envelope = z.object({
  header: z.object({
    event: z.string(),
    task_id: lenientText,
    error_code: z.coerce.string().max(200).optional().catch(undefined),
    error_message: wireText(longestMessage).optional().catch(undefined),
    attributes: z
      .object({
        request_uuid: z
          .string()
          .regex(/^[\w.:-]{1,128}$/)
          .optional()
          .catch(undefined),
      })
      .optional()
      .catch(undefined),
  }),
  payload: z
    .object({
      output: z
        .object({
          sentence: z
            .object({ index: lenientWhole, words: wireList(mostWords).optional().catch(undefined) })
            .optional()
            .catch(undefined),
        })
        .optional()
        .catch(undefined),
      usage: z.object({ characters: lenientWhole }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/**
 * Reads a text frame; undefined if it isn't JSON at all, which no service of this kind sends. Longer frames than any that
 * matter aren't read, because they can only contain words.
 */
export function readEvent(text: string): SynthesisEvent | undefined {
  if (text.length > longestEventCharacters) return { is: 'unknown', taskId: undefined };
  const json = parseJson(text);
  if (json === undefined) return undefined;
  const parsed = envelope.safeParse(json);
  if (!parsed.success) return { is: 'unknown', taskId: undefined };
  const { header, payload } = parsed.data;
  // Some leave the id empty.
  const taskId = header.task_id || undefined;
  const characters = payload?.usage?.characters;
  switch (header.event) {
    case 'task-started':
      return { is: 'started', taskId };
    case 'result-generated': {
      const sentence = payload?.output?.sentence;
      const words = (sentence?.words ?? []).flatMap(wordOf);
      return { is: 'result', taskId, sentence: sentence?.index, words, characters };
    }
    case 'task-finished':
      return { is: 'finished', taskId, requestId: header.attributes?.request_uuid, characters };
    case 'task-failed':
      return { is: 'failed', taskId, code: header.error_code ?? '', message: header.error_message ?? '' };
    default:
      return { is: 'unknown', taskId };
  }
}

/** Leaves out words without a time. Checked by hand, because there are many. */
function wordOf(entry: unknown): WireWord[] {
  if (typeof entry !== 'object' || entry === null || !('text' in entry)) return [];
  const { text } = entry;
  const begin = timeOf('begin_index' in entry ? entry.begin_index : undefined);
  const beginMs = timeOf('begin_time' in entry ? entry.begin_time : undefined);
  const endMs = timeOf('end_time' in entry ? entry.end_time : undefined);
  if (typeof text !== 'string' || text.length > longestWord) return [];
  if (beginMs === undefined || endMs === undefined) return [];
  return [{ text, begin: Number.isInteger(begin) ? begin : undefined, beginMs, endMs }];
}

/** Counts from 0, even if it came as text. */
function timeOf(value: unknown): number | undefined {
  const given = typeof value === 'string' && /^\d{1,12}(\.\d{1,6})?$/.test(value) ? Number(value) : value;
  return typeof given === 'number' && given >= 0 ? given : undefined;
}
