import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { StopScene } from '../support/stop-scene.ts';

let scene: StopScene | undefined;

afterEach(async () => await scene?.close());

/** What an operator's `docker stop` may take, on a machine with other work to do. */
const limitMs = 5_000;

describe('a bot that is told to stop', { timeout: 150_000 }, () => {
  it('in rooms and with five creations held by a slow service is gone within 5 s, and finds them again', async () => {
    scene = await StopScene.open(2);
    const { stage } = scene;
    await scene.enterRooms();
    await scene.holdCreations(5, 'after');
    const { tookMs, code } = await scene.stopBot();
    expect(code, stage.bot.output()).toBe(0);
    expect(tookMs).toBeLessThan(limitMs);
    stage.service.faults.clear();
    await stage.startBot();
    const { general } = stage.discord.channels;
    await expect.poll(() => stage.videosIn(general).length, { timeout: 60_000 }).toBe(5);
    expect(stage.service.tasks).toHaveLength(5);
  });

  it('answers those who still wait for a slow service, and ends in order', async () => {
    scene = await StopScene.open(0);
    const { stage, owner } = scene;
    const hold = stage.service.faults.arm({
      ...{ path: '/**', method: 'POST', times: 0 },
      effect: { kind: 'hold', when: 'before' },
    });
    const asked = await owner.invoke(stage.discord.channels.general, ['knowledge', 'ask'], {
      question: 'When?',
    });
    await hold.reached;
    const answered = owner.answerTo(asked, (message) => JSON.stringify(message).includes('restarting'));
    const { tookMs, code } = await scene.stopBot();
    expect(code, stage.bot.output()).toBe(0);
    expect(tookMs).toBeLessThan(limitMs);
    await answered;
  });

  it('again ends at once', async () => {
    scene = await StopScene.open(0);
    await scene.holdCreations(1, 'before');
    const { bot } = scene.stage;
    const stopping = scene.stopBot();
    // What comes within 300 ms is the same press; so it's told until it's gone.
    await eventually(() => {
      if (bot.isRunning) process.kill(bot.pid, 'SIGTERM');
      return !bot.isRunning;
    }, 'the end');
    expect((await stopping).code).toBe(130);
  });
});
