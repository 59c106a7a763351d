import { z } from 'zod';
import type { SpendingScope } from '../refusal/spending.ts';

/** How much of a UTC day one person (in a guild), one guild, or the whole bot has spent or reserved. */
const sum = z.object({ is: z.literal('sum'), amount: z.number() });

/** What one thing reserved. It stays for the day after it was settled, so that nothing is charged or given back twice. */
const reservation = z.object({
  is: z.literal('reservation'),
  guildId: z.string(),
  userId: z.string(),
  amount: z.number(),
  settled: z.boolean(),
});

export const spendingRecordSchema = z.discriminatedUnion('is', [sum, reservation]);
export type SpendingRecord = z.infer<typeof spendingRecordSchema>;
export type Reservation = z.infer<typeof reservation>;

/** The closest to the person first: the one that a refusal names. */
export const spendingScopes: readonly SpendingScope[] = ['person', 'guild', 'bot'];

const dayMs = 24 * 60 * 60 * 1000;

/** Every key begins with its UTC day, so that old days come first and are cleared without reading the rest. */
export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

export function endOfDay(at: number): number {
  return (Math.floor(at / dayMs) + 1) * dayMs;
}

export function reservationKey(day: string, id: string): string {
  return `${day}/of/${id}`;
}

/** Undefined for the key of a sum. */
export function reservationOf(key: string): { readonly id: string; readonly at: number } | undefined {
  const [, day, id] = /^(\d{4}-\d\d-\d\d)\/of\/(.+)$/s.exec(key) ?? [];
  return day === undefined || id === undefined ? undefined : { id, at: Date.parse(day) };
}

export function sumKey(
  day: string,
  scope: SpendingScope,
  { guildId, userId }: { readonly guildId: string; readonly userId: string },
): string {
  const whose = { person: `person/${guildId}/${userId}`, guild: `guild/${guildId}`, bot: 'bot' };
  return `${day}/${whose[scope]}`;
}

/** Yesterday is kept, for a clock that is set back over midnight. Of days before that nobody asks. */
export function isOver(key: string, now: number): boolean {
  return key.slice(0, 10) < dayOf(now - dayMs);
}
