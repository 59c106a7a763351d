import { expect, it } from 'vitest';
import { emptyPostgres, runSql } from '../support/postgres.ts';
import { make, openQuickStage } from '../support/video-scene.ts';

const options = { prompt: 'a kite', seed: 1 } as const;

it('a gateway process takes orders and workers make the videos', async () => {
  const url = await emptyPostgres();
  const stage = await openQuickStage({
    service: { pace: { pendingMs: 1_000, runningMs: 2_000 } },
    env: { STORE_URL: url, ROLE: 'gateway' },
  });
  try {
    const [one, other] = [
      await stage.startBeside({ ROLE: 'worker' }),
      await stage.startBeside({ ROLE: 'worker' }),
    ];
    const owner = await stage.person('owner');
    const here = stage.discord.channels.general;
    await make(owner, here, options);
    expect(stage.service.tasks).toHaveLength(1);
    expect(stage.bot.output()).not.toContain('video task created');
    for (const bot of [one, other, stage.bot]) expect(await bot.stop(), bot.output()).toBe(0);
    await expect.poll(async () => await runSql(url, 'SELECT holder FROM slots')).toEqual([]);
  } finally {
    await stage.close();
  }
});
