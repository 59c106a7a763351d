import type { Journal } from '../../src/operations/in-hand.ts';
import type { Along, RecordQuery, WorkWrite } from '../../src/storage/atomic/atomic.ts';
import type { Collection } from '../../src/storage/collection.ts';
import { type IndexRecord, nobodys } from '../../src/storage/record-index.ts';
import { StoreError } from '../../src/storage/store-error.ts';
import type { FakeMoney } from './fake-money.ts';
import { Lifeline } from './lifeline.ts';

/** What a process wrote stays; one that is dead writes no more. */
export class MemoryJournal implements Journal {
  #text = '';

  of(line: Lifeline): Journal {
    const alive = (write: () => void) => {
      if (!line.dead) write();
    };
    return {
      read: () => this.read(),
      append: (text) => alive(() => this.append(text)),
      replace: (text) => alive(() => this.replace(text)),
      close: () => undefined,
    };
  }

  read(): string {
    return this.#text;
  }

  append(text: string): void {
    this.#text += text;
  }

  replace(text: string): void {
    this.#text = text;
  }

  close(): void {}
}

/** Lets chosen writes of a store fail: a number of them in a row, counted over all its shelves. */
export class WriteFaults {
  #writes = 0;
  #first = Number.POSITIVE_INFINITY;
  #times = 0;
  #failed = 0;
  #failingSince: number | undefined;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get failed(): number {
    return this.#failed;
  }

  /** Since when every write has failed. */
  get failingSince(): number | undefined {
    return this.#failingSince;
  }

  /** The n-th write from now on is the first to fail. */
  fail(first: number, times: number): void {
    this.#writes = 0;
    this.#first = first;
    this.#times = times;
  }

  mend(): void {
    this.#times = 0;
    this.#failingSince = undefined;
  }

  /** @throws {StoreError} */
  step(): void {
    this.#writes += 1;
    const fails = this.#writes >= this.#first && this.#writes < this.#first + this.#times;
    this.#failingSince = fails ? (this.#failingSince ?? this.#now()) : undefined;
    if (!fails) return;
    this.#failed += 1;
    throw new StoreError('unwritable', 'the disk is full');
  }
}

export class MemoryShelf<Value> implements Collection<Value> {
  readonly records = new Map<string, string>();
  readonly #line: () => Lifeline;
  readonly #faults: WriteFaults | undefined;
  readonly #indexOf: IndexRecord<Value>;
  readonly #bank: Pick<FakeMoney, 'writeTogether'> | undefined;
  /** Entries in the queue of work that were written along. */
  readonly work: WorkWrite[] = [];
  /** How many records were read, one by one or in lists. */
  reads = 0;
  /** Whether a changed record isn't taken. */
  refuses: (id: string, value: Value) => boolean = () => false;

  /** @param bank has the money that's written along with records */
  constructor(
    line = () => new Lifeline(),
    faults?: WriteFaults,
    indexOf: IndexRecord<Value> = nobodys,
    bank?: Pick<FakeMoney, 'writeTogether'>,
  ) {
    this.#line = line;
    this.#faults = faults;
    this.#indexOf = indexOf;
    this.#bank = bank;
  }

  async get(id: string): Promise<Value | undefined> {
    this.reads += 1;
    const text = this.records.get(id);
    return text === undefined ? undefined : (JSON.parse(text) as Value);
  }

  async set(id: string, value: Value): Promise<void> {
    await this.#line().step();
    this.#faults?.step();
    this.records.set(id, JSON.stringify(value));
    await this.#line().step();
  }

  async add(id: string, value: Value, along: Along = {}): Promise<boolean> {
    if (this.records.has(id)) return false;
    return await this.#replace(id, undefined, value, along);
  }

  async setMany(entries: Iterable<readonly [id: string, value: Value]>): Promise<void> {
    await this.#line().step();
    this.#faults?.step();
    for (const [id, value] of entries) this.records.set(id, JSON.stringify(value));
    await this.#line().step();
  }

  async change<After extends Value | undefined>(
    id: string,
    change: (before: Value | undefined) => After,
    along: (after: After) => Along = () => ({}),
  ): Promise<After> {
    for (;;) {
      const text = this.records.get(id);
      const before = text === undefined ? undefined : (JSON.parse(text) as Value);
      const after = change(before);
      if (after === before && (after !== undefined || !isAnything(along(after)))) return after;
      if (after !== undefined && this.refuses(id, after)) throw new StoreError('locked', 'busy');
      if (await this.#replace(id, text, after, along(after))) return after;
    }
  }

  /** False if it's no longer what it was. */
  async #replace(
    id: string,
    before: string | undefined,
    after: Value | undefined,
    { work, ...paid }: Along,
  ): Promise<boolean> {
    const put = () => {
      if (this.records.get(id) !== before) return false;
      if (work) this.work.push(work);
      if (after === undefined) this.records.delete(id);
      else this.records.set(id, JSON.stringify(after));
      return true;
    };
    if (paid.reserve && !this.#bank) throw new Error('this shelf has no bank');
    // Without one nothing was ever reserved, so there's nothing to settle.
    if (this.#bank && isAnything(paid)) return await this.#bank.writeTogether(paid, put);
    await this.#line().step();
    this.#faults?.step();
    const isWritten = put();
    if (isWritten) await this.#line().step();
    return isWritten;
  }

  async delete(id: string): Promise<boolean> {
    this.#faults?.step();
    return this.records.delete(id);
  }

  /** In the order of the ids, as the store does. */
  async *entries(): AsyncIterable<readonly [string, Value]> {
    yield* this.select({});
  }

  async *select(query: RecordQuery): AsyncIterable<readonly [string, Value]> {
    const ids = [...this.records.keys()].toSorted();
    for (const id of query.newestFirst ? ids.toReversed() : ids) {
      const text = this.records.get(id);
      if (text === undefined) continue;
      const value = JSON.parse(text) as Value;
      const index = this.#indexOf(id, value);
      const asked = (['guildId', 'userId', 'alias', 'open'] as const).filter(
        (each) => query[each] !== undefined,
      );
      if (asked.some((each) => index[each] !== query[each])) continue;
      if (query.about !== undefined && !index.about?.includes(query.about)) continue;
      this.reads += 1;
      yield [id, value];
    }
  }
}

function isAnything(along: Along): boolean {
  return Object.values(along).some((each) => each !== undefined);
}
