import { describe, expect, test } from 'vitest';
import { type KnownGuild, KnownGuilds } from '../../../src/discord/known-guilds.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { MemoryShelf } from '../../support/memory-shelf.ts';

const it = test.extend('shelf', () => emptyShelf());

const everyone = () => true;
const nobody = () => false;

async function opened(shelf: MemoryShelf<KnownGuild>, wasAtWork = false) {
  const { log, lines } = recordingLog();
  const known = new KnownGuilds({ shelf, wasAtWork, now: () => 1, log });
  await known.load();
  return { known, lines };
}

const emptyShelf = () => new MemoryShelf<KnownGuild>();

describe('the servers in which the bot has worked', () => {
  it('are known after a restart, whatever list is in force by then', async ({ shelf }) => {
    await (await opened(shelf)).known.begin(['a', 'b'], everyone);
    const { known } = await opened(shelf, true);
    await known.begin(['a', 'b', 'new'], nobody);
    expect(['a', 'b', 'new'].filter((id) => known.has(id))).toEqual(['a', 'b']);
  });

  it('are those of a first start that the list has, where nothing was ever stored', async () => {
    const { known } = await opened(emptyShelf());
    await known.begin(['a', 'b'], (id) => id === 'a');
    expect(['a', 'b'].filter((id) => known.has(id))).toEqual(['a']);
  });

  it('are all of them right after an update from a version that kept none of it', async ({ shelf }) => {
    await (await opened(shelf, true)).known.begin(['a', 'b'], nobody);
    const { known } = await opened(shelf, true);
    await known.begin(['a', 'b', 'new'], nobody);
    expect(['a', 'b', 'new'].filter((id) => known.has(id))).toEqual(['a', 'b']);
  });

  it('are forgotten when the bot was taken out of them while it was down', async ({ shelf }) => {
    await (await opened(shelf)).known.begin(['a', 'b'], everyone);
    await (await opened(shelf)).known.begin(['a'], everyone);
    const { known } = await opened(shelf);
    await known.begin(['a', 'b'], nobody);
    expect(['a', 'b'].filter((id) => known.has(id))).toEqual(['a']);
  });

  it('are forgotten by the process that has their shard only', async ({ shelf }) => {
    await (await opened(shelf)).known.begin(['a1', 'b1', 'b2'], everyone);
    const isOwn = (id: string) => id.startsWith('b');
    const known = new KnownGuilds({ shelf, wasAtWork: true, isOwn, now: () => 1, log: recordingLog().log });
    await known.load();
    await known.begin(['b1', 'b3'], nobody);
    expect(['a1', 'b1', 'b2', 'b3'].filter((id) => known.has(id))).toEqual(['b1']);
    const { known: next } = await opened(shelf, true);
    expect(['a1', 'b1', 'b2', 'b3'].filter((id) => next.has(id))).toEqual(['a1', 'b1']);
  });

  it('are written with the next one where the store failed, and hold until then', async ({ shelf }) => {
    const { known, lines } = await opened(shelf);
    const write = shelf.setMany.bind(shelf);
    shelf.setMany = async () => await Promise.reject(new Error('disk full'));
    await known.begin(['a'], everyone);
    expect(known.has('a')).toBe(true);
    expect(lines).toMatchObject([{ level: 'error', err: { message: 'disk full' } }]);
    shelf.setMany = write;
    await known.remember(['b']);
    const { known: after } = await opened(shelf);
    expect(['a', 'b'].filter((id) => after.has(id))).toEqual(['a', 'b']);
  });
});
