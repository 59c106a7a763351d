import { expect, it } from 'vitest';
import { FakeMessenger } from '../../support/fake-messenger.ts';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

const channelId = '4000000000000000001';

/** A world that notes when which panel was edited, and what it says. */
async function worldWithNotes() {
  const world = await VideoWorld.open();
  world.service.runningMs = 60_000;
  const begunAt = world.clock.now();
  const edits: { readonly atMs: number; readonly text: string }[] = [];
  const edit = world.messenger.editPanel.bind(world.messenger);
  const held: { until: Promise<void> | undefined } = { until: undefined };
  world.messenger.editPanel = async (panel, body) => {
    edits.push({ atMs: world.clock.now() - begunAt, text: FakeMessenger.textOf(body) });
    await held.until;
    return await edit(panel, body);
  };
  const accept = async (order = {}) => await world.accept({}, { id, channelId, ...order });
  return { world, edits, held, accept };
}

it('a video that goes through three states at once is shown once, and then where it stands by the next turn', async () => {
  const { world, edits, accept } = await worldWithNotes();
  await accept();
  await world.clock.advance(900);
  expect(edits).toHaveLength(1);
  expect(edits[0]?.text).toContain('Waiting in line');
  await world.clock.advance(3_000);
  expect(edits.map(({ atMs }) => atMs)).toEqual([0, 1_050]);
  expect(edits[1]?.text).toContain('Queued at the video service');
});

it('a panel takes turns with whatever else is written in its channel', async () => {
  const { world, edits, accept } = await worldWithNotes();
  for (let turn = 0; turn < 4; turn += 1) world.pace.takeTurn(channelId);
  await accept();
  await world.clock.advance(3_000);
  // People see at once that they were heard.
  expect(edits.map(({ atMs }) => atMs)).toEqual([0]);
  await world.clock.advance(3_000);
  expect(edits.map(({ atMs }) => atMs)).toEqual([0, 5 * 1_050]);
});

it('a panel does not wait for what is written in other channels', async () => {
  const { world, edits, accept } = await worldWithNotes();
  for (let turn = 0; turn < 4; turn += 1) world.pace.takeTurn('4000000000000000002');
  await accept();
  await world.clock.advance(2_000);
  expect(edits.map(({ atMs }) => atMs)).toEqual([0, 1_050]);
});

it('an end waits for no turn', async () => {
  const { world, edits, accept } = await worldWithNotes();
  await accept();
  await world.clock.until(() => world.service.tasks.length === 1);
  for (let turn = 0; turn < 100; turn += 1) world.pace.takeTurn(channelId);
  const startedAt = world.clock.now();
  await world.clock.until(() => world.messenger.panelsRemoved.length === 1);
  expect(world.clock.now() - startedAt).toBeLessThan(100_000);
  await world.clock.advance(200_000);
  expect(edits.filter(({ atMs }) => atMs > 1_050)).toEqual([]);
});

it('a stop shows at once where those stand that wait for their turn', async () => {
  const { world, edits, accept } = await worldWithNotes();
  await accept();
  await world.clock.advance(500);
  expect(edits).toHaveLength(1);
  await world.studio.close();
  expect(edits).toHaveLength(2);
  expect(edits[1]?.text).toContain('Queued at the video service');
});

it('a stop waits for them as long as it may, and no longer', async () => {
  const { world, edits, held, accept } = await worldWithNotes();
  await accept();
  await world.clock.advance(500);
  held.until = new Promise(() => undefined);
  let isClosed = false;
  void world.studio.close().then(() => {
    isClosed = true;
  });
  await world.clock.advance(900);
  expect(edits).toHaveLength(2);
  expect(isClosed).toBe(false);
  await world.clock.advance(200);
  expect(isClosed).toBe(true);
});
