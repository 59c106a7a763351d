/** `pino`'s names of how much a line matters. */
type Level = 'info' | 'warn' | 'fatal';

/**
 * What the launcher itself has to say beside a bot with real settings: a sentence in a terminal, and one JSON line like the
 * bot's own where a program reads it.
 */
export function say(
  level: Level,
  sentence: string,
  facts: Readonly<Record<string, unknown>> = {},
  { isTerminal = process.stderr.isTTY, write = console.error, now = () => new Date() } = {},
): void {
  if (isTerminal) write(sentence);
  else write(JSON.stringify({ level, time: now().toISOString(), ...facts, msg: sentence }));
}
