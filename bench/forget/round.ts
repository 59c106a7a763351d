import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { systemClock } from '../../src/operations/clock.ts';
import { Erasure, erasureSchema } from '../../src/privacy/erasure.ts';
import { nobodys } from '../../src/storage/record-index.ts';
import { openStore } from '../../src/storage/store.ts';
import { jobIndex, videoJobSchema } from '../../src/video/job.ts';
import { LoopWatch } from '../support/event-loop.ts';
import { idAt } from '../support/jobs.ts';
import { endWithParent, reportSample, sampleFrom } from '../support/round.ts';

const people = 100;
const chunkBytes = 64 * 1024 * 1024;

endWithParent();
const [how = '', folder = ''] = process.argv.slice(2);
await sampleFrom({ script: 'bench/start/fill.ts', args: [folder, String(people)] }, 900_000);
const log = pino({ level: 'silent' });
const store = openStore({ dataDir: folder, log });
const userId = idAt(1_000_057);
const watch = new LoopWatch();
const turns = watchTurns();
await new Promise((resolve) => setTimeout(resolve, 100));
watch.reset();
turns.reset();
const startedAt = performance.now();
const deleted = how === 'ours' ? await byIndex() : await byLooking();
const forgetMs = performance.now() - startedAt;
await new Promise((resolve) => setTimeout(resolve, 50));
const { loopMaxMs = 0 } = watch.read();
const turnCpuMs = turns.end();
const left = readdirSync(folder).filter((name) => has(join(folder, name), userId)).length;
await store.close();
reportSample({ forgetMs, deleted, left, loopMaxMs, turnCpuMs });

/** What this program itself did in one turn of the event loop, at most: without waiting for the disk or for other programs. */
function watchTurns() {
  let [last, most, isOver] = [threadCpuMs(), 0, false];
  const look = () => {
    const now = threadCpuMs();
    most = Math.max(most, now - last);
    last = now;
    if (!isOver) setImmediate(look);
  };
  look();
  return {
    reset: () => {
      most = 0;
    },
    end: () => {
      isOver = true;
      return most;
    },
  };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

async function byIndex(): Promise<number> {
  const erasure = new Erasure({
    store,
    erasures: store.collection('erasures', erasureSchema, nobodys),
    copiesGoneAt: () => [],
    inHand: { shorten: () => undefined },
    clock: systemClock,
    log,
    features: [],
  });
  const proof = await erasure.forget(userId, 'person', 'bench');
  return [...proof.deleted.values()].reduce((sum, each) => sum + each, 0);
}

async function byLooking(): Promise<number> {
  const jobs = store.collection('video-jobs', videoJobSchema, jobIndex);
  let found = 0;
  for await (const [id, job] of jobs.entries()) {
    if (job.requester.userId !== userId) continue;
    await jobs.delete(id);
    found += 1;
  }
  store.checkpoint();
  return found;
}

function has(path: string, text: string): boolean {
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length; at += chunkBytes)
    if (bytes.subarray(at, at + chunkBytes + text.length).includes(text)) return true;
  return false;
}
