import { z } from 'zod';
import { headerPrefix, httpAddress } from './config-values.ts';
import { regions } from './service/regions.ts';

const schema = z.strictObject({
  bases: z.partialRecord(z.enum(regions), httpAddress).optional(),
  headerPrefix: headerPrefix.optional(),
  models: z.record(z.string().min(1), z.string().min(1)).optional(),
});

/**
 * How one deployment of the service spells things (field notes 1): addresses by region, prefix of its headers, names
 * of its models. Written down once in a JSON file, for all who use that deployment.
 */
export type ProviderProfile = z.infer<typeof schema>;

/** The profile, or the problems with it in plain words. */
export function parseProviderProfile(
  json: string,
): { readonly profile: ProviderProfile } | { readonly problems: readonly string[] } {
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    return { problems: ['the file is not valid JSON'] };
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return { profile: parsed.data };
  return {
    problems: parsed.error.issues.map((issue) => {
      const place = issue.path.join('.');
      return place ? `"${place}" ${issue.message}` : issue.message;
    }),
  };
}
