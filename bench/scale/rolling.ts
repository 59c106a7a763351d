import { setTimeout as sleep } from 'node:timers/promises';
import { startBot } from '../../test/support/bot-process.ts';
import compilePrograms from '../../test/support/compile-programs.ts';
import type { Sample } from '../support/measurement.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { channelsOf, openFleet, type Place } from './fleet.ts';
import { Orders } from './orders.ts';
import { type Going, openCall, openReading } from './rooms.ts';
import { judge } from './verdict.ts';

endWithParent();
const [folder = '', servers = '5000'] = process.argv.slice(2);
const orderEveryMs = 700;
const answerWithinMs = 120_000;
const settleMs = 120_000;
/** Told ones are told by then. */
const tellMs = 3_000;

/** One process after the other is stopped as an operator does it, and started again. */
class Rolling {
  readonly goings: readonly Going[];
  readonly orders: Orders;
  readonly awayS: number[] = [];
  replaced = 0;
  unclean = 0;
  /** Texts and calls of other processes that were torn, ended, or told of a restart. */
  harmed = 0;
  /** Those of the process itself: told exactly what happened, or not. */
  told = 0;
  untold = 0;

  constructor(goings: readonly Going[], orders: Orders) {
    this.goings = goings;
    this.orders = orders;
  }

  async replace(place: Place): Promise<void> {
    for (const going of this.goings) await going.begin();
    const before = this.goings.map((going) => going.told());
    const since = performance.now();
    if ((await place.bot.stop()) !== 0) this.unclean += 1;
    const started = startBot(place.env);
    if (place.kind === 'gateway') {
      const [channelId = ''] = channelsOf(100, place.shards);
      this.awayS.push((await this.orders.untilAnswered(channelId, answerWithinMs)) / 1_000);
    }
    place.bot = await started;
    this.replaced += 1;
    await sleep(tellMs);
    for (const [index, going] of this.goings.entries()) {
      const more = going.told() - (before[index] ?? 0);
      if (going.place !== place) {
        const isWell = more === 0 && (await going.isUnharmed());
        if (!isWell) console.error(`harmed by a ${place.kind} ${place.shards}: ${index}, told ${more}`);
        this.harmed += isWell ? 0 : 1;
      } else if (more > 0) this.told += 1;
      else {
        this.untold += 1;
        console.error(`not told: ${index === 0 ? 'the text' : 'the call'}`);
      }
    }
    const tookS = ((performance.now() - since) / 1_000).toFixed(1);
    console.error(`replaced: ${place.kind} ${place.shards} in ${tookS} s`);
  }
}

async function round(): Promise<Sample> {
  await compilePrograms();
  await using fleet = await openFleet({
    ...{ folder, gateways: 3, workers: 2, rest: true },
    ...{ servers: Number(servers), store: 'postgres' },
    pace: { pendingMs: 3_000, runningMs: 9_000 },
    env: {
      SPEECH_CHARACTERS_PER_PERSON_PER_DAY: '0',
      SPEECH_CHARACTERS_PER_GUILD_PER_DAY: '0',
      SPEECH_CHARACTERS_PER_BOT_PER_DAY: '0',
    },
  });
  await using reading = await openReading(fleet);
  await using call = await openCall(fleet, reading.place);
  const orders = new Orders(fleet);
  const rolling = new Rolling([reading, call], orders);
  const enough = new AbortController();
  const load = orders.keepPlacing(orderEveryMs, channelsOf(200), enough.signal);
  const inOrder = (['worker', 'gateway', 'rest'] as const).flatMap((wanted) =>
    fleet.places.filter(({ kind }) => kind === wanted),
  );
  for (const place of inOrder) await rolling.replace(place);
  enough.abort();
  await load;
  const verdict = await judge(fleet, orders, settleMs);
  const { replaced, unclean, harmed, told, untold, awayS } = rolling;
  return { replaced, unclean, ...verdict, harmed, told, untold, awayMaxS: Math.max(...awayS) };
}

reportSample(await round());
