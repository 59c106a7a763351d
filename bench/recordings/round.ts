import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { oggOpus } from '../../sandbox/test/support/ogg-writer.ts';
import { encodeSpeech } from '../../sandbox/test/support/opus-speech.ts';
import { endWithParent, reportSample } from '../support/round.ts';
import { listeners } from './listeners.ts';

const seconds = 600;
const encodedSeconds = 10;
const everyMs = 40;

/** Of this process and of its children that have ended, in ms; the latter in steps of 10. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (user + system) / 1_000 + (Number(fields[13]) + Number(fields[14])) * 10;
}

/** What each process has of its own, and its share of what several have. */
function megabytesOf(pid: number | string): number {
  try {
    const [, kilobytes = '0'] =
      /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_024;
  } catch {
    return 0;
  }
}

function descendantsOf(pid: number): readonly number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const children = (of: number): readonly number[] =>
    parents.filter(([, parent]) => parent === of).flatMap(([child]) => [child, ...children(child)]);
  return children(pid);
}

function parentOf(pid: string): number {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1]);
  } catch {
    return 0;
  }
}

endWithParent();
const [name = '', folder = ''] = process.argv.slice(2);
const listen = listeners[name];
if (!listen) throw new Error(`nothing listens under the name ${name}`);

const paths = { short: join(folder, 'short.ogg'), long: join(folder, 'voice-message.ogg') };
const tone = Int16Array.from({ length: encodedSeconds * 48_000 }, (_, index) => 9_000 * Math.sin(index / 17));
const packets = await encodeSpeech(tone, 48_000);
const repeated = Array.from(
  { length: (seconds * 50) | 0 },
  (_, index) => packets[index % 500] ?? packets[0] ?? tone,
);
writeFileSync(paths.short, oggOpus(packets, { preSkip: 312, packetsPerPage: 50 }));
writeFileSync(paths.long, oggOpus(repeated as Uint8Array[], { preSkip: 312, packetsPerPage: 50 }));
repeated.length = 0;
const server = createServer(({ url }, response) =>
  createReadStream(url === '/short' ? paths.short : paths.long).pipe(response),
).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

// The first recording after a start also loads what hearing takes.
await listen({ url: `${url}short`, folder, onFirst: () => undefined });
globalThis.gc?.();
await sleep(500);
const [botBefore, cpuBefore] = [megabytesOf('self'), cpuMs()];
let [most, mostOfBot, over] = [0, 0, false];
const watching = (async () => {
  while (!over) {
    const bot = megabytesOf('self');
    const others = descendantsOf(process.pid).reduce((sum, pid) => sum + megabytesOf(pid), 0);
    most = Math.max(most, bot + others);
    mostOfBot = Math.max(mostOfBot, bot);
    await sleep(everyMs);
  }
})();
const startedAt = performance.now();
let firstMs = 0;
await listen({
  url,
  folder,
  onFirst: () => {
    firstMs ||= performance.now() - startedAt;
  },
});
// Until the children are counted.
await sleep(300);
over = true;
await watching;
reportSample({
  megabytes: most - botBefore,
  botMegabytes: mostOfBot - botBefore,
  cpuMs: cpuMs() - cpuBefore,
  firstMs,
});
