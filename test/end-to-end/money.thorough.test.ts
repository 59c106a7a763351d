import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasSplitRoles } from '../support/split-bot.ts';
import type { Stage } from '../support/stage.ts';
import { doneOf, messageSaying, openQuickStage, panelSaying, patienceMs } from '../support/video-scene.ts';

const options = { prompt: 'a kite', resolution: '720P', duration: 2, seed: 1 } as const;
const creation = { method: 'POST', path: '/api/v1/services/**' } as const;
let stage: Stage;
let general: string;
let printedBefore = 0;

beforeAll(async () => {
  stage = await openQuickStage({
    env: { VIDEO_SECONDS_PER_PERSON_PER_DAY: '5', VIDEO_SECONDS_PER_BOT_PER_DAY: '30' },
  });
  general = stage.discord.channels.general;
  return async () => await stage.close();
});

afterEach(() => stage.service.faults.clear());

const printed = () => stage.bot.output().slice(printedBefore);

/** From now on the store refuses records of jobs that know their task; resolves to what ends that. */
function refuseTasks(): () => void {
  const database = new DatabaseSync(join(stage.dataDir, 'emcee.sqlite'), { timeout: 5_000 });
  database.exec(`
    CREATE TRIGGER full BEFORE UPDATE ON records
    WHEN NEW.key LIKE 'video-jobs:%' AND NEW.value LIKE '%"taskId"%'
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  return () => {
    database.exec('DROP TRIGGER full');
    database.close();
  };
}

describe('money', () => {
  it.skipIf(hasSplitRoles)(
    'a paid video whose task could not be written for a while is delivered, and no other is paid meanwhile',
    async () => {
      const member = await stage.person('member');
      printedBefore = stage.bot.output().length;
      const mend = refuseTasks();
      const first = await member.invoke(general, ['video', 'text'], options);
      await expect.poll(printed, { timeout: patienceMs }).toContain("trying again until it's down");
      const second = await member.invoke(general, ['video', 'text'], options);
      await panelSaying(member, second, 'Waiting in line');
      await stage.push(5 * 60_000);
      expect(stage.service.tasks).toHaveLength(1);
      mend();
      await doneOf(member, first);
      await doneOf(member, second);
      expect(stage.service.tasks).toHaveLength(2);
      expect(stage.videosIn(general)).toHaveLength(2);
      expect(printed()).toContain('written after all');
    },
  );

  it('a bill in milliseconds counts for what was reserved', async () => {
    const moderator = await stage.person('moderator');
    printedBefore = stage.bot.output().length;
    stage.service.video.billNext(2_000);
    await doneOf(moderator, await moderator.invoke(general, ['video', 'text'], options));
    await expect.poll(printed, { timeout: patienceMs }).toContain('billed more than was reserved');
    await doneOf(moderator, await moderator.invoke(general, ['video', 'text'], options));
  });

  it('each creation whose answer is lost counts, and none is made beyond the limit', async () => {
    const other = await stage.person('newcomer');
    printedBefore = stage.bot.output().length;
    stage.service.faults.arm({ ...creation, times: 0, effect: { kind: 'drop', when: 'before' } });
    const calls = () => printed().match(/video task not created/g)?.length ?? 0;
    const invoked = await other.invoke(general, ['video', 'text'], options);
    const toldToDecide = async () => await messageSaying(other, 'choose to retry');
    await toldToDecide();
    const asked = await panelSaying(other, invoked, 'Retry anyway · 2 s');
    other.messages.clear();
    await other.click(asked, `video:resubmit:${invoked.id}`);
    await toldToDecide();
    expect(calls()).toBe(2);
    const again = await panelSaying(other, invoked, 'Retry anyway · 2 s');
    await other.click(again, `video:resubmit:${invoked.id}`);
    await messageSaying(other, 'you have 1 of 5 s left today');
    await other.click(again, `video:give-up:${invoked.id}`);
    await messageSaying(other, '4 s stay counted');
    stage.service.faults.clear();
    const next = await other.invoke(general, ['video', 'text'], options);
    await panelSaying(other, next, 'you have 1 of 5 s left');
    expect(calls()).toBe(2);
  });
});
