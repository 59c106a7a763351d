import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { endWithParent, reportSample } from '../support/round.ts';
import { percentile } from '../support/statistics.ts';
import { keepers } from './keepers.ts';

const members = 100_000;
const atOnce = 50;
const windowMs = 2_000;
const decisions = 2_000;
/** What one decision writes, at most. */
const flushed = Buffer.alloc(40 * 1024);

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

/** After each decision the same disk, in the same moment, is asked for nothing but a flush. */
const plain = join(folder, 'plain');
const file = openSync(plain, 'w');
const flush: number[] = [];
const gateCpuMs: number[] = [];
const gate: number[] = [];
for (let index = 0; index < decisions; index += 1) {
  const cpu = process.threadCpuUsage();
  const from = performance.now();
  await keeper.reserve(`gate-${index}`, index * 13);
  const decided = performance.now();
  const { user, system } = process.threadCpuUsage(cpu);
  gate.push(decided - from);
  gateCpuMs.push((user + system) / 1_000);
  writeSync(file, flushed, 0, flushed.length, 0);
  fdatasyncSync(file);
  flush.push(performance.now() - decided);
}
closeSync(file);
rmSync(plain);
const left = await timesOf((index) => keeper.left(index * 13));
const letThrough = await keeper.letThrough(100, 300);
await keeper.close();
reportSample({
  pairsPerSecond,
  gateP50Ms: percentile(gate, 50),
  gateP99Ms: percentile(gate, 99),
  gateCpuP99Ms: percentile(gateCpuMs, 99),
  flushP50Ms: percentile(flush, 50),
  flushP99Ms: percentile(flush, 99),
  leftP99Ms: percentile(left, 99),
  letThrough,
});
