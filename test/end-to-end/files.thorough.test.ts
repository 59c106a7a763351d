import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { wordsFor } from '../../src/words/index.ts';
import { emptyPostgres } from '../support/postgres.ts';
import { S3Server } from '../support/s3/server.ts';
import {
  forgetMe,
  openQuickStage,
  patienceMs,
  plentyBytes,
  resize,
  resultOf,
} from '../support/video-scene.ts';

const { proof } = wordsFor('en-US').privacy;

it('a video that waits in a bucket is handed over by a process that never fetched it, and goes with its person', async () => {
  const s3 = await S3Server.open();
  onTestFinished(async () => await s3.close());
  const stage = await openQuickStage({ env: { STORE_URL: await emptyPostgres(), ...s3.env } });
  try {
    expect(stage.bot.output()).toContain('"files":"answers"');
    const member = await stage.person();
    const { general } = stage.discord.channels;
    await resize(stage, 1_000);
    const invoked = await member.invoke(general, ['video', 'text'], { prompt: 'a kite', duration: 2 });
    const result = await resultOf(member, invoked.id);
    const name = `videos/${invoked.id}.mp4`;
    await expect.poll(() => [...s3.objects.keys()], { timeout: patienceMs }).toEqual([name]);
    const [made] = [...s3.objects.values()];

    // The next process has another disk, the service has forgotten the file, and the bucket is slow to answer.
    expect(await stage.bot.stop(), stage.bot.output()).toBe(0);
    const elsewhere = await mkdtemp(join(tmpdir(), 'emcee-files-'));
    onTestFinished(async () => await rm(elsewhere, { recursive: true, force: true }));
    await stage.startBot({ DATA_DIR: elsewhere });
    stage.service.faults.arm({
      method: 'GET',
      path: '/files/**',
      effect: { kind: 'answer', when: 'before', status: 404, body: '' },
    });
    await resize(stage, plentyBytes);
    s3.faults.push({ status: 503, code: 'SlowDown' }, 'cut');
    await member.click(result, 'Send file');
    await expect.poll(() => stage.videosIn(general).length, { timeout: patienceMs }).toBe(1);
    expect(stage.videosIn(general)[0]?.files[0]?.bytes.equals(made?.content ?? Buffer.alloc(0))).toBe(true);

    // Who is forgotten is told if the file couldn't go, and it's gone once it could.
    s3.always = { status: 403, code: 'AccessDenied' };
    await forgetMe(member, general, "I can't get to the stored files right now");
    expect(s3.objects.size).toBe(1);
    s3.always = undefined;
    await forgetMe(member, general, proof.noCopies);
    expect(s3.objects.size).toBe(0);
  } finally {
    await stage.close();
  }
});
