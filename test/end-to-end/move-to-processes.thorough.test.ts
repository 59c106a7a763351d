import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { programEnvironment } from '../../sandbox/test/support/program-environment.ts';
import { startBot } from '../support/bot-process.ts';
import { emptyPostgres, spentIn } from '../support/postgres.ts';
import { startRoles } from '../support/split-bot.ts';
import { Stage } from '../support/stage.ts';
import { greyFilm, patienceMs, plenty, textOf, unlimited } from '../support/video-scene.ts';

const program = fileURLToPath(new URL('../../move-store.ts', import.meta.url));
const videos = 4;

/** As docs/operations.md says, with the bot stopped. */
async function moveStore(dataDir: string, url: string, ...direction: readonly string[]): Promise<string> {
  const env = { ...programEnvironment(), NODE_NO_WARNINGS: '1', DATA_DIR: dataDir, STORE_URL: url };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...direction], { env });
  return stdout + stderr;
}

it('a running bot with videos in flight is moved from its file to PostgreSQL and to three processes, and back: each is delivered and paid once', async () => {
  const url = await emptyPostgres();
  let start = startBot;
  const stage = await Stage.open({
    start: async (env, clock) => await start(env, clock),
    service: {
      pace: { pendingMs: 1_000, runningMs: 4_000 },
      renderer: greyFilm,
      limits: { ...plenty, concurrentTasks: 2 },
    },
    env: { ...unlimited, VIDEO_CREATES_PER_SECOND: '50', VIDEO_TASKS_AT_ONCE: '2' },
  });
  try {
    const { general } = stage.discord.channels;
    const member = await stage.person();
    const order = async (from: number) => {
      for (let at = from; at < from + videos; at += 1) {
        const asked = { prompt: `kite ${at}`, resolution: '720P', duration: 2, seed: at };
        await member.invoke(general, ['video', 'text'], asked);
      }
      // One is being made, others wait in line.
      await expect.poll(() => stage.service.tasks.length, { timeout: patienceMs }).toBeGreaterThan(from);
    };
    const delivered = async (count: number) =>
      await expect.poll(() => stage.videosIn(general).length, { timeout: patienceMs }).toBe(count);

    await order(0);
    expect(await stage.bot.stop(), stage.bot.output()).toBe(0);
    expect(stage.videosIn(general).length).toBeLessThan(videos);
    expect(await moveStore(stage.dataDir, url)).toContain('each row compared');
    start = async (env, clock) => await startRoles({ ...env, STORE_URL: url }, clock);
    await stage.startBot();
    await delivered(videos);

    await order(videos);
    expect(await stage.bot.stop(), stage.bot.output()).toBe(0);
    expect(await spentIn(url)).toBe(2 * 2 * videos);
    await moveStore(stage.dataDir, url, 'to-file');
    start = startBot;
    await stage.startBot();
    await delivered(2 * videos);
    expect(stage.service.tasks).toHaveLength(2 * videos);
    expect(new Set(stage.videosIn(general).map((message) => /kite \d/.exec(textOf(message))?.[0])).size).toBe(
      2 * videos,
    );
  } finally {
    await stage.close();
  }
});
