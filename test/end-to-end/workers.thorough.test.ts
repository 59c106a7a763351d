import { expect, it, onTestFailed } from 'vitest';
import type { Invoked, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import type { BotProcess } from '../support/bot-process.ts';
import { emptyPostgres, spentIn } from '../support/postgres.ts';
import { doneOf, make, openQuickStage, patienceMs, textOf } from '../support/video-scene.ts';

const seed = Number(process.env.WORKERS_SEED ?? process.env.FUZZ_SEED);
const kills = 3;
const videos = 4;

/** Numbers from 0 up to, but not including, 1, the same for the same seed. */
function drawn(from: number): () => number {
  let state = from;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

/**
 * A worker that's killed right before its creation call made nothing: then the bot asks, and the person says yes. Resolves to how many
 * calls count: one that nobody knows the outcome of may have been billed.
 */
async function madeAnyway(person: SandboxPerson, invoked: Invoked): Promise<number> {
  const again = `video:resubmit:${invoked.id}`;
  const shown = await person.untilMessage((message) => {
    const text = textOf(message);
    return text.includes(again) || text.includes(`video:delete:${invoked.id}`);
  }, patienceMs);
  const isAsked = textOf(shown).includes(again);
  if (isAsked) await person.click(shown, again);
  await doneOf(person, invoked);
  return isAsked ? 2 : 1;
}

it(`workers make what a gateway process takes in, also when they are killed at any moment (seed ${seed})`, async () => {
  const url = await emptyPostgres();
  const draw = drawn(seed);
  const stage = await openQuickStage({
    service: {
      pace: { pendingMs: 5_000, runningMs: 20_000 },
      limits: { createsPerSecond: 5, concurrentTasks: 2 },
    },
    env: { STORE_URL: url, ROLE: 'gateway', VIDEO_CREATES_PER_SECOND: '5', VIDEO_TASKS_AT_ONCE: '2' },
  });
  try {
    const started: BotProcess[] = [stage.bot];
    onTestFailed(() => {
      for (const bot of new Set([...started, stage.bot])) console.error(bot.output());
    });
    const startWorker = async () => {
      const worker = await stage.startBeside({ ROLE: 'worker' });
      started.push(worker);
      return worker;
    };
    const workers = [await startWorker(), await startWorker()];
    const owner = await stage.person('owner');
    const { general } = stage.discord.channels;
    await make(owner, general, { prompt: 'a kite', seed: 1 });
    expect(stage.bot.output()).not.toContain('video task created');

    const asked = await Promise.all(
      Array.from({ length: videos }, async (_, at) =>
        owner.invoke(general, ['video', 'text'], {
          prompt: `kite ${at}`,
          resolution: '720P',
          duration: 2,
          seed: at,
        }),
      ),
    );
    const done = asked.map(async (invoked) => await madeAnyway(owner, invoked));
    for (let killed = 0; killed < kills; killed += 1) {
      const tasks = stage.service.tasks.length;
      const wanted = Math.min(tasks + Math.floor(draw() * 2), videos + 1);
      await expect.poll(() => stage.service.tasks.length).toBeGreaterThanOrEqual(wanted);
      const [victim] = workers.splice(Math.floor(draw() * workers.length), 1);
      await victim?.kill();
      workers.push(await startWorker());
    }
    // A gateway process that is restarted while videos are made.
    await stage.crash();
    const calls = (await Promise.all(done)).reduce((all, each) => all + each, 1);
    expect(stage.videosIn(general)).toHaveLength(videos + 1);
    expect(stage.service.tasks).toHaveLength(videos + 1);
    expect(await spentIn(url)).toBe(2 * calls);
    for (const bot of [...workers, stage.bot]) expect(await bot.stop(), bot.output()).toBe(0);
    const refused =
      workers
        .map((bot) => bot.output())
        .join('')
        .match(/"code":"Throttling/g) ?? [];
    expect(refused).toHaveLength(0);
  } finally {
    await stage.close();
  }
});
