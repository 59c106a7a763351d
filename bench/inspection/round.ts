import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mp4 } from '../../test/support/video-samples.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { readers } from './readers.ts';

const files = 60;

/** Of this process and of its children that have ended, in ms; the latter in steps of 10. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  const childTicks = Number(fields[13]) + Number(fields[14]);
  return (user + system) / 1_000 + childTicks * 10;
}

endWithParent();
const [name = '', folder = ''] = process.argv.slice(2);
const open = readers[name];
if (!open) throw new Error(`nothing reads files under the name ${name}`);

const path = join(folder, 'film.mp4');
writeFileSync(path, await mp4(192, 108, 2));
const reader = open();
const cpuBefore = cpuMs();
const startedAt = performance.now();
await reader.read({ kind: 'video', path });
const firstMs = performance.now() - startedAt;
for (let file = 1; file < files; file += 1) await reader.read({ kind: 'video', path });
const wallMs = performance.now() - startedAt;
reader.close();
// Until the children are counted.
await sleep(200);
reportSample({ cpuMs: (cpuMs() - cpuBefore) / files, wallMs: wallMs / files, firstMs });
