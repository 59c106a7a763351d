import type { LimitAmount, LimitSubject } from '../community/limits.ts';
import { type SpendingUnit, spendingUnits } from '../refusal/spending.ts';

/** `everyone`, `role-123`: whom a panel and its controls are about. */
export function subjectId(subject: LimitSubject): string {
  return subject.is === 'role' || subject.is === 'person' ? `${subject.is}-${subject.id}` : subject.is;
}

/** Undefined if it isn't one of ours: a modified client can send anything. */
export function subjectOf(id: string): LimitSubject | undefined {
  if (id === 'everyone' || id === 'newcomers' || id === 'server') return { is: id };
  const [, is, own] = /^(role|person)-(\d{15,25})$/.exec(id) ?? [];
  return own !== undefined && (is === 'role' || is === 'person') ? { is, id: own } : undefined;
}

/** By its name, or by its place in the list where a name would be too long for a control. */
export function unitOf(name: string): SpendingUnit | undefined {
  return spendingUnits.find((unit, place) => unit === name || String(place) === name);
}

/** The most that anyone can enter. */
export const mostGiven = 100_000_000;

/** How many of what people read and enter are one of what's counted: live time is entered in minutes. */
export function perEntered(unit: SpendingUnit): number {
  return unit === 'live-seconds' ? 60 : 1;
}

/** What was typed: a number, a word for unlimited or default, in any language. `undefined`: it's none of them. */
export function readLimit(
  typed: string,
  unit: SpendingUnit,
  said: { readonly unlimited: readonly string[]; readonly default: readonly string[] },
): { readonly amount: LimitAmount | undefined } | undefined {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  if (said.unlimited.includes(text)) return { amount: 'unlimited' };
  if (said.default.includes(text)) return { amount: undefined };
  if (!/^\d{1,3}(?:,?\d{3})*$|^\d+$/.test(text)) return undefined;
  const number = Number(text.replaceAll(',', ''));
  return number <= mostGiven ? { amount: number * perEntered(unit) } : undefined;
}

export function writeLimit(
  amount: LimitAmount | undefined,
  unit: SpendingUnit,
  said: { readonly unlimited: string; readonly default: string },
): string {
  if (amount === undefined) return said.default;
  return amount === 'unlimited' ? said.unlimited : String(amount / perEntered(unit));
}
