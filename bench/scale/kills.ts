import { setTimeout as sleep } from 'node:timers/promises';
import { shardOf } from '../../src/operations/shards.ts';
import { startBot } from '../../test/support/bot-process.ts';
import compilePrograms from '../../test/support/compile-programs.ts';
import { runSql } from '../../test/support/postgres.ts';
import { drawnFrom } from '../../test/support/spend-by-rules.ts';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { channelsOf, type Fleet, openFleet, type Place, serverOn, shardCount } from './fleet.ts';
import { Orders } from './orders.ts';
import { judge } from './verdict.ts';

endWithParent();
const [folder = '', wanted = '20', from = '0', seed = '1', servers = '5000'] = process.argv.slice(2);
/** What's left of a part's eight minutes is for the start and for videos that are still being made. */
const killForMs = 300_000;
const settleMs = 120_000;
const answerWithinMs = 120_000;
const orderEveryMs = 700;
const ruleS = 45;
const draw = drawnFrom(Number(seed) * 10_000 + Number(from));

/** Calls that run in a server of each shard, as far as the store knows. */
async function noteCalls(storeUrl: string, name: string) {
  const calls = Array.from({ length: shardCount }, (_, shard) => ({
    ...serverOn([shard]),
    id: `${name}-${shard}`,
  }));
  for (const { id, guildId, textChannelId, voiceChannelId } of calls) {
    const call = { guildId, textChannelId, voiceChannelId, reference: 'ABCD', locale: 'en', at: 1 };
    const text = JSON.stringify({ value: call, guild: guildId });
    await runSql(
      storeUrl,
      `INSERT INTO records (key, value, stamp, guild, open)
        VALUES ('conversation-running:${id}', '${text}', 1, '${guildId}', false)`,
    );
  }
  return calls;
}

class Kills {
  readonly deadS: number[] = [];
  readonly othersS: number[] = [];
  lies = 0;
  done = 0;
  gateways = 0;
  readonly #fleet: Fleet;
  readonly #orders: Orders;
  readonly #down = new Set<Place>();
  readonly #returns: Promise<void>[] = [];

  constructor(fleet: Fleet, orders: Orders) {
    this.#fleet = fleet;
    this.#orders = orders;
  }

  /** Workers may be gone together; of gateway processes one at a time, because Discord lets one log in every five seconds. */
  async killUntil(count: number, until: number): Promise<void> {
    while (this.done < count && performance.now() < until) {
      await sleep(300 + draw(2_500));
      const up = this.#fleet.places.filter((place) => !this.#down.has(place));
      const isGatewayDown = up.filter(({ kind }) => kind === 'gateway').length < 3;
      const victims = up.filter(({ kind }) => kind === 'worker' || (kind === 'gateway' && !isGatewayDown));
      const victim = victims[draw(victims.length)];
      if (!victim) continue;
      this.#down.add(victim);
      this.done += 1;
      this.#returns.push(victim.kind === 'gateway' ? this.#killGateway(victim) : this.#killWorker(victim));
    }
    await Promise.all(this.#returns);
  }

  async #killWorker(place: Place): Promise<void> {
    await place.bot.kill();
    place.bot = await startBot(place.env);
    this.#down.delete(place);
  }

  async #killGateway(place: Place): Promise<void> {
    this.gateways += 1;
    const storeUrl = this.#fleet.database?.server.url ?? '';
    const calls = await noteCalls(storeUrl, `call-${this.done}`);
    const told = () => calls.map(({ textChannelId }) => this.#toldIn(textChannelId));
    const before = told();
    await place.bot.kill();
    const theirs = channelsOf(100, place.shards);
    const elsewhere = channelsOf(100).filter((channelId) => !theirs.includes(channelId));
    const answered = async (channels: readonly string[]) =>
      (await this.#orders.untilAnswered(channels[draw(channels.length)] ?? '', answerWithinMs)) / 1_000;
    const restarted = startBot(place.env).then((bot) => {
      place.bot = bot;
    });
    const [dead, others] = await Promise.all([answered(theirs), answered(elsewhere), restarted]);
    this.deadS.push(dead);
    this.othersS.push(others);
    await sleep(2_000);
    const after = told();
    this.lies += calls.filter(({ guildId }, index) => {
      const isTheirs = place.shards.includes(shardOf(guildId, shardCount));
      return (after[index] ?? 0) - (before[index] ?? 0) !== (isTheirs ? 1 : 0);
    }).length;
    await runSql(storeUrl, "DELETE FROM records WHERE key LIKE 'conversation-running:%'");
    this.#down.delete(place);
  }

  #toldIn(channelId: string): number {
    return this.#fleet.discord.state
      .messages(channelId)
      .filter((message) => JSON.stringify(message).includes('restarted')).length;
  }
}

async function round(): Promise<Sample> {
  await compilePrograms();
  await using fleet = await openFleet({
    ...{ folder, gateways: 3, workers: 2, rest: true },
    ...{ servers: Number(servers), store: 'postgres' },
    pace: { pendingMs: 500, runningMs: 2_000 },
  });
  const orders = new Orders(fleet);
  const kills = new Kills(fleet, orders);
  const enough = new AbortController();
  const load = orders.keepPlacing(orderEveryMs, channelsOf(200), enough.signal);
  await kills.killUntil(Number(wanted), performance.now() + killForMs);
  enough.abort();
  await load;
  const verdict = await judge(fleet, orders, settleMs);
  const { deadS, othersS, done, gateways, lies } = kills;
  return {
    kills: done,
    gatewayKills: gateways,
    next: Number(from) + done,
    ...verdict,
    lies,
    ...(gateways > 0
      ? {
          deadP50S: percentile(deadS, 50),
          deadMaxS: Math.max(...deadS),
          deadTooLate: deadS.filter((s) => s > ruleS).length,
          othersP50S: percentile(othersS, 50),
          othersMaxS: Math.max(...othersS),
        }
      : {}),
  };
}

reportSample(await round());
