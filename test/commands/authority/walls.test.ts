import { beforeAll, describe, expect, it } from 'vitest';
import type { VideoJob } from '../../../src/video/job.ts';
import { AuthorityStage } from '../../support/authority-stage.ts';

let stage: AuthorityStage;
let inStaff: VideoJob;
let inOpen: VideoJob;
let waiting: VideoJob;
let mine: VideoJob;

beforeAll(async () => {
  stage = await AuthorityStage.open((opening) => {
    inStaff = opening.job('moderator', 'staff');
    inOpen = opening.job('moderator', 'open');
    waiting = opening.job('moderator', 'open', 'accepted');
    mine = opening.job('member', 'open');
  });
  return async () => await stage[Symbol.asyncDispose]();
});

const never = '1300000000000000999';
const plain = (text: string) => text.replace(/[0-9A-Z]{4}-[0-9A-Z]{4}/g, 'REFERENCE');

describe('a video in a channel that somebody cannot see', () => {
  it('is answered for like one that never was, whatever they try', async () => {
    const tries = [
      (id: string) => stage.command('member', 'open', 'video status', { task: id }),
      (id: string) => stage.command('member', 'open', 'video show', { task: id }),
      (id: string) => stage.command('member', 'open', 'video cancel', { task: id }),
      (id: string) => stage.press('member', 'open', `video:details:${id}`),
      (id: string) => stage.press('member', 'open', `video:again:${id}`),
      (id: string) => stage.press('member', 'open', `video:edit:${id}`),
      (id: string) => stage.press('member', 'open', `video:delete:${id}`),
      (id: string) => stage.press('member', 'open', `video:delete-surely:${id}`),
      (id: string) => stage.press('member', 'open', `video:send-file:${id}`),
      (id: string) => stage.press('member', 'open', `video:repost:${id}`),
      (id: string) => stage.press('member', 'open', `video:report:${id}`),
    ];
    for (const attempt of tries) {
      const hidden = await attempt(inStaff.id);
      expect(hidden.refused).toBe(true);
      expect(hidden.text).not.toContain(inStaff.request.prompt);
      expect(plain(hidden.text)).toBe(plain((await attempt(never)).text));
    }
  });

  it('is not brought to others by those who can see it, but by its person or a moderator', async () => {
    const foreign = await stage.command('newcomer', 'tended', 'video show', { task: inOpen.id });
    expect(foreign.refused).toBe(true);
    expect((await stage.command('newcomer', 'open', 'video show', { task: inOpen.id })).refused).toBe(false);
    expect((await stage.command('owner', 'open', 'video show', { task: inStaff.id })).refused).toBe(false);
  });
});

describe('Manage Messages in one channel', () => {
  it('lists and cancels nothing of another channel', async () => {
    const list = await stage.command('newcomer', 'tended', 'video list', { whose: 'everybody' });
    expect(list.text).not.toContain(inStaff.id);
    expect(list.text).not.toContain(inOpen.id);
    const cancel = await stage.command('newcomer', 'tended', 'video cancel', { task: waiting.id });
    expect(cancel.refused).toBe(true);
    expect(cancel.text).toContain('Manage Messages');
  });
});

describe('a video that a moderator deleted', () => {
  it('stays deleted for its person, and tells who did it', async () => {
    const job = mine;
    await stage.press('moderator', 'open', `video:delete-surely:${job.id}`);
    const shown = await stage.command('member', 'open', 'video show', { task: job.id });
    expect(shown.refused).toBe(true);
    const details = await stage.command('member', 'open', 'video status', { task: job.id });
    expect(details.text).toContain(`<@${stage.personId('moderator')}>`);
  });
});
