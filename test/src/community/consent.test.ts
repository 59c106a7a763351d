import { describe, expect, it } from 'vitest';
import { type ConsentRecord, Consents } from '../../../src/community/consent.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const ada = { feature: 'conversation', guildId: '1', userId: '7' };

function consents(shelf = new MemoryShelf<ConsentRecord>()) {
  return { shelf, consents: new Consents({ shelf, clock: new FakeClock() }) };
}

describe('a yes that is remembered', () => {
  it('is there only after somebody asked for it, also after a restart', async () => {
    const first = consents();
    expect(await first.consents.isRemembered(ada)).toBe(false);
    await first.consents.remember(ada);
    expect(await consents(first.shelf).consents.isRemembered(ada)).toBe(true);
  });

  it.each([
    ['another person', { ...ada, userId: '8' }],
    ['another server', { ...ada, guildId: '2' }],
    ['another feature', { ...ada, feature: 'interpreter' }],
  ])('is no yes for %s', async (_, other) => {
    const { consents: all } = consents();
    await all.remember(ada);
    expect(await all.isRemembered(other)).toBe(false);
  });

  it('is gone once it was forgotten, and nothing of it stays', async () => {
    const { consents: all, shelf } = consents();
    await all.remember(ada);
    await all.forget(ada);
    expect(await all.isRemembered(ada)).toBe(false);
    expect(shelf.records.size).toBe(0);
  });
});
