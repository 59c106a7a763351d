import { z } from 'zod';

/** A log line of the bot, as far as it matters here. */
const logLine = z.object({
  level: z.string(),
  msg: z.string().optional(),
  err: z.object({ message: z.string() }).optional(),
  problems: z.array(z.string()).optional(),
});

const levelsToTell = ['error', 'fatal'];
const keptLines = 12;

/** The last lines of a process that matter when it dies and weren't shown before: what it wrote beside its log. */
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
    const { level, msg, err, problems = [] } = parsed.data;
    if (!levelsToTell.includes(level)) return undefined;
    return [[msg, err?.message].filter(Boolean).join(': '), ...problems].join('\n  - ');
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
