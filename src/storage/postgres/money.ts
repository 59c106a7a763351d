import type {
  Account,
  Along,
  Correction,
  Lease,
  Limit,
  Money,
  Reservation,
  ReservationAsk,
  ReservationKey,
  ReservationOutcome,
  Settlement,
  Span,
  Whose,
} from '../atomic/atomic.ts';
import { StoreError } from '../store-error.ts';
import type { PostgresAccess, Query, Statement } from './access.ts';
import { isPostgresFault } from './faults.ts';
import { GatheredCalls } from './gathered-calls.ts';

const pageRows = 500;

const doAll: Statement = { name: 'money', text: 'SELECT money_do($1::jsonb, $2) AS answers' };
const balances: Statement = {
  name: 'balances',
  text: 'SELECT money_on(s) AS amount FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY AS t (s, n) ORDER BY n',
};
const leftOpen: Statement = {
  name: 'left open',
  text: `SELECT id, guild, person, amount FROM reservations
    WHERE unit = $1 AND owner = $2 AND settled = 0 AND fence < $3 AND id > $4 ORDER BY id LIMIT ${pageRows}`,
};
const sumsOf = (whose: 'guild' | 'person', then: string): Statement => ({
  name: `sums of ${whose}`,
  text: `SELECT unit, period, guild, person, amount FROM sums
    WHERE ${whose} = $1 AND ${whose} <> '' ORDER BY unit, period, ${then}`,
});
const sumsOfGuild = sumsOf('guild', 'person');
const sumsOfPerson = sumsOf('person', 'guild');

/** Something that the function `money_do` does; names are those that people have when it's sent. */
type MoneyCall = Readonly<Record<string, unknown>> & { readonly is: string };

interface SumRow {
  readonly unit: string;
  readonly period: string;
  readonly guild: string;
  readonly person: string;
  readonly amount: number;
}

/** Reservations and their sums: the database decides and counts within one call. */
export class PostgresMoney implements Money {
  readonly #access: PostgresAccess;
  readonly #calls: GatheredCalls<MoneyCall>;
  /** By the id of a person who was renamed. Only in memory, because that's all that still knows them. */
  readonly #names = new Map<string, string>();

