import type { StatementSync } from 'node:sqlite';
import type { TableAccess } from '../sqlite-access.ts';
import type {
  Account,
  Correction,
  Lease,
  Money,
  Reservation,
  ReservationAsk,
  ReservationKey,
  ReservationOutcome,
  Settlement,
  Span,
  Whose,
} from './atomic.ts';

const pageRows = 500;

/** Reservations and their sums. A reservation is decided and counted within one transaction. */
export class SqliteMoney implements Money {
  readonly #access: TableAccess;
  readonly #fence: StatementSync;
  readonly #balance: StatementSync;
  readonly #add: StatementSync;
  readonly #open: StatementSync;
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

  constructor(access: TableAccess) {
    this.#access = access;
    const prepare = (sql: string) => access.database.prepare(sql);
    this.#fence = prepare('SELECT fence FROM leases WHERE name = ?');
    this.#balance = prepare(
      `SELECT total(max(0, counted)) AS amount FROM (
         SELECT total(amount) AS counted FROM sums
         WHERE guild = ? AND person = ? AND unit IN (SELECT value FROM json_each(?)) AND period BETWEEN ? AND ?
         GROUP BY period
       )`,
    );
    // Most sums stand already, and a row whose indexed columns stay is written once.
    this.#add = prepare(
      `UPDATE sums SET amount = amount + ?
       WHERE guild = ? AND person = ? AND unit = ? AND period = ? AND kept_until >= ?`,
    );
    this.#open = prepare(
      `INSERT INTO sums (amount, guild, person, unit, period, kept_until) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET amount = amount + excluded.amount, kept_until = excluded.kept_until`,
    );
    this.#find = prepare('SELECT charged, amount, settled FROM reservations WHERE unit = ? AND id = ?');
    this.#insert = prepare(
      `INSERT INTO reservations (unit, id, guild, person, charged, amount, settled, owner, fence, kept_until)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#settle = prepare('UPDATE reservations SET amount = ?, settled = 1 WHERE unit = ? AND id = ?');
    this.#forget = prepare('DELETE FROM reservations WHERE unit = ? AND id = ?');
    this.#leftOpen = prepare(
      `SELECT id, guild, person, amount FROM reservations
       WHERE unit = ? AND owner = ? AND settled = 0 AND fence < ? AND id > ? ORDER BY id LIMIT ${pageRows}`,
    );
    this.#sumsOfGuild = prepare(
      "SELECT * FROM sums WHERE guild = ? AND guild <> '' ORDER BY unit, period, person",
    );
    this.#sumsOfPerson = prepare(
      "SELECT * FROM sums WHERE person = ? AND person <> '' ORDER BY unit, period, guild",
    );
    this.#renameSums = prepare('UPDATE sums SET person = ? WHERE person = ?');
    this.#renameReservations = prepare(
      'UPDATE reservations SET person = ?1, charged = replace(charged, ?2, ?3) WHERE person = ?4',
    );
    this.#forgetBefore = [
      prepare(
        `DELETE FROM reservations WHERE (unit, id) IN
         (SELECT unit, id FROM reservations WHERE kept_until <= ? LIMIT ?)`,
      ),
      prepare(
        `DELETE FROM sums WHERE (guild, person, unit, period) IN
         (SELECT guild, person, unit, period FROM sums WHERE kept_until <= ? LIMIT ?)`,
      ),
    ];
  }

  async reserve(ask: ReservationAsk): Promise<ReservationOutcome> {
    return await this.#access.write(() => this.decide(ask));
  }

  async settle(
    key: ReservationKey,
    amount: number,
    then: 'keep' | 'forget',
  ): Promise<Settlement | undefined> {
    return await this.#access.write(() => this.settleNow(key, amount, then));
  }

  /** `settle` within a transaction. */
  settleNow(key: ReservationKey, amount: number, then: 'keep' | 'forget'): Settlement | undefined {
    const settlement = this.#correct(key, amount);
    if (then === 'forget') this.#forget.run(key.unit, key.id);
    else if (settlement) this.#settle.run(settlement.counted, key.unit, key.id);
    return settlement;
  }

  async correct(correction: Correction): Promise<number> {
    return await this.#access.write(() => this.#takeOff(correction));
  }

  async balances(accounts: readonly (Account | Span)[]): Promise<readonly number[]> {
    return this.#access.read(() => accounts.map((each) => this.#balanceOf(spanOf(each))));
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

  /** `reserve` within a transaction. Unless it's reserved, nothing was changed. */
  decide(ask: ReservationAsk): ReservationOutcome {
    const { lease, unit, id, amount, limits } = ask;
    if (this.#fence.get(lease.name)?.fence !== lease.fence) return { is: 'lease-lost' };
    if (this.#find.get(unit, id)) return { is: 'known' };
    for (const limit of limits) {
      const spent = this.#balanceOf(limit.over);
      if (spent + amount > limit.most) return { is: 'exceeded', limit, spent };
    }
    this.#charge(ask, amount);
    this.#keep(ask, amount, { settled: 0, ...lease });
    return { is: 'reserved' };
  }

  #takeOff(correction: Correction): number {
    const { unit, id, amount, within } = correction;
    if (this.#find.get(unit, id)) return 0;
    const off = Math.min(amount, this.#balanceOf(within));
    this.#charge(correction, -off);
    this.#keep(correction, -off, { settled: 1, owner: '', fence: 0 });
    return off;
  }

  #correct({ unit, id }: ReservationKey, amount: number): Settlement | undefined {
    const found = this.#find.get(unit, id);
    if (found?.settled !== 0) return undefined;
    const reserved = Number(found.amount);
    const counted = amount >= 0 && amount <= reserved ? amount : reserved;
    const { rows, sumsKeptUntil } = JSON.parse(String(found.charged)) as Charged;
    if (counted !== reserved) for (const row of rows) this.#addTo(row, counted - reserved, sumsKeptUntil);
    return { reserved, counted };
  }

  #charge({ charged, sumsKeptUntil }: Pick<ReservationAsk, 'charged' | 'sumsKeptUntil'>, amount: number) {
    for (const account of charged) this.#addTo(this.#rowOf(account), amount, sumsKeptUntil);
  }

  #keep(
    { unit, id, guildId, userId, charged, keptUntil, sumsKeptUntil }: Correction | ReservationAsk,
    amount: number,
    { settled, owner, fence }: { settled: 0 | 1; owner: string; fence: number },
  ): void {
    const kept = JSON.stringify({
      rows: charged.map((account) => this.#rowOf(account)),
      sumsKeptUntil,
    } satisfies Charged);
    this.#insert.run(unit, id, guildId, this.#nameOf(userId), kept, amount, settled, owner, fence, keptUntil);
  }

  #addTo(row: SumRow, amount: number, keptUntil: number): void {
    if (this.#add.run(amount, ...row, keptUntil).changes === 0) this.#open.run(amount, ...row, keptUntil);
  }

  #balanceOf({ units, guildId = '', userId = '', from, to }: Span): number {
    const found = this.#balance.get(guildId, this.#nameOf(userId), JSON.stringify(units), from, to);
    return Number(found?.amount ?? 0);
  }

  #rowOf({ unit, period, guildId = '', userId = '' }: Account): SumRow {
    return [guildId, this.#nameOf(userId), unit, period];
  }

  #nameOf(userId: string): string {
    return this.#names.get(userId) ?? userId;
  }
}

type SumRow = [guild: string, person: string, unit: string, period: string];

/** What a reservation was added to, as it's stored with it. */
interface Charged {
  readonly rows: readonly SumRow[];
  readonly sumsKeptUntil: number;
}

function spanOf(account: Account | Span): Span {
  if ('units' in account) return account;
  const { unit, period, guildId, userId } = account;
  return { units: [unit], from: period, to: period, guildId, userId };
}
