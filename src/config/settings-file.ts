import type { z } from 'zod';

/**
 * The content of a JSON file that a variable names; undefined, and its problems in plain words added to `problems`,
 * when it cannot be used.
 */
export function readSettingsFile<Content>(
  variable: string,
  path: string,
  schema: z.ZodType<Content>,
  readFile: (path: string) => string,
  problems: string[],
): Content | undefined {
  let json: string;
  try {
    json = readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    problems.push(`${variable}: the file ${path} cannot be read${code}`);
    return undefined;
  }
  let content: unknown;
  try {
    content = JSON.parse(json);
  } catch {
    problems.push(`${variable}: in ${path}, the file is not valid JSON`);
    return undefined;
  }
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  for (const issue of parsed.error.issues) {
    const place = issue.path.join('.');
    problems.push(`${variable}: in ${path}, ${place ? `"${place}" ` : ''}${issue.message}`);
  }
  return undefined;
}
