import { expect, test } from 'vitest';
import { Gaps, type GuildGaps } from '../../../src/knowledge/gaps.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { silentLog as log } from '../../support/fake-log.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

test('questions that two processes note at the same moment are all kept, and the same one is counted twice', async () => {
  const shelf = new MemoryShelf<GuildGaps>();
  const processes = [1, 2].map(() => new Gaps({ shelf, clock: new FakeClock(), log, keepDays: 30 }));
  const reader = { guildId: 'guild', channelIds: ['channel'] } as never;
  await Promise.all(
    processes.flatMap((gaps, index) => [
      gaps.add(reader, `only process ${index} was asked this`, false),
      gaps.add(reader, 'both were asked this', false),
    ]),
  );
  const { gaps = [] } = (await shelf.get('guild')) ?? {};
  expect(gaps.map(({ question, count }) => [question, count]).toSorted()).toEqual([
    ['both were asked this', 2],
    ['only process 0 was asked this', 1],
    ['only process 1 was asked this', 1],
  ]);
});
