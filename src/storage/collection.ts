import type { Keyv } from 'keyv';
import type { Logger } from 'pino';
import type { ZodType } from 'zod';
import type { KeyedMutex } from '../operations/mutex.ts';
import { UnwritableError } from '../operations/repeated-writes.ts';
import type { Along, Atomic, RecordQuery } from './atomic/atomic.ts';
import { NotReservedError } from './atomic/not-reserved.ts';
import type { IndexRecord, RecordIndex } from './record-index.ts';

/** Records of one kind by id. A write is on disk when its promise resolves. */
export interface Collection<T> {
  /** A record that doesn't match the schema is set aside and reads as absent. */
  get(id: string): Promise<T | undefined>;
  /** @throws UnwritableError if the value couldn't be read back, StoreError if it can't be written */
  set(id: string, value: T): Promise<void>;
  /** All or none. */
  setMany(entries: Iterable<readonly [id: string, value: T]>): Promise<void>;
  /**
   * False, with nothing written, if the id is taken. Of all processes, exactly one gets true. What goes along is written in the same
   * transaction. @throws NotReservedError if it can't be paid
   */
  add(id: string, value: T, along?: Along): Promise<boolean>;
  /**
   * Changes a record by what it is now; `change` is called again if another process was faster. If it throws, or returns what it
   * was given, nothing is written; undefined deletes it. Resolves to what it is now. What goes along with it is written in the same
   * transaction. @throws NotReservedError if it can't be paid
   */
  change<After extends T | undefined>(
    id: string,
    change: (before: T | undefined) => After,
    along?: (after: After) => Along,
  ): Promise<After>;
  /** False if it wasn't there. */
  delete(id: string): Promise<boolean>;
  /** In key order, one page at a time: complete, or it fails. Records written meanwhile may or may not be included. */
  entries(): AsyncIterable<readonly [id: string, value: T]>;
  /** Only those, without reading the others. The newest come last unless they're asked for first. */
  select(query: Omit<RecordQuery, 'collection'>): AsyncIterable<readonly [id: string, value: T]>;
}

type Reading<T> = { readonly is: 'absent' } | { readonly is: 'broken' } | { readonly is: 'value'; value: T };

/** A collection over plain Keyv, so any Keyv adapter can store it. */
export class KeyvCollection<T> implements Collection<T> {
  readonly #parts;

  constructor(parts: {
    readonly name: string;
    readonly schema: ZodType<T>;
    readonly indexOf: IndexRecord<T>;
    readonly keyv: Keyv<unknown>;
    /** The same records, for what Keyv can't decide. */
    readonly atomic: Pick<Atomic, 'records' | 'writeTogether'>;
    /** Where unreadable records go, as `<collection>/<id>`. */
    readonly setAside: Keyv<unknown>;
    /** Shared by everyone who opens this collection: one writer per record at a time. */
    readonly mutex: KeyedMutex;
    readonly log: Logger;
    readonly now: () => number;
  }) {
    this.#parts = parts;
  }

  async get(id: string): Promise<T | undefined> {
    const reading = this.#parse(await this.#parts.keyv.get(encodeId(id)));
    if (reading.is === 'broken') {
      return await this.#parts.mutex.runExclusive(id, async () => await this.#readInTurn(id));
    }
    return reading.is === 'value' ? reading.value : undefined;
  }

