import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { keepers } from './keepers.ts';

const members = 100_000;
const atOnce = 50;
const windowMs = 2_000;
const decisions = 2_000;

endWithParent();
const [name = '', folder = ''] = process.argv.slice(2);
const open = keepers[name];
if (!open) throw new Error(`nothing keeps what was spent under the name ${name}`);
const keeper = await open(folder);
await keeper.fill(members);

let pairs = 0;
const startedAt = performance.now();
while (performance.now() - startedAt < windowMs) {
  await Promise.all(
    Array.from({ length: atOnce }, async (_, at) => {
      const id = `pair-${pairs + at}`;
      await keeper.reserve(id, (pairs + at) * 7);
      await keeper.settle(id, (pairs + at) * 7);
    }),
  );
  pairs += atOnce;
}
const pairsPerSecond = (pairs / (performance.now() - startedAt)) * 1_000;

async function timesOf(work: (index: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < decisions; index += 1) {
    const from = performance.now();
    await work(index);
    times.push(performance.now() - from);
  }
  return times;
}

const gate = await timesOf((index) => keeper.reserve(`gate-${index}`, index * 13));
const left = await timesOf((index) => keeper.left(index * 13));
const letThrough = await keeper.letThrough(100, 300);
await keeper.close();
reportSample({
  pairsPerSecond,
  gateP50Ms: percentile(gate, 50),
  gateP99Ms: percentile(gate, 99),
  leftP99Ms: percentile(left, 99),
  letThrough,
});
