import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Studio } from '../../sandbox/service/rendering/studio.ts';
import { type Mp4Facts, mp4Facts } from '../../sandbox/test/support/mp4-facts.ts';
import type { SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';
import { Stage } from '../support/stage.ts';
import { sparseFilms, unlimited } from '../support/video-scene.ts';

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

describe('every resolution and ratio of /video text arrives in the channel as asked', () => {
  let stage: Stage;
  /** Without sound, because it's the picture that is looked at. */
  const studio = new Studio(undefined);
  const films = new Map<string, Promise<Mp4Facts>>();

  beforeAll(async () => {
    stage = await Stage.open({
      hurry: true,
      service: {
        port: 0,
        pace: { pendingMs: 0, runningMs: 0 },
        renderer: async (job, signal) => await studio.render({ ...job, ...sparseFilms }, signal),
        limits: { createsPerSecond: plenty, concurrentTasks: table.length },
      },
      env: {
        VIDEO_TASKS_AT_ONCE: String(table.length),
        VIDEO_CREATES_PER_SECOND: '50',
        ...unlimited,
      },
    });
    const member = await stage.person();
    for (const [resolution, ratio] of table) {
      const film = arrived(member, resolution, ratio);
      film.catch(() => undefined);
      films.set(`${resolution} ${ratio}`, film);
    }
  });

  afterAll(async () => {
    await stage?.close();
    await studio.close();
  });

  /** Asks for a film, waits for its message, downloads what is attached there and looks into it. */
  async function arrived(member: SandboxPerson, resolution: string, ratio: string): Promise<Mp4Facts> {
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
    return mp4Facts(bytes);
  }

  it.each(table)(
    '%s %s is H.264, %d × %d, and lasts the two seconds that were asked',
    async (resolution, ratio, width, height) => {
      const film = await films.get(`${resolution} ${ratio}`);
      expect(film).toMatchObject({ width, height, codecs: [expect.stringMatching(/^avc1/)] });
      expect(Math.abs(Number(film?.seconds) - durationSeconds)).toBeLessThanOrEqual(frameSeconds);
    },
  );

  it('and each was created once, with nothing that Discord does not know', async () => {
    await Promise.all(films.values());
    expect(stage.service.tasks).toHaveLength(table.length);
    expect(stage.videosIn(stage.discord.channels.videos)).toHaveLength(table.length);
    expect(stage.discord.unknownRoutes).toEqual([]);
  });
});
