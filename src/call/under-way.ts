import type { Logger } from 'pino';
import type { Clock } from '../operations/clock.ts';
import { RepeatedWrites } from '../operations/repeated-writes.ts';
import type { Collection } from '../storage/collection.ts';

/**
 * What's under way in this process, written down so that the next one can end it if this one is killed. Its end is repeated until
 * it's down: otherwise the next start would tell people that it was cut off.
 */
export abstract class UnderWay<Entry> {
  readonly #shelf: Pick<Collection<Entry>, 'set' | 'delete' | 'entries'>;
  readonly #what: string;
  readonly #log: Logger;
  readonly #entries = new Map<string, Entry>();
  /** One write at a time, so that none brings back what was deleted. */
  #writing: Promise<unknown> = Promise.resolve();
  readonly #ends: RepeatedWrites;

  /** @param what as the log calls one of them */
  constructor(
    what: string,
    {
      shelf,
      clock,
      log,
    }: {
      readonly shelf: Pick<Collection<Entry>, 'set' | 'delete' | 'entries'>;
      readonly clock: Clock;
      readonly log: Logger;
    },
  ) {
    this.#shelf = shelf;
    this.#what = what;
    this.#log = log;
    this.#ends = new RepeatedWrites({ clock, log });
  }

  async close(): Promise<void> {
    await this.#ends.close();
  }

  /** @throws StoreError */
  async noteBegun(id: string, entry: Entry): Promise<void> {
    this.#entries.set(id, entry);
    await this.#write(async () => await this.#shelf.set(id, entry));
  }

  /** More is known of it. What's over stays over. Never rejects. */
  protected async change(id: string, change: (before: Entry) => Entry): Promise<void> {
    const before = this.#entries.get(id);
    if (before === undefined) return;
    await this.noteBegun(id, change(before)).catch((error: unknown) => {
      this.#log.error({ err: error, id, what: this.#what }, "couldn't record what's under way");
    });
  }

  /** Nobody waits for more than the first try. Never rejects. */
  async noteEnded(id: string): Promise<void> {
    this.#entries.delete(id);
    const write = async () => await this.#write(async () => await this.#shelf.delete(id));
    await this.#ends.tryToWrite({ id, what: `the end of ${this.#what}` }, write);
  }

  /** After a start: ends each that a killed process left behind, one after another. Never rejects. */
  async recover(): Promise<void> {
    try {
      const left: (readonly [string, Entry])[] = [];
      for await (const each of this.#shelf.entries()) if (!this.#entries.has(each[0])) left.push(each);
      for (const [id, entry] of left) await this.giveUp(id, entry);
    } catch (error) {
      this.#log.error(
        { err: error, what: this.#what },
        "couldn't read what was under way before the restart",
      );
    }
  }

  /** A killed process left it behind: tells who waits for it, and notes its end. */
  protected abstract giveUp(id: string, entry: Entry): Promise<void>;

  async #write(work: () => Promise<unknown>): Promise<void> {
    const written = this.#writing.then(work);
    this.#writing = written.catch(() => undefined);
    await written;
  }
}
