import { z } from 'zod';

/** A log line of the bot, as far as it matters here (pino's levels: 40 warn, 50 error). */
const logLine = z.object({
  level: z.number(),
  msg: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
});

const errorLevel = 50;
const keptLines = 12;

/**
 * The last lines of a process that matter when it dies and weren't shown before: what it wrote to the terminal and didn't say as
 * an error in its log, too.
 */
export class LastWords {
  readonly #lines: string[] = [];

  /** Returns the sentence of a logged error, for showing at once. */
  hear(line: string): string | undefined {
    if (line.trim() === '') return undefined;
    const parsed = logLine.safeParse(parseJson(line));
    if (!parsed.success) {
      this.#keep(line);
      return undefined;
    }
    const { level, msg, err } = parsed.data;
    if (level < errorLevel) return undefined;
    if (err && this.#lines.at(-1) === err.message) this.#lines.pop();
    return [msg, err?.message].filter(Boolean).join(': ');
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  #keep(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > keptLines) this.#lines.shift();
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
