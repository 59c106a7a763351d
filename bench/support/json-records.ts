import { readFile, rename, writeFile } from 'node:fs/promises';

/**
 * The recipe of most bots: records in memory, and the whole file rewritten on each change. Kinder than most: beside
 * the file and renamed over it, one write after another, so that a crash leaves a whole file. Not flushed to disk.
 */
export class JsonRecords<Value extends { readonly id: string }> {
  readonly all: Map<string, Value>;
  readonly #path: string;
  #last: Promise<void> = Promise.resolve();

  private constructor(path: string, records: readonly Value[]) {
    this.#path = path;
    this.all = new Map(records.map((record) => [record.id, record]));
  }

  static async create<Value extends { readonly id: string }>(
    path: string,
    records: readonly Value[],
  ): Promise<JsonRecords<Value>> {
    const created = new JsonRecords(path, records);
    await created.#save();
    return created;
  }

  /** What is read is trusted, as these bots do. */
  static async open<Value extends { readonly id: string }>(path: string): Promise<JsonRecords<Value>> {
    return new JsonRecords(path, JSON.parse(await readFile(path, 'utf8')) as Value[]);
  }

  async set(record: Value): Promise<void> {
    this.all.set(record.id, record);
    const turn = this.#last.then(() => this.#save());
    this.#last = turn.catch(() => undefined);
    await turn;
  }

  async #save(): Promise<void> {
    await writeFile(`${this.#path}.new`, JSON.stringify([...this.all.values()]));
    await rename(`${this.#path}.new`, this.#path);
  }
}
