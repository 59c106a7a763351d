import { expect, it } from 'vitest';
import { anotherServer, places } from '../../sandbox/discord/world/places.ts';
import { shardOf } from '../../src/operations/shards.ts';
import { wordsFor } from '../../src/words/index.ts';
import { emptyPostgres, runSql, spentIn } from '../support/postgres.ts';
import type { Stage } from '../support/stage.ts';
import { forgetMe, make, openQuickStage, patienceMs, textOf } from '../support/video-scene.ts';

const { proof } = wordsFor('en-US').privacy;
const shards = 2;
const options = { prompt: 'a kite', seed: 1 } as const;
const homeShard = shardOf(places.guildId, shards);
const elsewhere = Array.from({ length: 4 }, (_, index) => anotherServer(index)).find(
  ({ guildId }) => shardOf(guildId, shards) !== homeShard,
);

/** A call as a killed process leaves it behind. */
function leftCall(id: string, guildId: string, textChannelId: string): string {
  const call = {
    guildId,
    textChannelId,
    voiceChannelId: textChannelId,
    reference: 'ABCD',
    locale: 'en',
    at: 1,
  };
  const text = JSON.stringify({ value: call, guild: guildId });
  return `INSERT INTO records (key, value, stamp, guild, open) VALUES ('conversation-running:${id}', '${text}', 1, '${guildId}', false)`;
}

/** Someone whose video is being made by one process is forgotten by the other one: it goes nowhere, and nothing names them. */
async function forgottenFrom(
  stage: Stage,
  { url, here, there }: { readonly url: string; readonly here: string; readonly there: string },
): Promise<void> {
  const person = await stage.person('owner');
  const { id } = stage.discord.people.owner;
  const [before, shown] = [stage.service.tasks.length, stage.videosIn(there).length];
  await person.invoke(there, ['video', 'text'], { ...options, prompt: 'an umbrella' });
  await expect.poll(() => stage.service.tasks.length, { timeout: patienceMs }).toBe(before + 1);
  const told = await forgetMe(person, here, proof.noCopies);
  for (const doubt of [proof.partly, proof.notEverywhere]) expect(textOf(told)).not.toContain(doubt);
  expect(await runSql(url, `SELECT key FROM records WHERE value LIKE '%${id}%'`)).toEqual([]);
  // The next one waits for its place, so the dropped one is over by then.
  await make(person, there, options);
  expect(stage.videosIn(there)).toHaveLength(shown + 1);
}

it('two processes serve their own servers on one PostgreSQL, and neither notices when the other is killed', async () => {
  if (!elsewhere) throw new Error('all servers are on one shard');
  const url = await emptyPostgres();
  const stage = await openQuickStage({
    discord: { moreServers: 4, identifyIntervalMs: 5_000 },
    // One video at a time for the whole account, whichever process has it made.
    service: { pace: { pendingMs: 10_000, runningMs: 20_000 } },
    env: { STORE_URL: url, SHARDS: `${homeShard}/${shards}`, VIDEO_TASKS_AT_ONCE: '1' },
  });
  try {
    const theirs = { SHARDS: `${1 - homeShard}/${shards}` };
    const beside = await stage.startBeside(theirs);
    const owner = await stage.person('owner');
    const here = stage.discord.channels.general;
    const there = elsewhere.textChannelId;
    const [first, second] = homeShard === 0 ? [stage.bot, beside] : [beside, stage.bot];
    expect(first.output()).toContain('registering commands');
    expect(second.output()).not.toContain('registering commands');
    // Each of them answers, once.
    await Promise.all([here, there].map(async (channelId) => await make(owner, channelId, options)));
    expect(stage.videosIn(here)).toHaveLength(1);
    expect(stage.videosIn(there)).toHaveLength(1);
    expect(stage.service.tasks).toHaveLength(2);
    expect(await spentIn(url)).toBe(4);
    const leases = await runSql(url, "SELECT name FROM leases WHERE name LIKE 'shard%' ORDER BY name");
    expect(leases).toEqual([{ name: 'shard 0 of 2' }, { name: 'shard 1 of 2' }]);

    await beside.kill();
    await runSql(url, leftCall('here', places.guildId, here));
    await runSql(url, leftCall('there', elsewhere.guildId, there));
    const again = await stage.startBeside(theirs);
    await owner.untilMessage(
      ({ channel_id: id, components }) => id === there && JSON.stringify(components).includes('restarted'),
      patienceMs,
    );
    await Promise.all([there, here].map(async (channelId) => await make(owner, channelId, options)));
    const left = await runSql(url, "SELECT key FROM records WHERE key LIKE 'conversation-running:%'");
    expect(left).toEqual([{ key: 'conversation-running:here' }]);
    const said = JSON.stringify(stage.discord.state.messages(here));
    expect(said).not.toContain('restarted');
    await expect
      .poll(async () => await runSql(url, "SELECT job FROM line WHERE standing = 'placed'"))
      .toEqual([]);
    const tasks = stage.service.tasks.toSorted((one, other) => one.submittedAt - other.submittedAt);
    for (const [at, { endedAt = Number.POSITIVE_INFINITY }] of tasks.slice(0, -1).entries())
      expect(tasks[at + 1]?.submittedAt).toBeGreaterThanOrEqual(endedAt);
    expect(stage.bot.output()).not.toContain('connection lost');
    await forgottenFrom(stage, { url, here, there });
    for (const bot of [again, stage.bot]) expect(await bot.stop(), bot.output()).toBe(0);
  } finally {
    await stage.close();
  }
});