  constructor(access: PostgresAccess) {
    this.#access = access;
    this.#calls = new GatheredCalls(
      async (calls) =>
        await access.write(async (query, again) => {
          const [row] = await query<{ answers: readonly unknown[] }>(doAll, [JSON.stringify(calls), again]);
          return row?.answers ?? [];
        }),
      (error) => error instanceof StoreError && !isPostgresFault(error.cause),
    );
  }

  async reserve(ask: ReservationAsk): Promise<ReservationOutcome> {
    return outcomeOf(ask, await this.#calls.call<Outcome>(() => this.#reservationOf(ask)));
  }

  /**
   * A transaction with other things in it, while this process does nothing else with money: a person who is renamed before it goes by
   * their new name in it.
   */
  async inTurn<Result>(transaction: () => Promise<Result>): Promise<Result> {
    return await this.#calls.inTurn(transaction);
  }

  /** Within that transaction. Everybody else waits for its end from here on. */
  async doWithin(
    query: Query,
    again: boolean,
    { reserve, settle }: Pick<Along, 'reserve' | 'settle'>,
  ): Promise<ReservationOutcome | undefined> {
    const then = 'keep';
    const calls = [
      ...(reserve ? [this.#reservationOf(reserve)] : []),
      ...(settle ? [{ ...settle, is: 'settle', then }] : []),
    ];
    if (calls.length === 0) return undefined;
    const [row] = await query<{ answers: readonly unknown[] }>(doAll, [JSON.stringify(calls), again]);
    return reserve && outcomeOf(reserve, row?.answers[0] as Outcome);
  }

  async settle(
    { unit, id }: ReservationKey,
    amount: number,
    then: 'keep' | 'forget',
  ): Promise<Settlement | undefined> {
    const call = { is: 'settle', unit, id, amount, then };
    return (await this.#calls.call<Settlement | null>(() => call)) ?? undefined;
  }

  async correct(correction: Correction): Promise<number> {
    return await this.#calls.call<number>(() => ({
      ...this.#entryOf(correction),
      is: 'correct',
      within: this.#spanOf(correction.within),
    }));
  }

  async balances(accounts: readonly (Account | Span)[]): Promise<readonly number[]> {
    const spans = JSON.stringify(accounts.map((each) => this.#spanOf(each)));
    const rows = await this.#access.read(async (query) => await query<{ amount: number }>(balances, [spans]));
    return rows.map(({ amount }) => amount);
  }

  async *leftOpen(unit: string, { owner, fence }: Lease): AsyncIterable<Reservation> {
    for (let last = ''; ; ) {
      const after = last;
      const rows = await this.#access.read(
        async (query) =>
          await query<{ id: string; guild: string; person: string; amount: number }>(leftOpen, [
            unit,
            owner,
            fence,
            after,
          ]),
      );
      for (const { id, guild, person, amount } of rows) {
        last = id;
        yield { unit, id, guildId: guild, userId: person, amount };
      }
      if (rows.length < pageRows) return;
    }
  }

  async sumsOf(whose: Whose): Promise<readonly (Account & { readonly amount: number })[]> {
    const [statement, id] =
      'userId' in whose ? [sumsOfPerson, this.#nameOf(whose.userId)] : [sumsOfGuild, whose.guildId];
    const rows = await this.#access.read(async (query) => await query<SumRow>(statement, [id]));
    return rows.map(({ unit, period, guild, person, amount }) => ({
      ...{ unit, period, guildId: guild, amount },
      ...(person === '' ? {} : { userId: person }),
    }));
  }

  async renamePerson(userId: string, name: string): Promise<number> {
    const make = () => ({ is: 'rename', person: this.#nameOf(userId), name });
    // Whatever is sent afterwards already counts under the new one.
    return await this.#calls.call<number>(make, () => this.#names.set(userId, name));
  }

  async forgetBefore(at: number, most: number): Promise<number> {
    return await this.#calls.call<number>(() => ({ is: 'forget', at, most }));
  }

  #reservationOf(ask: ReservationAsk): MoneyCall {
    const limits = ask.limits.map(({ over, most }) => ({ over: this.#spanOf(over), most }));
    return { ...this.#entryOf(ask), is: 'reserve', lease: ask.lease, limits };
  }

  #entryOf(entry: ReservationAsk | Correction): MoneyCall {
    const { unit, id, guildId, userId, amount, charged, keptUntil, sumsKeptUntil } = entry;
    const rows = charged.map(({ unit: of, period, guildId: guild = '', userId: person = '' }) => [
      ...[guild, this.#nameOf(person), of, period],
    ]);
    const person = this.#nameOf(userId);
    return {
      ...{ is: '', unit, id, guild: guildId, person, amount, keptUntil },
      charged: JSON.stringify({ rows, sumsKeptUntil }),
    };
  }

  #spanOf(span: Account | Span) {
    const { guildId: guild = '', userId = '' } = span;
    const person = this.#nameOf(userId);
    if ('units' in span) return { units: span.units, from: span.from, to: span.to, guild, person };
    return { units: [span.unit], from: span.period, to: span.period, guild, person };
  }

  #nameOf(userId: string): string {
    return this.#names.get(userId) ?? userId;
  }
}

type Outcome =
  | Exclude<ReservationOutcome, { readonly is: 'exceeded' }>
  | { readonly is: 'exceeded'; readonly limit: number; readonly spent: number };

function outcomeOf({ limits }: ReservationAsk, outcome: Outcome): ReservationOutcome {
  if (outcome.is !== 'exceeded') return outcome;
  return { is: 'exceeded', limit: limitAt(limits, outcome.limit), spent: outcome.spent };
}

function limitAt(limits: readonly Limit[], index: number): Limit {
  const limit = limits[index];
  if (!limit) throw new Error(`the store named a limit that nobody asked for: ${index}`);
  return limit;
}
