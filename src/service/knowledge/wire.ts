import { z } from 'zod';

/** A text, even if it came as a number or a boolean; absent when it is empty or anything else (field notes 6). */
const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform(String)])
  .transform((value) => (value === '' ? undefined : value))
  .optional()
  .catch(undefined);

/** A number, even if it came as a text. */
const number = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .refine((value) => Number.isFinite(value) && value >= 0)
  .optional()
  .catch(undefined);

const success = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
  .optional()
  .catch(undefined);

/** What every answer has around its data. Gateway errors have no `Success` (field notes 6). */
export const wireAnswer = z.looseObject({
  RequestId: z
    .string()
    .regex(/^[\w.:-]{1,128}$/)
    .optional()
    .catch(undefined),
  Success: success,
  Code: text,
  Message: text,
  Status: number,
  Data: z.unknown().optional(),
});
export type WireAnswer = z.infer<typeof wireAnswer>;

export const wireDocument = z.looseObject({
  Id: z.union([z.string().min(1), z.number().transform(String)]),
  Name: text,
  Status: text,
  Message: text,
  Code: text,
  Size: number,
  SourceId: text,
  GmtModified: number,
  DocumentType: text,
  ChunkMode: text,
  ChunkSize: text,
  OverlapSize: text,
  separator: text,
  EnableHeaders: text,
});

export const wireDocumentPage = z.looseObject({
  Documents: z.array(z.unknown()).nullish().catch(undefined),
  IndexId: text,
  TotalCount: number,
  PageNumber: number,
  PageSize: number,
});

export const wirePassages = z.looseObject({ Nodes: z.array(z.unknown()).nullish().catch(undefined) });

export const wirePassage = z.looseObject({
  Text: z.string(),
  Score: number,
  Metadata: z
    .union([z.record(z.string(), z.unknown()), z.string().transform(objectOf)])
    .optional()
    .catch(undefined),
});

function objectOf(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
