import type { z } from 'zod';
import type { Reading } from './reading.ts';

/**
 * The content of a JSON file that a variable names. If it can't be used: undefined, with plain sentences added to
 * `problems`.
 */
export function readSettingsFile<Content>(
  variable: string,
  path: string,
  schema: z.ZodType<Content>,
  { readFile, problems }: Pick<Reading, 'readFile' | 'problems'>,
): Content | undefined {
  let json: string;
  try {
    json = readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    problems.push(`${variable}: can't read the file ${path}${code}`);
    return undefined;
  }
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    problems.push(`${variable}: in ${path}, the file is not valid JSON`);
    return undefined;
  }
  const parsed = schema.safeParse(content, { error: plainly });
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const place = issue.path.join('.');
    problems.push(`${variable}: in ${path}, ${place ? `"${place}"` : 'it'} ${issue.message}`);
  }
  return undefined;
}

const kinds: Readonly<Record<string, string>> = {
  object: 'an object in braces',
  record: 'an object in braces',
  array: 'a list in square brackets',
  string: 'a text in quotes',
  boolean: 'true or false',
};

/** For problems that the schema has no sentence for. */
function plainly(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    return issue.input === undefined ? 'is missing' : `must be ${kinds[issue.expected] ?? issue.expected}`;
  }
  if (issue.code === 'unrecognized_keys') return `has a field with no meaning: "${issue.keys.join('", "')}"`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  return issue.code === 'too_small' && issue.origin === 'array' ? 'must have at least one entry' : undefined;
}
