import { stringify } from 'csv-stringify/sync';
import type { LimitsPage } from '../community/limits.ts';
import { priceOf, type Spent } from './usage.ts';

const columns = ['day', 'person', 'id', 'unit', 'amount', 'price', 'currency'] as const;

/**
 * A line for each person, day and feature, and one for what no single person is charged for, such as more sessions of a call:
 * the lines of a day come to what the server is charged. `nameOf`: what they're called, whatever they wrote there.
 */
export function usageCsv(
  spent: readonly Spent[],
  { prices }: LimitsPage,
  nameOf: (userId: string) => string,
): string {
  const rows = [...spent.filter(({ userId }) => userId !== undefined), ...ofNobody(spent)]
    .toSorted((one, other) =>
      one.day === other.day ? other.amount - one.amount : one.day < other.day ? -1 : 1,
    )
    .map(({ day, userId = '', unit, amount }) => {
      const price = priceOf(unit, amount, prices);
      const money = price === undefined ? ['', ''] : [price.toFixed(4), prices.currency];
      return [day, userId === '' ? '' : nameOf(userId), userId, unit, amount, ...money];
    });
  // A spreadsheet would run a cell that begins like a formula.
  const options = { escape_formulas: true, record_delimiter: 'windows' } as const;
  return stringify(rows, { header: true, columns: [...columns], bom: true, ...options });
}

function ofNobody(spent: readonly Spent[]): readonly Spent[] {
  const keyOf = ({ day, unit }: Spent) => `${day}/${unit}`;
  const persons = new Map<string, number>();
  for (const each of spent)
    if (each.userId !== undefined) persons.set(keyOf(each), (persons.get(keyOf(each)) ?? 0) + each.amount);
  return spent
    .filter(({ userId }) => userId === undefined)
    .map((each) => ({ ...each, amount: each.amount - (persons.get(keyOf(each)) ?? 0) }))
    .filter(({ amount }) => amount !== 0);
}
