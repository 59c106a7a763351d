import { DatabaseSync } from 'node:sqlite';
import type { HeldMoney } from '../../src/community/spending.ts';
import type { Account, Along, Atomic, JointOutcome, Money } from '../../src/storage/atomic/atomic.ts';
import { NotReservedError } from '../../src/storage/atomic/not-reserved.ts';
import { sqliteAtomic } from '../../src/storage/atomic/sqlite-atomic.ts';
import { SqliteMoney } from '../../src/storage/atomic/sqlite-money.ts';
import { layOut } from '../../src/storage/layout.ts';

/** The real engine on a file in memory, in a process that can be killed between two steps and whose writes can fail. */
export class FakeMoney {
  readonly #database = new DatabaseSync(':memory:');
  readonly #fences = new Map<string, number>();
  /** Writes, and the rows of sums and reservations that they changed. */
  writes = 0;
  readonly money: Money;
  readonly #write: <Result>(run: () => Result) => Promise<Result>;
  /** Its statements are prepared once, for those who need them. */
  #writeTogether: Atomic['writeTogether'] | undefined;
  /** Of the call that writes next. */
  #along: { readonly put: () => boolean; isPut: boolean } | undefined;
  #shelved = 0;

  constructor(line?: () => { step(): Promise<void> }, faults?: { step(): void }) {
    const database = this.#database;
    layOut(database);
    this.#write = async (run) => {
      await line?.().step();
      faults?.step();
      this.writes += 1;
      database.exec('BEGIN');
      try {
        return run();
      } finally {
        database.exec('COMMIT');
        await line?.().step();
      }
    };
    this.money = new SqliteMoney({ database, read: (run) => run(), write: this.#write });
  }

  /**
   * With something that's kept elsewhere: `put` says whether it could be written, in the same moment.
   * @throws NotReservedError, and then nothing was put
   */
  async writeTogether(along: Along, put: () => boolean): Promise<boolean> {
    const database = this.#database;
    const write = async <Result>(run: () => Result) => await this.#writeAlong(run);
    this.#writeTogether ??= sqliteAtomic({ database, read: (run) => run(), write }, Date.now).writeTogether;
    const mine = { put, isPut: false };
    this.#shelved += 1;
    this.#along = mine;
    const outcome = await this.#writeTogether({ ...along, key: `shelved:${this.#shelved}`, text: '{}' });
    if (outcome.is === 'written' || outcome.is === 'overtaken') return mine.isPut;
    throw new NotReservedError(outcome);
  }

  async #writeAlong<Result>(run: () => Result): Promise<Result> {
    // Called before anything else can be, so it's still the one of this call.
    const along = this.#along;
    return await this.#write(() => {
      this.#database.exec('SAVEPOINT shelf');
      const outcome = run() as Result & JointOutcome;
      const isPut = outcome.is === 'written' && along?.put() === true;
      if (along) along.isPut = isPut;
      if (!isPut) this.#database.exec('ROLLBACK TO shelf');
      return outcome;
    });
  }

  /** For the next process of the same owner. */
  held(owner = 'bot'): HeldMoney {
    const fence = (this.#fences.get(owner) ?? 0) + 1;
    this.#fences.set(owner, fence);
    const lease = { name: owner, owner, fence };
    this.#database
      .prepare('INSERT OR REPLACE INTO leases (name, owner, fence, expires_at) VALUES (?, ?, ?, 0)')
      .run(lease.name, lease.owner, lease.fence);
    return { money: this.money, leases: [lease], leaseOf: () => lease };
  }

  /** What was spent, in which unit, by whom, over all days. */
  spent({ unit, guildId = '', userId = '' }: Omit<Account, 'period'>): number {
    const sum = 'SELECT sum(amount) AS amount FROM sums WHERE unit = ? AND guild = ? AND person = ?';
    return Number(this.#database.prepare(sum).get(unit, guildId, userId)?.amount ?? 0);
  }

  get sums() {
    return this.#database.prepare('SELECT * FROM sums').all();
  }

  get reservations() {
    return this.#database.prepare('SELECT * FROM reservations ORDER BY id').all();
  }

  get isUntouched(): boolean {
    return this.sums.length + this.reservations.length === 0;
  }

  /** What a killed process left is found by the next one. */
  takeOver(other: FakeMoney): void {
    for (const table of ['sums', 'reservations'] as const) {
      for (const row of other[table]) {
        const names = Object.keys(row);
        const marks = names.map(() => '?').join(', ');
        this.#database
          .prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks})`)
          .run(...Object.values(row));
      }
    }
    for (const [owner, fence] of other.#fences) this.#fences.set(owner, fence);
  }
}
