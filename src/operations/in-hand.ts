import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Logger } from 'pino';
import { z } from 'zod';
import { KeyedMutex } from './mutex.ts';
import { keepToOwner } from './own-files.ts';

const entrySchema = z.union([
  z.tuple([z.enum(['begun', 'done']), z.string()]),
  z.tuple([z.literal('died'), z.string(), z.number().int()]),
]);
type Entry = z.infer<typeof entrySchema>;

/** After this many crashes with the same work in hand, it's not a coincidence. */
const deathsUntilSetAside = 2;
const entriesUntilRewritten = 2_000;

/**
 * Remembers what's being worked on, in a file that survives the process. Work that a new process would pick up may be
 * what crashed the last one. After one crash, the work runs alone among its kind, so other work is cleared; after two,
 * it's set aside.
 */
export class InHand {
  readonly #journal: Journal;
  readonly #log: Logger;
  readonly #deaths = new Map<string, number>();
  readonly #begun = new Map<string, number>();
  readonly #alone = new KeyedMutex();
  #entries = 0;

  constructor({ journal, log }: { readonly journal: Journal; readonly log: Logger }) {
    this.#journal = journal;
    this.#log = log;
    this.#recover();
  }

  isToSetAside(kind: string, id: string): boolean {
    return (this.#deaths.get(keyOf(kind, id)) ?? 0) >= deathsUntilSetAside;
  }

  /** Does the work with its mark set. However the work ends, the process survived, so the mark is cleared. */
  async hold<Result>(kind: string, id: string, work: () => Promise<Result>): Promise<Result> {
    const key = keyOf(kind, id);
    if (!this.#deaths.has(key)) return await this.#marked(key, work);
    return await this.#alone.runExclusive(kind, async () => await this.#marked(key, work));
  }

  /** It was set aside and is tried again, so it takes two more crashes. */
  forgive(kind: string, id: string): void {
    this.#deaths.delete(keyOf(kind, id));
    this.#write(['done', keyOf(kind, id)]);
  }

  /** Keeps nothing in the file about what's done. */
  shorten(): void {
    this.#rewrite();
  }

  /** After an orderly end nothing was in hand, whatever didn't stop in time. */
  close(): void {
    this.#begun.clear();
    this.#rewrite();
    this.#journal.close();
  }

  async #marked<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    this.#begun.set(key, (this.#begun.get(key) ?? 0) + 1);
    this.#write(['begun', key]);
    try {
      return await work();
    } finally {
      const left = (this.#begun.get(key) ?? 1) - 1;
      if (left > 0) this.#begun.set(key, left);
      else {
        this.#begun.delete(key);
        this.#deaths.delete(key);
        this.#write(['done', key]);
      }
    }
  }

  #recover(): void {
    const begun = new Set<string>();
    for (const entry of readEntries(this.#journal.read())) {
      const [what, key] = entry;
      if (what === 'begun') begun.add(key);
      else begun.delete(key);
      if (what === 'done') this.#deaths.delete(key);
      if (what === 'died') this.#deaths.set(key, entry[2]);
    }
    for (const key of begun) {
      const deaths = (this.#deaths.get(key) ?? 0) + 1;
      this.#deaths.set(key, deaths);
      this.#log.warn({ work: key, deaths }, 'the bot died while working on this');
    }
    this.#rewrite();
  }

  #write(entry: Entry): void {
    this.#entries += 1;
    if (this.#entries > entriesUntilRewritten) this.#rewrite();
    else this.#journal.append(`${JSON.stringify(entry)}\n`);
  }

  #rewrite(): void {
    const entries: Entry[] = [
      ...Array.from(this.#deaths, ([key, deaths]): Entry => ['died', key, deaths]),
      ...Array.from(this.#begun.keys(), (key): Entry => ['begun', key]),
    ];
    this.#entries = entries.length;
    this.#journal.replace(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  }
}

function keyOf(kind: string, id: string): string {
  return `${kind}/${id}`;
}

/** A line that was cut off when the process ended doesn't count. */
function* readEntries(text: string): Iterable<Entry> {
  for (const line of text.split('\n')) {
    try {
      const parsed = entrySchema.safeParse(JSON.parse(line));
      if (parsed.success) yield parsed.data;
    } catch {
      // Cut off.
    }
  }
}

/** Lines that survive the process that wrote them. */
export interface Journal {
  read(): string;
  append(line: string): void;
  replace(text: string): void;
  close(): void;
}

/**
 * Writes go to the kernel, not to the disk, so a line takes microseconds. They survive the end of the process; a power
 * cut may lose them, and that's nobody's fault.
 */
export function openJournal(path: string): Journal {
  const file = openSync(path, 'a+', 0o600);
  keepToOwner(path);
  let open = true;
  return {
    read: () => readFileSync(path, 'utf8'),
    append: (line) => {
      if (open) writeSync(file, line);
    },
    replace: (text) => {
      if (!open) return;
      ftruncateSync(file);
      if (text) writeSync(file, text);
    },
    close: () => {
      if (open) closeSync(file);
      open = false;
    },
  };
}
