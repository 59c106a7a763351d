import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openQuickStage, textOf } from '../../test/support/video-scene.ts';
import { endWithParent, reportSample } from '../support/round.ts';

endWithParent();
const [folder = ''] = process.argv.slice(2);
const disk = join(folder, 'disk');
mkdirSync(disk);
execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', disk]);
const filler = join(disk, 'filler');
const fullMs = 20_000;
const afterMs = 60_000;
try {
  const stage = await openQuickStage({ env: { DATA_DIR: disk } });
  const member = await stage.person();
  const owner = await stage.person('owner');
  const { general } = stage.discord.channels;
  const ask = async (seed: number) =>
    await member.invoke(general, ['video', 'text'], {
      prompt: `kite ${seed}`,
      resolution: '720P',
      duration: 2,
      seed,
    });
  stage.service.setPace({ pendingMs: 0, runningMs: 10_000 });
  for (let seed = 1; seed <= 5; seed += 1) await ask(seed);
  while (stage.service.tasks.length < 5) await sleep(50);
  const { bavail, bsize } = statfsSync(disk);
  execFileSync('fallocate', ['-l', String(bavail * bsize), filler]);
  await sleep(fullMs);
  let refused = 0;
  for (const seed of [6, 7]) {
    const sentence = (message: unknown) => textOf(message).includes("can't save");
    refused += await member.answerTo(await ask(seed), sentence, fullMs).then(
      () => 1,
      () => 0,
    );
  }
  const paidMeanwhile = stage.service.tasks.length - 5;
  rmSync(filler);
  await sleep(afterMs);
  const delivered = stage.videosIn(general).length;
  const { botUserId } = stage.discord;
  const ofBot = [...owner.messages.values()].filter(({ author }) => author.id === botUserId);
  const toldOwner = ofBot.filter(
    (message) => !('guild_id' in message) || message.guild_id === undefined,
  ).length;
  await stage.close();
  reportSample({ paidMeanwhile, refused, toldOwner, delivered, hanging: 5 - delivered });
} finally {
  execFileSync('umount', ['-l', disk]);
}
