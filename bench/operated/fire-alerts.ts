import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { joinVoice } from '../../sandbox/test/support/voice-person.ts';
import { ConverseScene } from '../../test/support/converse-scene.ts';
import { SpeakScene } from '../../test/support/speak-scene.ts';
import { unlimited } from '../../test/support/video-scene.ts';
import { WatchingPrometheus } from './watching-prometheus.ts';

/**
 * `node bench/operated/fire-alerts.ts [NAME…]`, as root: seven of the alerts by their real faults, with Prometheus reading the bot's own metrics. The
 * other seven are those of `docs/pictures/dashboard.ts`. The store's disk is 1.3 GB of memory.
 */
const [botPort, port] = [19_465, 19_091];
const disk = mkdtempSync(join(tmpdir(), 'emcee-disk-'));
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1300m', 'tmpfs', disk]);
const mebibyte = 1024 * 1024;

/** Leaves so much free. */
function fillDisk(freeBytes: number): void {
  rmSync(join(disk, 'filler'), { force: true });
  const { bavail, bsize } = statOf();
  const bytes = Math.max(0, bavail * bsize - freeBytes);
  execFileSync('fallocate', ['-l', String(bytes || 1), join(disk, 'filler')]);
  if (bytes === 0) truncateSync(join(disk, 'filler'), 0);
}

function statOf(): { readonly bavail: number; readonly bsize: number } {
  const [bavail = 0, bsize = 0] = execFileSync('stat', ['-f', '-c', '%a %S', disk], { encoding: 'utf8' })
    .trim()
    .split(' ')
    .map(Number);
  return { bavail, bsize };
}

// The machine was off for three days.
const backUps = join(disk, 'backups');
mkdirSync(backUps);
const madeAt = new Date(Date.now() - 3 * 86_400_000).toISOString().replace(/[-:]|\.\d+/g, '');
writeFileSync(join(backUps, `emcee-${madeAt}.backup`), '');

const prometheus = await WatchingPrometheus.start(botPort, port);
const scene = await SpeakScene.open({
  env: {
    ...unlimited,
    DATA_DIR: disk,
    HEALTH_LISTEN: `127.0.0.1:${botPort}`,
    BACKUP_EVERY_HOURS: '24',
    // What the account has; the usual are 10.
    INTERPRETER_CONNECTS_PER_MINUTE: '2',
  },
});
const { stage, member, channelId, listener } = scene;
const wanted = process.argv.slice(2);
const fires = async (name: string, trouble: () => unknown) => {
  if (wanted.length === 0 || wanted.includes(name)) await prometheus.untilFiring(name, trouble);
};
const ask = async () => {
  await member
    .invoke(channelId, ['knowledge', 'ask'], { question: 'When does the boat leave?' })
    .catch(() => undefined);
};
try {
  await sleep(3_000);
  await fires('EmceeBackUpOld', () => undefined);
  process.stdout.write(`the others: ${(await prometheus.firing()).join(', ')}\n`);

  fillDisk(900 * 1_000_000);
  await fires('EmceeDiskLow', () => undefined);
  fillDisk(50 * mebibyte);
  await fires('EmceeStoreFailing', () => undefined);
  fillDisk(1_200 * mebibyte);

  const owner = await stage.person('owner');
  const body = { Code: 'Index.Invalid', Message: 'no', RequestId: 'r', Success: false };
  const broken = stage.service.faults.arm({
    ...{ path: '/**', times: 0 },
    effect: { kind: 'answer', when: 'before', status: 400, body },
  });
  await fires('EmceeCommandsFailing', async () => {
    await owner.invoke(channelId, ['knowledge', 'ask'], { question: 'When does the boat leave?' });
    await sleep(1_500);
  });
  broken.release();

  const slow = stage.service.faults.arm({ path: '/**', times: 0, effect: { kind: 'delay', ms: 12_000 } });
  await fires('EmceeServiceSlow', ask);
  slow.release();

  const call = await ConverseScene.begin(scene, member);
  await call.agree();
  stage.discord.voice.faults.impair({ loss: 0.4, seed: 7 });
  await fires(
    'EmceePacketsLost',
    async () => await call.say('The boat leaves an hour after high water.', 'Ann'),
  );
  stage.discord.voice.faults.impair({});
  await member.invoke(channelId, ['converse', 'stop']);
  await sleep(2_000);

  await member.invoke(channelId, ['interpret', 'start'], { languages: 'en, de, zh' });
  const panel = await member.untilMessage((message) =>
    JSON.stringify(message.components).includes('interpret:join'),
  );
  for (const [name, speaks] of [
    ['member', 'en'],
    ['owner', 'de'],
    ['newcomer', 'zh'],
  ] as const) {
    const person = name === 'member' ? member : await stage.person(name);
    if (name !== 'member') {
      await joinVoice(stage.discord, person, stage.discord.channels.voice);
    }
    const chosen = await person.invoke(channelId, ['interpret', 'me'], { speaks });
    await person.answerTo(chosen);
    const pressed = await person.click(panel, 'Join');
    await person.answerTo(pressed);
  }
  await fires('EmceeConnectsUsedUp', async () => {
    const samples = await stage.service.realtime.voice('The boat leaves at noon.', 'Ann', 48_000, 'en');
    await listener.speakPcm(samples, 48_000);
  });
} finally {
  await prometheus.close();
  await scene.close().catch((error: unknown) => process.stdout.write(`${String(error).slice(0, 2_000)}\n`));
  execFileSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
}
process.exit();
