import { setTimeout as sleep } from 'node:timers/promises';
import compilePrograms from '../../test/support/compile-programs.ts';
import { runSql } from '../../test/support/postgres.ts';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { channelsOf, type Fleet, openFleet } from './fleet.ts';
import { Orders, ruleMs } from './orders.ts';
import { judge } from './verdict.ts';

endWithParent();
const [folder = '', kind = 'away', seconds = '60', servers = '5000'] = process.argv.slice(2);
const troubleMs = Number(seconds) * 1_000;
const calmMs = 10_000;
const settleMs = 150_000;
const acceptWithinMs = 120_000;
const orderEveryMs = 700;
/** Of each statement, in a database that's slow. */
const slowMs = 500;
/** Until it's noticed that the first one is gone: what watches it asks a few times before it lets the standby take over. */
const noticedMs = 15_000;

/** Resolves with what makes it, and resolves once it's over. */
async function prepareTrouble({ database }: Fleet): Promise<() => Promise<void>> {
  if (!database?.line) throw new Error('the database is reached over no line');
  const { server, line } = database;
  switch (kind) {
    case 'away':
      return async () => {
        // As if its machine lost power.
        await server.stop('immediate');
        await sleep(troubleMs);
        await server.start();
      };
    case 'slow':
      return async () => {
        line.slow(slowMs);
        await sleep(troubleMs);
        line.slow(0);
      };
    case 'restarted':
      return async () => {
        // Everyone is told to go (57P01), and the next one is there as soon as it can be.
        await server.stop('fast');
        await server.start();
      };
    case 'promoted': {
      const standby = await server.startStandby();
      return async () => {
        await server.stop('immediate');
        await sleep(noticedMs);
        await standby.promote();
      };
    }
    default:
      throw new Error(`no such trouble: ${kind}`);
  }
}

/** Resolves once a video that's asked for on that shard is written down. */
async function untilAccepted({ database }: Fleet, orders: Orders, shard: number): Promise<void> {
  const [channelId = ''] = channelsOf(100, [shard]);
  const until = performance.now() + acceptWithinMs;
  while (performance.now() < until) {
    const { id } = await orders.place(channelId);
    for (let waitedMs = 0; waitedMs < ruleMs; waitedMs += 200) {
      const key = `video-jobs:${id}`;
      const rows = await runSql(database?.server.url ?? '', `SELECT key FROM records WHERE key = '${key}'`);
      if (rows.length > 0) return;
      await sleep(200);
    }
  }
}

async function round(): Promise<Sample> {
  await compilePrograms();
  await using fleet = await openFleet({
    ...{ folder, gateways: 3, workers: 2, rest: true },
    ...{ servers: Number(servers), store: 'postgres', line: true },
    pace: { pendingMs: 2_000, runningMs: 6_000 },
  });
  const makeTrouble = await prepareTrouble(fleet);
  const orders = new Orders(fleet);
  const enough = new AbortController();
  const load = orders.keepPlacing(orderEveryMs, channelsOf(200), enough.signal);
  await sleep(calmMs);
  await makeTrouble();
  const over = performance.now();
  await Promise.all([0, 1, 2, 3].map(async (shard) => await untilAccepted(fleet, orders, shard)));
  const backS = (performance.now() - over) / 1_000;
  await sleep(calmMs);
  enough.abort();
  await load;
  const verdict = await judge(fleet, orders, settleMs);
  return {
    ...verdict,
    alive: fleet.places.filter(({ bot }) => bot.isRunning).length,
    backS,
  };
}

reportSample(await round());
