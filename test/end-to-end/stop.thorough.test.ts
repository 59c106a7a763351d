import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { hasSplitRoles } from '../support/split-bot.ts';
import { StopScene } from '../support/stop-scene.ts';

let scene: StopScene | undefined;

afterEach(async () => await scene?.close());

/** The bot's own timer of 4.2 s decides: what hasn't closed by then is named, and the exit code is 1. `bench/stop` has the time. */
async function endsInOrder(stopped: StopScene): Promise<void> {
  const { bot } = stopped.stage;
  const { code } = await stopped.stopBot();
  const lines = linesOf(bot.output());
  expect(lines.filter(({ msg }) => msg === "didn't close in time" || msg === 'failed to close')).toEqual([]);
  expect(lines.at(-1)).toMatchObject({ msg: 'closed', clean: true });
  expect(code, bot.output()).toBe(0);
}

const linesOf = (output: string): readonly { msg?: string; clean?: boolean }[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

describe('a bot that is told to stop', () => {
  it('in rooms and with five creations held by a slow service closes every part in its time, and finds them again', async () => {
    scene = await StopScene.open(2);
    const { stage } = scene;
    await scene.enterRooms();
    await scene.holdCreations(5, 'after');
    await endsInOrder(scene);
    stage.service.faults.clear();
    await stage.startBot();
    const { general } = stage.discord.channels;
    await expect.poll(() => stage.videosIn(general).length).toBe(5);
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
    await endsInOrder(scene);
    await answered;
  });

  // A signal goes to one process, and another one has the creation.
  it.skipIf(hasSplitRoles)('again ends at once', async () => {
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
