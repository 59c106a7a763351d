import type { ZodMiniType } from 'zod/mini';
import { unknownFields } from '../../unknown-fields.ts';

/**
 * What Discord sends and its specification doesn't have: the status of a voice channel, the message of a new post in a forum, and the
 * token that a bot gets with its new name.
 */
const documentedElsewhere: readonly RegExp[] = [/^status$/, /^message$/, /^token$/];

/**
 * What in an answer of the stand-in doesn't fit Discord's published specification: nothing, when all is well. Times are put into
 * the form that the schemas take, and a forward's reference into a reply's, which is all that they know.
 */
export function unspecified(schema: ZodMiniType<unknown>, answer: unknown): readonly string[] {
  const text = JSON.stringify(answer)
    .replaceAll('+00:00"', 'Z"')
    .replaceAll('"message_reference":{"type":1', '"message_reference":{"type":0');
  const wire: unknown = JSON.parse(text);
  const parsed = schema.safeParse(wire);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  return unknownFields(wire, parsed.data).filter(
    (field) => !documentedElsewhere.some((known) => known.test(field)),
  );
}
