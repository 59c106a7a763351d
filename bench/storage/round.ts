import { deliveredJobAt } from '../support/jobs.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { keepers } from './keepers.ts';

const kept = 10_000;
const atOnce = 50;
const windowMs = 1_000;

/** Writes batches of `size` jobs for a while. @returns jobs a second */
async function writesPerSecond(write: (index: number) => Promise<unknown>, size: number): Promise<number> {
  const startedAt = performance.now();
  let written = 0;
  let tookMs = 0;
  while (tookMs < windowMs) {
    await Promise.all(Array.from({ length: size }, (_, offset) => write((written + offset) % kept)));
    written += size;
    tookMs = performance.now() - startedAt;
  }
  return (written / tookMs) * 1_000;
}

endWithParent();
const [name = '', folder = ''] = process.argv.slice(2);
const open = keepers[name];
if (!open) throw new Error(`nothing keeps jobs under the name ${name}`);

const filled = await open(folder);
await filled.fill(Array.from({ length: kept }, (_, index) => deliveredJobAt(index)));
await filled.close();

const readingSince = performance.now();
const keeper = await open(folder);
const found = await keeper.readAll();
const readAllMs = performance.now() - readingSince;
if (found !== kept) throw new Error(`${found} of ${kept} jobs were read`);

const write = (index: number) => keeper.write(deliveredJobAt(index));
const oneByOnePerSecond = await writesPerSecond(write, 1);
const togetherPerSecond = await writesPerSecond(write, atOnce);
await keeper.close();
reportSample({ oneByOnePerSecond, togetherPerSecond, readAllMs });
