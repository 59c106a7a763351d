import type { StatementSync } from 'node:sqlite';
import type {
  Account,
  Lease,
  Money,
  Reservation,
  ReservationAsk,
  ReservationKey,
  ReservationOutcome,
  Settlement,
  Whose,
} from './atomic.ts';
import type { SqliteAccess } from './sqlite-access.ts';

const pageRows = 500;

/** Reservations and their sums. A reservation is decided and counted within one transaction. */
export class SqliteMoney implements Money {
  readonly #access: SqliteAccess;
  readonly #fence: StatementSync;
  readonly #balance: StatementSync;
  readonly #add: StatementSync;
  readonly #find: StatementSync;
  readonly #insert: StatementSync;
  readonly #settle: StatementSync;
  readonly #forget: StatementSync;
  readonly #leftOpen: StatementSync;
  readonly #sumsOfGuild: StatementSync;
  readonly #sumsOfPerson: StatementSync;
  readonly #forgetBefore: readonly StatementSync[];
  readonly #renameSums: StatementSync;
  readonly #renameReservations: StatementSync;
  /** By the id of a person who was renamed. Only in memory, because that's all that still knows them. */
  readonly #names = new Map<string, string>();

  constructor(access: SqliteAccess) {
    this.#access = access;
    const prepare = (sql: string) => access.database.prepare(sql);
    this.#fence = prepare('SELECT fence FROM leases WHERE name = ?');
    this.#balance = prepare(
      'SELECT amount FROM accounts WHERE unit = ? AND period = ? AND guild = ? AND person = ?',
    );
    this.#add = prepare(
      `INSERT INTO accounts (unit, period, guild, person, amount, kept_until) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET amount = amount + excluded.amount, kept_until = max(kept_until, excluded.kept_until)`,
    );
    this.#find = prepare('SELECT * FROM reservations WHERE unit = ? AND id = ?');
    this.#insert = prepare(
      `INSERT INTO reservations (unit, id, guild, person, charged, amount, settled, owner, fence, kept_until)
       VALUES (?, ?, ?, ?, ?, ?, 0, ?, ?, ?)`,
    );
    this.#settle = prepare('UPDATE reservations SET amount = ?, settled = 1 WHERE unit = ? AND id = ?');
    this.#forget = prepare('DELETE FROM reservations WHERE unit = ? AND id = ?');
    this.#leftOpen = prepare(
      `SELECT id, guild, person, amount FROM reservations
       WHERE unit = ? AND owner = ? AND settled = 0 AND fence < ? AND id > ? ORDER BY id LIMIT ${pageRows}`,
    );
    this.#sumsOfGuild = prepare(
      "SELECT * FROM accounts WHERE guild = ? AND guild <> '' ORDER BY unit, period, person",
    );
    this.#sumsOfPerson = prepare(
      "SELECT * FROM accounts WHERE person = ? AND person <> '' ORDER BY unit, period, guild",
    );
    this.#renameSums = prepare('UPDATE accounts SET person = ? WHERE person = ?');
    this.#renameReservations = prepare(
      'UPDATE reservations SET person = ?1, charged = replace(charged, ?2, ?3) WHERE person = ?4',
    );
    this.#forgetBefore = [
      prepare(
        `DELETE FROM reservations WHERE (unit, id) IN
         (SELECT unit, id FROM reservations WHERE kept_until <= ? LIMIT ?)`,
      ),
      prepare(
        `DELETE FROM accounts WHERE (unit, period, guild, person) IN
         (SELECT unit, period, guild, person FROM accounts WHERE kept_until <= ? LIMIT ?)`,
      ),
    ];
  }

  async reserve(ask: ReservationAsk): Promise<ReservationOutcome> {
    return await this.#access.write(() => this.#decide(ask));
  }

  async settle(
    key: ReservationKey,
    amount: number,
    then: 'keep' | 'forget',
  ): Promise<Settlement | undefined> {
    return await this.#access.write(() => {
      const settlement = this.#correct(key, amount);
      if (then === 'forget') this.#forget.run(key.unit, key.id);
      return settlement;
    });
  }

  async balances(accounts: readonly Account[]): Promise<readonly number[]> {
    return this.#access.read(() => accounts.map((account) => this.#balanceOf(account)));
  }

  async *leftOpen(unit: string, { owner, fence }: Lease): AsyncIterable<Reservation> {
    for (let last = ''; ; ) {
      const rows = this.#access.read(() => this.#leftOpen.all(unit, owner, fence, last));
      for (const { id, guild, person, amount } of rows) {
        last = String(id);
        yield { unit, id: last, guildId: String(guild), userId: String(person), amount: Number(amount) };
      }
      if (rows.length < pageRows) return;
    }
  }

  async sumsOf(whose: Whose): Promise<readonly (Account & { readonly amount: number })[]> {
    const rows = this.#access.read(() =>
      'userId' in whose
        ? this.#sumsOfPerson.all(this.#nameOf(whose.userId))
        : this.#sumsOfGuild.all(whose.guildId),
    );
    return rows.map(({ unit, period, guild, person, amount }) => ({
      ...{ unit: String(unit), period: String(period), guildId: String(guild), amount: Number(amount) },
      ...(person === '' ? {} : { userId: String(person) }),
    }));
  }

  async renamePerson(userId: string, name: string): Promise<number> {
    const before = this.#nameOf(userId);
    const renamed = await this.#access.write(() => {
      const sums = this.#renameSums.run(name, before);
      const [old, now] = [JSON.stringify(before), JSON.stringify(name)];
      const reservations = this.#renameReservations.run(name, old, now, before);
      // In the same turn, so that nobody counts under the old name afterwards.
      this.#names.set(userId, name);
      return Number(sums.changes) + Number(reservations.changes);
    });
    return renamed;
  }

  async forgetBefore(at: number, most: number): Promise<number> {
    return await this.#access.write(() =>
      this.#forgetBefore.reduce((forgotten, each) => forgotten + Number(each.run(at, most).changes), 0),
    );
  }

  #decide({
    lease,
    unit,
    id,
    guildId,
    userId,
    amount,
    limits,
    keptUntil,
  }: ReservationAsk): ReservationOutcome {
    if (this.#fence.get(lease.name)?.fence !== lease.fence) return { is: 'lease-lost' };
    if (this.#find.get(unit, id)) return { is: 'known' };
    for (const limit of limits) {
      if (limit.most === undefined) continue;
      const spent = this.#balanceOf(limit.account);
      if (spent + amount > limit.most) return { is: 'exceeded', limit, spent };
    }
    const charged = limits.map(({ account }) => this.#rowOf(account));
    for (const row of charged) this.#add.run(...row, amount, keptUntil);
    const kept = JSON.stringify(charged);
    this.#insert.run(
      unit,
      id,
      guildId,
      this.#nameOf(userId),
      kept,
      amount,
      lease.owner,
      lease.fence,
      keptUntil,
    );
    return { is: 'reserved' };
  }

  #correct({ unit, id }: ReservationKey, amount: number): Settlement | undefined {
    const found = this.#find.get(unit, id);
    if (found?.settled !== 0) return undefined;
    const reserved = Number(found.amount);
    const counted = amount >= 0 && amount <= reserved ? amount : reserved;
    this.#settle.run(counted, unit, id);
    const charged = JSON.parse(String(found.charged)) as AccountRow[];
    for (const row of charged) this.#add.run(...row, counted - reserved, Number(found.kept_until));
    return { reserved, counted };
  }

  #balanceOf(account: Account): number {
    return Number(this.#balance.get(...this.#rowOf(account))?.amount ?? 0);
  }

  #rowOf({ unit, period, guildId = '', userId = '' }: Account): AccountRow {
    return [unit, period, guildId, this.#nameOf(userId)];
  }

  #nameOf(userId: string): string {
    return this.#names.get(userId) ?? userId;
  }
}

type AccountRow = [unit: string, period: string, guild: string, person: string];
