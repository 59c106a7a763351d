import { z } from 'zod';
import { parseJson } from '../answer.ts';

/** A word of a sentence as far as the service has got; `begin` is its place in the text. */
export interface WireWord {
  readonly text: string;
  readonly begin: number | undefined;
  readonly beginMs: number;
  readonly endMs: number;
}

/** A text frame of the service (field notes 2). What is not known to us is `unknown`, and harmless. */
export type SynthesisEvent =
  | { readonly is: 'started'; readonly taskId: string | undefined }
  | {
      readonly is: 'result';
      readonly taskId: string | undefined;
      /** Undefined when the service did not say. */
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

const lenientText = z.string().optional().catch(undefined);
const lenientWhole = z.number().int().nonnegative().optional().catch(undefined);

const envelope = z.looseObject({
  header: z.looseObject({
    event: z.string(),
    task_id: lenientText,
    error_code: z.coerce.string().max(200).optional().catch(undefined),
    error_message: lenientText,
    attributes: z
      .looseObject({
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
    .looseObject({
      output: z
        .looseObject({
          sentence: z
            .looseObject({ index: lenientWhole, words: z.array(z.unknown()).optional().catch(undefined) })
            .optional()
            .catch(undefined),
        })
        .optional()
        .catch(undefined),
      usage: z.looseObject({ characters: lenientWhole }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});

const wireWord = z.looseObject({
  text: z.string(),
  begin_index: lenientWhole,
  begin_time: z.number().nonnegative(),
  end_time: z.number().nonnegative(),
});

/** Reads a text frame; undefined when it is not JSON at all, which no service of this kind sends. */
export function readEvent(text: string): SynthesisEvent | undefined {
  const json = parseJson(text);
  if (json === undefined) return undefined;
  const parsed = envelope.safeParse(json);
  if (!parsed.success) return { is: 'unknown', taskId: undefined };
  const { header, payload } = parsed.data;
  const taskId = header.task_id;
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

/** A word that cannot be placed in time is left out; the others are still worth having. */
function wordOf(entry: unknown): WireWord[] {
  const parsed = wireWord.safeParse(entry);
  if (!parsed.success) return [];
  const { text, begin_index, begin_time, end_time } = parsed.data;
  return [{ text, begin: begin_index, beginMs: begin_time, endMs: end_time }];
}
