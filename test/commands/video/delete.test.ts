import { afterAll, beforeEach, expect, it } from 'vitest';
import type { VideoJob } from '../../../src/video/job.ts';
import { AuthorityStage, type Name } from '../../support/authority-stage.ts';

let stage: AuthorityStage;
const shown: VideoJob[] = [];
let video: VideoJob;

beforeEach(async () => {
  stage ??= await AuthorityStage.open((opening) => {
    for (let count = 0; count < 4; count += 1) shown.push(opening.job('member', 'open'));
  });
  const next = shown.pop();
  if (!next) throw new Error('more tests than videos');
  video = next;
});

afterAll(async () => {
  await stage?.[Symbol.asyncDispose]();
});

const press = async (who: Name, action: string) =>
  await stage.press(who, 'open', `video:${action}:${video.id}`);
const stateNow = async () => (await stage.jobs.get(video.id))?.state;

it('Delete asks its requester first, in private, and deletes nothing', async () => {
  const asked = await press('member', 'delete');
  expect(asked.text).toContain("Delete this video for everyone? This can't be undone.");
  for (const action of ['delete-surely', 'keep']) expect(asked.text).toContain(`video:${action}:${video.id}`);
  expect(asked.messages.map(({ forAll }) => forAll)).toEqual([false]);
  expect(await stateNow()).toBe('delivered');
});

it('Keep deletes nothing', async () => {
  expect((await press('member', 'keep')).refused).toBe(false);
  expect(await stateNow()).toBe('delivered');
});

it('the second Delete deletes', async () => {
  expect((await press('member', 'delete-surely')).refused).toBe(false);
  expect(await stateNow()).toBe('removed');
});

it('a moderator is asked whose it is', async () => {
  const asked = await press('moderator', 'delete');
  expect(asked.text).toContain(`Delete <@${stage.personId('member')}>'s video for everyone?`);
});