  async set(id: string, value: T): Promise<void> {
    this.#assertReadable(id, value);
    await this.#parts.mutex.runExclusive(
      id,
      async () => await this.#parts.keyv.set(encodeId(id), this.#indexed(id, value)),
    );
  }

  async setMany(entries: Iterable<readonly [id: string, value: T]>): Promise<void> {
    const records = Array.from(entries, ([id, value]) => {
      this.#assertReadable(id, value);
      return { key: encodeId(id), value: this.#indexed(id, value) };
    });
    await this.#parts.keyv.setMany(records);
  }

  async add(id: string, value: T, along: Along = {}): Promise<boolean> {
    this.#assertReadable(id, value);
    return await this.#parts.mutex.runExclusive(id, async () => {
      if ((await this.#readInTurn(id)) !== undefined) return false;
      return await this.#replace(id, undefined, value, along);
    });
  }

  async change<After extends T | undefined>(
    id: string,
    change: (before: T | undefined) => After,
    along: (after: After) => Along = () => ({}),
  ): Promise<After> {
    const { mutex } = this.#parts;
    const { records } = this.#parts.atomic;
    return await mutex.runExclusive(id, async () => {
      for (;;) {
        const stored = await records.read(this.#keyOf(id));
        const reading = this.#parse(stored && deserializeRecord(stored.text).value);
        if (reading.is === 'broken') {
          await this.#readInTurn(id);
          continue;
        }
        const before = reading.is === 'value' ? reading.value : undefined;
        const after = change(before);
        // Where there's none and is to be none, something may go along with that.
        if (after === before && after !== undefined) return after;
        if (await this.#replace(id, stored?.stamp, after, along(after))) return after;
      }
    });
  }

  /** False if it's no longer what was read: that stamp, or nothing. */
  async #replace(
    id: string,
    stamp: number | undefined,
    after: T | undefined,
    along: Along,
  ): Promise<boolean> {
    if (after !== undefined) this.#assertReadable(id, after);
    const key = this.#keyOf(id);
    const text = after === undefined ? undefined : serializeRecord({ value: this.#indexed(id, after) });
    const { records, writeTogether } = this.#parts.atomic;
    if (Object.values(along).some((each) => each !== undefined)) {
      const outcome = await writeTogether({ ...along, key, stamp, text });
      if (outcome.is === 'written' || outcome.is === 'overtaken') return outcome.is === 'written';
      throw new NotReservedError(outcome);
    }
    if (stamp !== undefined) return await records.compareAndSet(key, stamp, text);
    return text === undefined || (await records.insert(key, text));
  }

  #keyOf(id: string): string {
    return `${this.#parts.name}:${encodeId(id)}`;
  }

  async delete(id: string): Promise<boolean> {
    return await this.#parts.mutex.runExclusive(id, async () => await this.#parts.keyv.delete(encodeId(id)));
  }

  async *entries(): AsyncIterable<readonly [id: string, value: T]> {
    yield* this.select({});
  }

  async *select(query: Omit<RecordQuery, 'collection'>): AsyncIterable<readonly [id: string, value: T]> {
    const { atomic, mutex, name } = this.#parts;
    for await (const [key, text] of atomic.records.list({ ...query, collection: name })) {
      const id = idIn(key);
      const reading = this.#parse(deserializeRecord(text).value);
      if (reading.is === 'value') yield [id, reading.value];
      if (reading.is !== 'broken') continue;
      const again = await mutex.runExclusive(id, async () => await this.#readInTurn(id));
      if (again !== undefined) yield [id, again];
    }
  }

  /** Only in the record's turn, so nothing newer is set aside. */
  async #readInTurn(id: string): Promise<T | undefined> {
    const { keyv, setAside, name, log, now } = this.#parts;
    const stored: unknown = await keyv.get(encodeId(id));
    const reading = this.#parse(stored);
    if (reading.is === 'value') return reading.value;
    if (reading.is === 'absent') return undefined;
    const kept = stored instanceof UnreadableText ? stored.text : stored;
    await setAside.set(encodeId(`${name}/${id}`), { setAsideAt: now(), stored: kept });
    await keyv.delete(encodeId(id));
    log.error({ collection: name, id }, "couldn't read a stored record, so it's set aside");
    return undefined;
  }

  #parse(stored: unknown): Reading<T> {
    if (stored === undefined || stored === null) return { is: 'absent' };
    const parsed = this.#parts.schema.safeParse(stored);
    return parsed.success ? { is: 'value', value: parsed.data } : { is: 'broken' };
  }

  #indexed(id: string, value: T): IndexedRecord {
    return new IndexedRecord(value, this.#parts.indexOf(id, value));
  }

  /** A record that the next read would set aside must not be acknowledged when it's written. */
  #assertReadable(id: string, value: T): void {
    const parsed = this.#parts.schema.safeParse(JSON.parse(JSON.stringify(value ?? null)));
    if (parsed.success) return;
    throw new UnwritableError(`record ${id} of ${this.#parts.name} could not be read back`, {
      cause: parsed.error,
    });
  }
}

/**
 * Keyv writes `<namespace>:<id>` only if the id doesn't already look like that, and treats everything up to the first
 * colon as the namespace. So ids are stored without colons.
 */
export function encodeId(id: string): string {
  return id.replaceAll('%', '%25').replaceAll(':', '%3A');
}

export function decodeId(encoded: string): string {
  return encoded.replaceAll('%3A', ':').replaceAll('%25', '%');
}

/** The id of a stored key, which begins with its collection. */
export function idIn(key: string): string {
  return decodeId(key.slice(key.indexOf(':') + 1));
}

/** Half-open range of all keys of a namespace; `;` is the character after `:`. */
export function keyRange(namespace: string): { readonly from: string; readonly before: string } {
  return { from: `${namespace}:`, before: `${namespace};` };
}

export function assertNamespace(name: string): void {
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name)) throw new Error(`not a collection name: ${name}`);
}

/** What Keyv wraps a value in. */
interface Wrapped {
  value?: unknown;
  expires?: number | undefined;
}

/** Stored text that was damaged: a record to set aside, not a reason to fail. */
class UnreadableText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** A value with what it's found by, on its way through Keyv. */
export class IndexedRecord {
  readonly value: unknown;
  readonly index: RecordIndex;

  constructor(value: unknown, index: RecordIndex) {
    this.value = value;
    this.index = index;
  }
}

/** What a record is found by stands beside its value, where the engine finds it (`layout.ts`). */
export function serializeRecord(wrapped: Wrapped): string {
  if (!(wrapped.value instanceof IndexedRecord)) return JSON.stringify(wrapped);
  const { value, index } = wrapped.value;
  const { guildId: guild, userId: person, open, alias } = index;
  const others = index.about?.filter((id) => id !== person) ?? [];
  const about = others.length > 0 ? others : undefined;
  return JSON.stringify({ ...wrapped, value, guild, person, open: open ? 1 : undefined, alias, about });
}

/** Never throws: unreadable text becomes an `UnreadableText` value. */
export function deserializeRecord(text: string): Wrapped {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isWrapped(parsed)) return parsed;
  } catch {
    // Falls through: broken JSON and a broken shape are the same to the reader.
  }
  return { value: new UnreadableText(text) };
}

function isWrapped(parsed: unknown): parsed is Wrapped {
  if (typeof parsed !== 'object' || parsed === null || !('value' in parsed)) return false;
  return !('expires' in parsed) || typeof parsed.expires === 'number';
}
