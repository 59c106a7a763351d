import { once } from 'node:events';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { VideoRenderer } from '../../sandbox/service/server.ts';
import { eventually } from '../../sandbox/test/support/eventually.ts';
import { heavyFilm } from '../support/heavy-film.ts';
import { SpeakScene } from '../support/speak-scene.ts';
import { greyFilm, make, panelSaying, resultOf, textOf, unlimited } from '../support/video-scene.ts';
import {
  type Container,
  image,
  imageBuilt,
  podman,
  startContainedBot,
  startContainer,
} from './container-bot.ts';

const name = `emcee-scene-${process.pid}`;
const mebibyte = 1024 * 1024;
/** Five seconds of the bot's own, and what `podman` and a busy machine add. */
const stopsWithinMs = 10_000;
const atOnce = { pendingMs: 0, runningMs: 0 };

/** What fills its channel, where the prompt says so. */
const film: VideoRenderer = async (job, signal) =>
  await (job.prompt.includes('large') ? heavyFilm : greyFilm)(job, signal);

if (!image)
  process.stderr.write('skipped: the image, in a container (EMCEE_IMAGE is not set: see .ci/image)\n');

describe.skipIf(!image)('the bot in a container with a read-only root, no rights and 512 MB', () => {
  let scene: SpeakScene;

  beforeAll(async () => {
    await imageBuilt();
    scene = await SpeakScene.open({
      start: async (env) => await startContainedBot(name, env),
      discord: { attachmentLimitBytes: mebibyte },
      service: { pace: atOnce, renderer: film },
      env: { ...unlimited, LOG_LEVEL: 'info', HEALTH_LISTEN: `127.0.0.1:${await freePort()}` },
    });
    return async () => await scene.close();
  });

  it('says by its health check that it can work', async () => {
    expect(await podman('healthcheck', 'run', name)).toBe('');
  });

  it('delivers a video', async () => {
    const { result } = await make(scene.member, scene.channelId);
    expect(result.attachments).toHaveLength(1);
  });

  it('has all that shrinking takes in its ffmpeg, and in its memory', async () => {
    const { result } = await make(scene.member, scene.channelId, { prompt: 'a large kite' });
    expect(JSON.stringify(result)).toContain("Re-encoded to fit this server's 1 MB.");
    expect(result.attachments[0]?.size).toBeLessThanOrEqual(mebibyte);
  });

  it('speaks in a room, end-to-end encrypted, and every word is heard', async () => {
    const sentence = 'Good evening, everyone. Nothing is installed here but what it takes to say this.';
    await scene.sayUntilWhole(sentence);
    expect(scene.stage.discord.voice.record.of(scene.botId).unencryptedFrames).toBe(0);
  });

  it('is backed up while it runs, and restored elsewhere', async () => {
    const { dataDir } = scene.stage;
    const elsewhere = await mkdtemp(join(tmpdir(), 'emcee-elsewhere-'));
    try {
      await podman('exec', name, 'node', 'backup.ts', '/data/tonight.backup');
      const file = join(dataDir, 'tonight.backup');
      const restored = async () => {
        const command = ['node', 'restore.ts', file];
        const shown = [file];
        const run = await startContainer({ name: `${name}-elsewhere`, dataDir: elsewhere, shown, command });
        return { code: await run.exited, said: run.output() };
      };
      // As it arrives when it was copied by root.
      await chown(file, 0, 0);
      expect(await restored()).toEqual({
        code: 1,
        said: expect.stringContaining("can't be read by this user"),
      });
      await chown(file, 1_000, 1_000);
      expect(await restored()).toEqual({ code: 0, said: expect.stringContaining('Restored') });
      expect(await readdir(elsewhere)).toContain('emcee.sqlite');
    } finally {
      await rm(elsewhere, { recursive: true, force: true });
    }
  });

  it('is upgraded in mid-sentence with a video in hand, which is made once and arrives', async () => {
    const { stage, member, channelId } = scene;
    stage.service.setPace({ pendingMs: 0, runningMs: 3_600_000 });
    const tasks = stage.service.tasks.length;
    const invoked = await member.invoke(channelId, ['video', 'text'], {
      prompt: 'a kite that waits',
      resolution: '720P',
      duration: 2,
    });
    await panelSaying(member, invoked, 'Prompt');
    await eventually(() => stage.service.tasks.length === tasks + 1, 'the task');
    const heard = scene.spoken();
    const spoken = await scene.say('One, two, three, four, five, six, seven, eight, nine, ten. '.repeat(6));
    await scene.hears(heard + 25);
    await answeredCommand();
    const lastAnswerAt = performance.now();
    expect(await stage.bot.stop()).toBe(0);
    const stoppedAt = performance.now();
    expect(stoppedAt - lastAnswerAt).toBeLessThan(stopsWithinMs);
    await Promise.all([stage.startBot(), answeredCommand()]);
    const gapMs = performance.now() - lastAnswerAt;
    console.log(
      `upgraded: stopped after ${seconds(stoppedAt - lastAnswerAt)}, answered again after ${seconds(gapMs)}`,
    );
    await member.untilMessage(
      (message) =>
        message.interaction_metadata?.id === spoken.id &&
        textOf(message).includes('I left the voice channel before finishing'),
    );
    stage.service.setPace(atOnce);
    await resultOf(member, invoked.id);
    expect(stage.service.tasks).toHaveLength(tasks + 1);
  });

  /** Resolves once a command is answered, however often that takes to ask. */
  async function answeredCommand(): Promise<void> {
    const { member, channelId } = scene;
    for (;;) {
      try {
        const invoked = await member.invoke(channelId, ['video', 'list']);
        await member.answerTo(invoked, () => true, 5_000);
        return;
      } catch {
        // Nobody was there to answer.
      }
    }
  }
});

/** The bot's network is this machine's, where another bot may have the usual one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

describe.skipIf(!image)('a container that can never work', () => {
  let dataDir: string;
  let container: Container;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'emcee-container-'));
  });

  afterEach(async () => {
    await podman('rm', '--force', '--ignore', '--time=0', container.name);
  });

  afterAll(async () => await rm(dataDir, { recursive: true, force: true }));

  it('says which settings are missing and ends with 78, which a supervisor can go by', async () => {
    container = await startContainer({ name, dataDir });
    expect(await container.exited).toBe(78);
    for (const setting of ['DISCORD_TOKEN', 'SERVICE_API_KEY']) expect(container.output()).toContain(setting);
  });

  it('waits for a person instead, where the engine would only start it again, and ends when told to', async () => {
    container = await startContainer({
      name,
      dataDir,
      env: { HEALTH_LISTEN: `127.0.0.1:${await freePort()}` },
      entrypoint: '["tini","-s","--","/app/deploy/wait-when-decided"]',
      command: ['node', 'src/main.ts'],
    });
    await eventually(() => container.output().includes('the bot stays off'));
    await expect(podman('healthcheck', 'run', name)).rejects.toThrow();
    await podman('stop', '--time=30', name);
    // Ended by what it was told, and not killed for taking too long, which is 137.
    expect(await container.exited).toBe(143);
  });
});
