import { expect, test } from 'vitest';
import { type Draft, Drafts } from '../../../src/video/drafts.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const opener = { userId: '1', guildId: '2', channelId: '3' };
const sources = [{ url: 'https://cdn.invalid/cat.png', attachment: true }];
const dayMs = 24 * 3_600_000;

function kept() {
  const clock = new FakeClock();
  return { clock, drafts: new Drafts(new MemoryShelf<Draft>(), clock) };
}

test('a form may stay open for a day, and is worth nothing after it', async () => {
  const { clock, drafts } = kept();
  await drafts.keep('form', opener, { sources });
  await clock.advance(dayMs - 1);
  expect(await drafts.find('form', opener)).toMatchObject({ sources });
  await clock.advance(1);
  expect(await drafts.find('form', opener)).toBeUndefined();
});

test.each(['userId', 'guildId', 'channelId'] as const)("a form of another %s is nobody's", async (part) => {
  const { drafts } = kept();
  await drafts.keep('form', opener, { sources });
  expect(await drafts.find('form', { ...opener, [part]: '9' })).toBeUndefined();
  expect(await drafts.find('another', opener)).toBeUndefined();
});
