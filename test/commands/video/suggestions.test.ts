import { beforeAll, expect, it } from 'vitest';
import type { VideoJob } from '../../../src/video/job.ts';
import { AuthorityStage } from '../../support/authority-stage.ts';

let stage: AuthorityStage;
let mine: VideoJob;

beforeAll(async () => {
  stage = await AuthorityStage.open((opening) => {
    mine = opening.job('member', 'open');
    opening.job('newcomer', 'open');
  });
  return () => stage[Symbol.asyncDispose]();
});

it('videos are suggested by how they stand, what was asked and how long ago that was, in the words of the reader', async () => {
  const { choices } = await stage.suggest('member', 'open', 'video show', 'task');
  expect(choices?.map(({ value }) => value)).toEqual([mine.id]);
  expect(choices?.[0]?.name).toMatch(/^done · .+ · (this minute|yesterday|\d+ .+ ago)$/);
  expect(choices?.[0]?.name).toContain(mine.request.prompt.slice(0, 20));
});
