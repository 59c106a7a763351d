import type { LogFn, Logger } from 'pino';
import { BoundedMap } from './bounded-map.ts';

interface Repeated {
  since: number;
  written: number;
  left: number;
  /** Writes one line in place of those that were left out. */
  tell: () => void;
}

/** The first of a kind are written whole: each may have a reference that someone was told. */
const writtenAMinute = 20;
const minuteMs = 60_000;
const mostKinds = 200;
/** From `warn` on; the levels below follow what people do. */
export const foldedFrom = 40;

/**
 * A service that fails ten thousand times a minute fills no disk: of warnings and errors that are the same but for their facts, the
 * first twenty a minute are written, and one line counts the rest.
 */
export class RepeatedLines {
  readonly #now: () => number;
  readonly #kinds = new BoundedMap<string, Repeated>(mostKinds);
  #timer: NodeJS.Timeout | undefined;
  #flushesAtExit = false;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** For pino's hook, from `foldedFrom` on. */
  write(logger: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
    const [facts, message = facts] = args as unknown as [unknown, unknown?];
    const kind = `${level} ${String(message)} ${errorKind(facts)}`;
    if (!this.#isLeft(kind)) method.apply(logger, args);
    else if (!this.#timer) this.#tellLater();
    const known = this.#kinds.get(kind);
    if (known)
      known.tell = () => {
        const { left } = known;
        if (left > 0)
          method.call(
            logger,
            { kind: errorKind(facts), times: left } as object,
            `${String(message)} (repeated)`,
          );
      };
  }

  /** Writes what was only counted. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const repeated of this.#kinds.values()) repeated.tell();
    this.#kinds.clear();
  }

  #isLeft(kind: string): boolean {
    const now = this.#now();
    const known = this.#kinds.get(kind);
    if (!known || now - known.since >= minuteMs) {
      known?.tell();
      this.#kinds.set(kind, { since: now, written: 1, left: 0, tell: () => undefined });
      return false;
    }
    if (known.written < writtenAMinute) known.written += 1;
    else known.left += 1;
    return known.left > 0;
  }

  #tellLater(): void {
    this.#timer = setTimeout(() => this.flush(), minuteMs).unref();
    if (!this.#flushesAtExit) process.once('exit', () => this.flush());
    this.#flushesAtExit = true;
  }
}

function errorKind(facts: unknown): string {
  if (typeof facts !== 'object' || facts === null || !('err' in facts)) return '';
  const { err } = facts;
  if (!(err instanceof Error)) return '';
  return 'code' in err ? `${err.name} ${String(err.code)}` : err.name;
}
