/** A fragment of text that a person typed or heard, long enough not to be in a log by chance. */
const leastCharacters = 12;

export interface Unloggable {
  /** Tokens and keys. */
  readonly secrets: readonly string[];
  /** What people wrote: prompts, texts, questions. */
  readonly words: readonly string[];
}

/**
 * Each line that a bot wrote is JSON, with its level as a word, and none has a key or what somebody wrote. Returns what's wrong, a
 * sentence a line.
 */
export function wrongLines(output: string, { secrets, words }: Unloggable): readonly string[] {
  const unloggable = [
    ...secrets.filter((secret) => secret.length > 0),
    ...words.filter((text) => text.trim().length >= leastCharacters && /\s/.test(text.trim())),
  ].map((text) => JSON.stringify(text).slice(1, -1));
  // A process that was killed may leave half of its last line.
  const lines = output.split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    const found = unloggable.find((text) => line.includes(text));
    if (found) return [`has what nobody may log (${found}): ${line}`];
    return isLogLine(line) ? [] : [`is no line of the log: ${line}`];
  });
}

function isLogLine(line: string): boolean {
  try {
    const { level, time, msg } = JSON.parse(line);
    return typeof level === 'string' && typeof time === 'string' && typeof msg === 'string';
  } catch {
    return false;
  }
}

/** Every text in it, however deep: the values of options and fields. What has a name is ours. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (key === 'name' ? [] : textsIn(part)));
}
