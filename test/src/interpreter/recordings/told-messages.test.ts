import { expect, it } from 'vitest';
import { ToldMessages, type ToldRecording } from '../../../../src/interpreter/recordings/told-messages.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { silentLog } from '../../../support/fake-log.ts';
import { MemoryShelf } from '../../../support/memory-shelf.ts';

function open() {
  const removed: string[] = [];
  const told = new ToldMessages({
    shelf: new MemoryShelf<ToldRecording>(),
    messenger: { remove: async (_channelId, messageId) => void removed.push(messageId) },
    traffic: { onRemoval: () => () => undefined },
    ...{ clock: new FakeClock(), log: silentLog },
  });
  return { told, removed };
}

it('the newest twenty messages about a recording are remembered, and go with it', async () => {
  const { told, removed } = open();
  for (let each = 1; each <= 22; each += 1)
    await told.note('1', '2', { channelId: '3', messageId: `m${each}` });
  await told.takeBack('1');
  expect(removed).toEqual(Array.from({ length: 20 }, (_, index) => `m${index + 3}`));
});

it('a message about a recording that was deleted while it was on its way goes as soon as it is there', async () => {
  const { told, removed } = open();
  await told.takeBack('1');
  await told.note('1', '2', { channelId: '3', messageId: 'late' });
  expect(removed).toEqual(['late']);
});
