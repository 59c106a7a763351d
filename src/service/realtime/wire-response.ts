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
