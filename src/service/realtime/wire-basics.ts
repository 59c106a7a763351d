import { z } from 'zod';

/** What both realtime interfaces have in common on the wire (document 2 B and C). */
export const lenientText = z.string().optional().catch(undefined);
export const lenientNumber = z.number().optional().catch(undefined);

export const wireError = z.looseObject({
  type: lenientText,
  code: z.coerce.string().optional().catch(undefined),
  message: lenientText,
  param: lenientText,
});

export const wireSession = z.looseObject({
  id: lenientText,
  model: lenientText,
  modalities: z.array(z.string()).optional().catch(undefined),
  voice: lenientText,
  turn_detection: z
    .looseObject({ type: lenientText, silence_duration_ms: lenientNumber })
    .nullish()
    .catch(undefined),
  enable_search: z.boolean().optional().catch(undefined),
  tools: z
    .array(
      z.looseObject({
        name: lenientText,
        function: z.looseObject({ name: lenientText }).optional().catch(undefined),
      }),
    )
    .nullish()
    .catch(undefined),
});

export type WireSession = z.infer<typeof wireSession>;

/** The events that open a session. */
export const opening = {
  created: z.looseObject({ type: z.literal('session.created'), session: wireSession }),
  updated: z.looseObject({ type: z.literal('session.updated'), session: wireSession }),
  error: z.looseObject({ type: z.literal('error'), error: wireError }),
} as const;
