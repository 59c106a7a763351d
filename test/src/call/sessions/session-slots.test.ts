import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SessionSlots, type SlotHolder } from '../../../../src/call/sessions/session-slots.ts';

class Holder implements SlotHolder {
  heardAtMs: number;
  holds = false;
  leaving = false;
  grants = 0;

  constructor(heardAtMs: number) {
    this.heardAtMs = heardAtMs;
  }

  granted(): void {
    this.holds = true;
    this.grants += 1;
  }

  evict(): void {
    this.leaving = true;
  }
}

describe('the places for sessions', () => {
  it('are given out at once while there are any', () => {
    const slots = new SessionSlots(2, () => 0);
    const holders = [new Holder(0), new Holder(0), new Holder(0)];
    for (const holder of holders) slots.request(holder);
    expect(holders.map(({ holds }) => holds)).toEqual([true, true, false]);
  });

  it('are given up by the one who was silent longest, who finishes first', () => {
    const slots = new SessionSlots(2, () => 10_000);
    const [older, newer, next] = [new Holder(3_000), new Holder(5_000), new Holder(10_000)];
    slots.request(newer);
    slots.request(older);
    slots.request(next);
    expect([older.leaving, newer.leaving, next.holds]).toEqual([true, false, false]);
    slots.release(older);
    expect(next.holds).toBe(true);
  });

  it("aren't taken from people who are speaking", () => {
    let now = 10_000;
    const slots = new SessionSlots(1, () => now);
    const [speaking, next] = [new Holder(9_000), new Holder(10_000)];
    slots.request(speaking);
    slots.request(next);
    expect(speaking.leaving).toBe(false);
    now = 10_500;
    slots.review();
    expect(speaking.leaving).toBe(true);
  });

  it('are asked back once for each who waits, not of everybody who is silent', () => {
    const slots = new SessionSlots(3, () => 60_000);
    const silent = [new Holder(1), new Holder(2), new Holder(3)];
    for (const holder of silent) slots.request(holder);
    slots.request(new Holder(60_000));
    slots.review();
    slots.review();
    expect(silent.map(({ leaving }) => leaving)).toEqual([true, false, false]);
  });

  it("are free again when somebody who waited doesn't any more", () => {
    const slots = new SessionSlots(1, () => 0);
    const [one, two, three] = [new Holder(0), new Holder(0), new Holder(0)];
    for (const holder of [one, two, three]) slots.request(holder);
    slots.release(two);
    slots.release(one);
    expect([two.holds, three.holds]).toEqual([false, true]);
  });

  it('are never more than there are, and everybody gets one in the end', () => {
    const steps = fc.array(fc.tuple(fc.nat(9), fc.boolean()), { maxLength: 60 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), steps, (most, drawn) => {
        const slots = new SessionSlots(most, () => 100_000);
        const holders = Array.from({ length: 10 }, (_, index) => new Holder(index));
        const wanting = new Set<Holder>();
        const giveBack = (holder: Holder) => {
          wanting.delete(holder);
          holder.holds = false;
          slots.release(holder);
        };
        const ask = (holder: Holder) => {
          wanting.add(holder);
          slots.request(holder);
        };
        for (const [index, asks] of drawn) {
          const holder = holders[index] ?? new Holder(0);
          if (asks) ask(holder);
          else giveBack(holder);
          expect(slots.taken).toBeLessThanOrEqual(most);
          expect(holders.filter(({ holds }) => holds).length).toBe(slots.taken);
        }
        for (let round = 0; round < 20; round += 1)
          for (const holder of [...wanting].filter(({ holds }) => holds)) giveBack(holder);
        expect(wanting.size).toBe(0);
      }),
    );
  });
});
