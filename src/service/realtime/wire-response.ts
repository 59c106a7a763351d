import { z } from 'zod';
import { lenientNumber, lenientText } from './wire-basics.ts';

/** Items and responses, as both realtime interfaces send them (document 2 B). */
const contentPart = z.looseObject({ type: lenientText, text: lenientText, transcript: lenientText });
export const wireItem = z.looseObject({
  id: lenientText,
  type: lenientText,
  role: lenientText,
  name: lenientText,
  call_id: lenientText,
  arguments: lenientText,
  content: z.array(contentPart).optional().catch(undefined),
});

const sourceList = z
  .array(z.looseObject({ title: lenientText, url: lenientText }))
  .optional()
  .catch(undefined);
/** The place of the source list isn't documented. Services like this one use one of these. */
const searchInfo = z
  .looseObject({ search_results: sourceList, results: sourceList, sources: sourceList })
  .optional()
  .catch(undefined);

const tokens = z
  .looseObject({ text_tokens: lenientNumber, audio_tokens: lenientNumber })
  .optional()
  .catch(undefined);
const usage = z
  .looseObject({
    total_tokens: lenientNumber,
    input_tokens: lenientNumber,
    output_tokens: lenientNumber,
    input_tokens_details: tokens,
    output_tokens_details: tokens,
    plugins: z
      .looseObject({
        search: z
          .looseObject({
            count: lenientNumber,
            search_results: sourceList,
            results: sourceList,
            sources: sourceList,
          })
          .optional()
          .catch(undefined),
      })
      .optional()
      .catch(undefined),
  })
  .nullish()
  .catch(undefined);

export const wireResponse = z.looseObject({
  id: z.string(),
  status: lenientText,
  output: z.array(wireItem).optional().catch(undefined),
  usage,
  search_info: searchInfo,
});
export type WireResponse = z.infer<typeof wireResponse>;

export interface Usage {
  readonly inputTokens: number | undefined;
  readonly outputTokens: number | undefined;
  readonly totalTokens: number | undefined;
  readonly inputAudioTokens: number | undefined;
  readonly outputAudioTokens: number | undefined;
  readonly searches: number;
}

/**
 * How a response ended. `silent`: it sent nothing for too long. The others are the service's own words, or `unknown`.
 */
export type ResponseEnd = 'completed' | 'failed' | 'incomplete' | 'cancelled' | 'silent' | 'unknown';

const ends: ReadonlyMap<string, ResponseEnd> = new Map([
  ['completed', 'completed'],
  ['failed', 'failed'],
  ['incomplete', 'incomplete'],
  ['cancelled', 'cancelled'],
  ['canceled', 'cancelled'],
]);

/** Every end is final, whatever its name (field notes 3). */
export function endOf({ status = '' }: WireResponse): ResponseEnd {
  return ends.get(status) ?? 'unknown';
}

export function usageOf({ usage }: WireResponse): Usage | undefined {
  return usage
    ? {
        inputTokens: usage.input_tokens,
        outputTokens: usage.output_tokens,
        totalTokens: usage.total_tokens,
        inputAudioTokens: usage.input_tokens_details?.audio_tokens,
        outputAudioTokens: usage.output_tokens_details?.audio_tokens,
        searches: usage.plugins?.search?.count ?? 0,
      }
    : undefined;
}
