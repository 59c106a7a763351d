import { expect, it } from 'vitest';
import { MessageError } from '../../../src/discord/messenger.ts';
import { recordingLog } from '../../support/fake-log.ts';
import { videoId as id, VideoWorld } from '../../support/video-world.ts';

const refusal = { fault: 'server', code: 'InternalError', status: 500, nothingHappened: false } as const;

it("one look for the reference shows a video's whole story", async () => {
  const recorded = recordingLog();
  const world = await VideoWorld.open({}, { log: recorded.log, hasFfmpeg: true });
  world.smallestBytes = 1e9;
  world.downloads.push({ bytes: 30 * 1024 * 1024 });
  world.service.showsPromptEarly = true;
  world.service.failures.push(
    { call: 'create', when: 'after', error: refusal },
    { call: 'list', when: 'before', error: refusal },
    { call: 'query', when: 'before', error: refusal },
  );
  const passing = new MessageError('temporary', undefined);
  world.messenger.failures.push({ call: 'post', when: 'after', error: passing });
  for (const call of ['findOwn', 'whisper', 'editPanel'] as const) world.messenger.fail(call, 'temporary');
  await world.make({ prompt: 'a secret kite' });

  const lines = recorded.lines.filter(({ job }) => job === id);
  expect(lines.filter(({ reference }) => reference !== 'TEST-0001')).toEqual([]);
  const told = lines.map(({ to }) => to).filter(Boolean);
  expect(told).toEqual(
    expect.arrayContaining([
      'accepted',
      'submitting',
      'lost',
      'pending',
      'running',
      'succeeded',
      'delivered',
    ]),
  );
  for (const said of [
    'not created',
    'searched',
    'cut short',
    "didn't take a video",
    "couldn't update a panel",
    "couldn't search a channel",
  ])
    expect(lines.map(({ msg }) => msg).join('; ')).toContain(said);
  expect(recorded.text()).not.toContain('secret kite');
});

it('a video that a moderator deleted says so by a pseudonym, not by their id', async () => {
  const recorded = recordingLog();
  const world = await VideoWorld.open({}, { log: recorded.log });
  await world.make();
  await world.studio.decisions.remove(world.job(id), '2000000000000000009');
  await world.clock.until(() => world.isSettled(id));
  expect(recorded.lines).toContainEqual(
    expect.objectContaining({ job: id, to: 'removed', by: expect.stringMatching(/^person-[\da-f]{8}$/) }),
  );
  expect(recorded.text()).not.toContain('2000000000000000009');
});
