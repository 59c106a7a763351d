import { DatabaseSync } from 'node:sqlite';
import type { HeldMoney } from '../../src/community/spending.ts';
import type { Account, Money } from '../../src/storage/atomic/atomic.ts';
import { sqliteAtomic } from '../../src/storage/atomic/sqlite-atomic.ts';
import { layOut } from '../../src/storage/layout.ts';

/** The real engine on a file in memory, in a process that can be killed between two steps and whose writes can fail. */
export class FakeMoney {
  readonly #database = new DatabaseSync(':memory:');
  readonly #fences = new Map<string, number>();
  /** Writes, and the rows of sums and reservations that they changed. */
  writes = 0;
  readonly money: Money;

  constructor(line?: () => { step(): Promise<void> }, faults?: { step(): void }) {
    const database = this.#database;
    layOut(database);
    const { money } = sqliteAtomic(
      {
        database,
        read: (run) => run(),
        write: async (run) => {
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
        },
      },
      Date.now,
    );
    this.money = money;
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
