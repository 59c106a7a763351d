import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { tinyVideo } from '../../sandbox/test/support/tiny-video.ts';
import { Stage } from '../../test/support/stage.ts';
import { endWithParent, reportSample } from '../support/round.ts';

const videos = 40;
const atOnce = 5;
const filmBytes = 6_000_000;
const patienceMs = 120_000;
const restMs = 15_000;
const clockTicksPerSecond = 100;

/** A video with so much of a box behind it that everybody skips. */
function film(): Buffer {
  const free = Buffer.alloc(filmBytes);
  free.writeUInt32BE(filmBytes, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([tinyVideo(), free]);
}

async function mebibytes(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}

async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / clockTicksPerSecond;
}

endWithParent();
const [, , botEnv = '{}'] = process.argv;
const whole = film();
const stage = await Stage.open({
  service: { renderer: async () => whole },
  env: {
    ...z.record(z.string(), z.string()).parse(JSON.parse(botEnv)),
    VIDEO_SECONDS_PER_PERSON_PER_DAY: '0',
    VIDEO_SECONDS_PER_GUILD_PER_DAY: '0',
    VIDEO_SECONDS_PER_BOT_PER_DAY: '0',
  },
});
const { pid } = stage.bot;
const member = await stage.person();
const startMiB = await mebibytes(pid, 'VmRSS');
const { general } = stage.discord.channels;
for (let made = 0; made < videos; made += atOnce) {
  for (let index = 0; index < atOnce; index += 1)
    await member.invoke(general, ['video', 'text'], { prompt: `a kite ${made + index}`, duration: 2 });
  const until = performance.now() + patienceMs;
  while (stage.videosIn(general).length < made + atOnce) {
    if (performance.now() > until) throw new Error(`only ${stage.videosIn(general).length} videos came`);
    await sleep(100);
  }
}
const cpu = await cpuSeconds(pid);
const peakMiB = await mebibytes(pid, 'VmHWM');
await sleep(restMs);
const restMiB = await mebibytes(pid, 'VmRSS');
await stage.close();
reportSample({ startMiB, peakMiB, restMiB, cpuSeconds: cpu });
