import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stage } from '../../test/support/stage.ts';
import { endWithParent, reportSample } from '../support/round.ts';

endWithParent();
const stage = await Stage.open({ env: { NODE_OPTIONS: '--max-semi-space-size=8' } });
const { pid } = stage.bot;

/** What all threads of the process have used; Linux counts it in nanoseconds. */
function cpuMs(): number {
  const folder = `/proc/${pid}/task`;
  const used = readdirSync(folder).map((thread) =>
    Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return used.reduce((sum, nanoseconds) => sum + nanoseconds, 0) / 1e6;
}

await sleep(5_000);
const before = cpuMs();
await sleep(30_000);
const used = cpuMs() - before;
const resident = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
await stage.close();
reportSample({ rssMiB: resident, cpuMs: used });
