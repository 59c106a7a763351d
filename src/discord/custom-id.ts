import { z } from 'zod';

/** Discord's limit on `custom_id`. */
const maxCharacters = 100;

const name = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
const parts = z.object({
  feature: name,
  action: name,
  id: z.string().regex(/^[!-~]{1,80}$/),
});

/** What a control does and to what: all that is needed to act on it after a restart. */
export type CustomId = z.infer<typeof parts>;

/**
 * `<feature>:<action>:<id>`.
 * @throws {RangeError} when a part has other characters than allowed or the whole exceeds 100: an error of ours.
 */
export function encodeCustomId(customId: CustomId): string {
  const checked = parts.safeParse(customId);
  if (!checked.success) throw new RangeError(`custom_id: ${z.prettifyError(checked.error)}`);
  const text = `${customId.feature}:${customId.action}:${customId.id}`;
  if (text.length > maxCharacters)
    throw new RangeError(`custom_id is longer than ${maxCharacters} characters`);
  return text;
}

/** Undefined when the text is not one of ours: a control of an older release, or a made-up one. */
export function parseCustomId(text: string): CustomId | undefined {
  if (text.length > maxCharacters) return undefined;
  const [feature, action, ...rest] = text.split(':');
  const checked = parts.safeParse({ feature, action, id: rest.join(':') });
  return checked.success ? checked.data : undefined;
}
