import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ffprobe, skipsWithout } from '../../sandbox/test/support/needs.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { Stage } from '../support/stage.ts';
import { sparseFilms } from '../support/video-scene.ts';

const run = promisify(execFile);

/** Document 1, section A: what the picture measures, by tier and ratio. */
const table = [
  ['720P', '16:9', 1280, 720],
  ['720P', '9:16', 720, 1280],
  ['720P', '1:1', 960, 960],
  ['720P', '4:3', 1104, 832],
  ['720P', '3:4', 832, 1104],
  ['1080P', '16:9', 1920, 1080],
  ['1080P', '9:16', 1080, 1920],
  ['1080P', '1:1', 1440, 1440],
  ['1080P', '4:3', 1648, 1248],
  ['1080P', '3:4', 1248, 1648],
] as const;

const durationSeconds = 2;
/** A frame of an ordinary film. */
const frameSeconds = 1 / 12;
const patienceMs = 150_000;
const plenty = 1_000;

/** What `ffprobe` says of a file; times are texts in seconds. */
interface Probed {
  readonly streams: readonly {
    readonly codec_type: string;
    readonly codec_name: string;
    readonly width?: number;
    readonly height?: number;
    readonly pix_fmt?: string;
    readonly duration: string;
  }[];
  readonly format: { readonly format_name: string; readonly duration: string };
}

describe.skipIf(skipsWithout('ffprobe', 'every size of /video text, end to end'))(
  'every resolution and ratio of /video text arrives in the channel as asked',
  () => {
    let stage: Stage;
    let folder: string;
    const films = new Map<string, Promise<Probed>>();

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'emcee-sizes-'));
      stage = await Stage.open({
        hurry: true,
        service: {
          port: 0,
          pace: { pendingMs: 0, runningMs: 0 },
          ...sparseFilms,
          limits: { createsPerSecond: plenty, concurrentTasks: table.length },
        },
        env: {
          VIDEO_TASKS_AT_ONCE: String(table.length),
          VIDEO_CREATES_PER_SECOND: '50',
          VIDEO_SECONDS_PER_PERSON_PER_DAY: '0',
          VIDEO_SECONDS_PER_GUILD_PER_DAY: '0',
          VIDEO_SECONDS_PER_BOT_PER_DAY: '0',
        },
      });
      const member = await stage.person();
      for (const [resolution, ratio] of table) {
        const film = probed(member, resolution, ratio);
        film.catch(() => undefined);
        films.set(`${resolution} ${ratio}`, film);
      }
    });

    afterAll(async () => {
      await stage?.close();
      await rm(folder, { recursive: true, force: true });
    });

    /** Asks for a film, waits for its message, downloads what is attached there and looks into it. */
    async function probed(member: SandboxPerson, resolution: string, ratio: string): Promise<Probed> {
      const channelId = stage.discord.channels.videos;
      const prompt = `a lighthouse in ${resolution} and ${ratio}`;
      const options = { prompt, resolution, ratio, duration: durationSeconds };
      await member.invoke(channelId, ['video', 'text'], options);
      const { attachments } = await member.untilMessage(
        (message) => message.attachments.length === 1 && JSON.stringify(message).includes(prompt),
        patienceMs,
      );
      const [attachment] = attachments;
      const answer = await fetch(attachment?.url ?? '');
      expect(answer.headers.get('content-type')).toBe('video/mp4');
      const bytes = new Uint8Array(await answer.arrayBuffer());
      expect(bytes).toHaveLength(attachment?.size ?? 0);
      const path = join(folder, `${resolution}-${ratio.replace(':', '-')}.mp4`);
      await writeFile(path, bytes);
      const wanted = ['-show_streams', '-show_format', '-of', 'json'];
      const { stdout } = await run(ffprobe ?? 'ffprobe', ['-v', 'error', ...wanted, path]);
      return JSON.parse(stdout);
    }

    it.each(table)(
      '%s %s is H.264, %d × %d, and lasts the two seconds that were asked',
      async (resolution, ratio, width, height) => {
        const film = await films.get(`${resolution} ${ratio}`);
        const pictures = film?.streams.filter(({ codec_type }) => codec_type === 'video');
        expect(pictures).toMatchObject([{ codec_name: 'h264', pix_fmt: 'yuv420p', width, height }]);
        expect(film?.format.format_name).toContain('mp4');
        for (const lasts of [pictures?.[0]?.duration, film?.format.duration])
          expect(Math.abs(Number(lasts) - durationSeconds)).toBeLessThanOrEqual(frameSeconds);
      },
      patienceMs,
    );

    it(
      'and each was created once, with nothing that Discord does not know',
      async () => {
        await Promise.all(films.values());
        expect(stage.service.tasks).toHaveLength(table.length);
        expect(stage.videosIn(stage.discord.channels.videos)).toHaveLength(table.length);
        expect(stage.discord.unknownRoutes).toEqual([]);
      },
      patienceMs,
    );
  },
);
