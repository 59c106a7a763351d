import { z } from 'zod';
import { parseJson } from '../answer.ts';
import { wireList, wireText } from '../wire-limits.ts';

/**
 * A text, even if it came as a number or a boolean; absent if it's empty or anything else (field notes 6). Cut at a
 * length that nobody's shown more of.
 */
const textOf = (mostCharacters: number) =>
  z
    .union([wireText(mostCharacters), z.number().transform(String), z.boolean().transform(String)])
    .transform((value) => (value === '' ? undefined : value))
    .optional()
    .catch(undefined);
const text = textOf(200);
/** A page has 10 documents, an answer 20 passages. */
const mostEntries = 20;
/** A longer one couldn't be sent back. */
const longestId = 500;

/** A number, even if it came as text. */
const number = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .refine((value) => Number.isFinite(value) && value >= 0)
  .optional()
  .catch(undefined);

const success = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
  .optional()
  .catch(undefined);

/** What every answer wraps its data in. Gateway errors have no `Success` (field notes 6). */
export const wireAnswer = z.object({
  RequestId: z
    .string()
    .regex(/^[\w.:-]{1,128}$/)
    .optional()
    .catch(undefined),
  Success: success,
  Code: text,
  Message: textOf(2_000),
  Status: number,
  Data: z.unknown().optional(),
});
export type WireAnswer = z.infer<typeof wireAnswer>;

/**
 * Other parts of the service refuse with `{code, message, request_id}`, and a gateway in front of this one might, too.
 */
export function inOneManner(json: unknown): unknown {
  if (typeof json !== 'object' || json === null || !('code' in json) || 'Code' in json) return json;
  const { code, message, request_id } = json as Readonly<Record<string, unknown>>;
  return { Code: code, Message: message, RequestId: request_id, ...json };
}

export const wireDocument = z.object({
  Id: z.union([z.string().min(1).max(longestId), z.number().transform(String)]),
  Name: textOf(1_000),
  Status: text,
  Message: textOf(2_000),
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

export const wireDocumentPage = z.object({
  Documents: wireList(mostEntries).nullish().catch(undefined),
  IndexId: text,
  TotalCount: number,
  PageNumber: number,
  PageSize: number,
});

export const wirePassages = z.object({ Nodes: wireList(mostEntries).nullish().catch(undefined) });

export const wirePassage = z.object({
  Text: wireText(20_000),
  Score: number,
  Metadata: z.unknown().transform(objectOf),
});

/** An object, or JSON text of one; undefined for anything else. */
function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  const given = typeof value === 'string' ? parseJson(value) : value;
  return isRecord(given) ? given : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
