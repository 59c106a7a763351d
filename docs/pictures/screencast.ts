import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { ffmpeg } from '../../sandbox/test/support/needs.ts';

interface Frame {
  readonly atMs: number;
  readonly png: Buffer;
}

interface Scene {
  readonly fromFrame: number;
  readonly longestMs: number;
}

export interface FilmOptions {
  readonly widthPx: number;
  /** 1 to 100. */
  readonly quality: number;
}

const shortestFrameMs = 100;

/** What Chromium paints of a page, frame by frame, as a film that plays in a README. */
export class Screencast {
  readonly #session: CDPSession;
  readonly #frames: Frame[] = [];
  readonly #scenes: Scene[] = [];

  static async of(page: Page): Promise<Screencast> {
    const session = await page.context().newCDPSession(page);
    const screencast = new Screencast(session);
    await session.send('Page.startScreencast', { format: 'png' });
    return screencast;
  }

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      this.#frames.push({ atMs: (metadata.timestamp ?? 0) * 1_000, png: Buffer.from(data, 'base64') });
      // The page may be closed by now.
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
  }

  /** What follows plays for so long at most, faster than it was if need be: nobody wants to watch a machine think. */
  scene(longestMs: number): void {
    this.#scenes.push({ fromFrame: this.#frames.length, longestMs });
  }

  /** Writes an animated WebP. Resolves to how long it plays and how large it is. */
  async end(
    path: string,
    options: FilmOptions,
  ): Promise<{ readonly seconds: number; readonly bytes: number }> {
    await this.#session.send('Page.stopScreencast');
    const folder = await mkdtemp(join(tmpdir(), 'emcee-film-'));
    try {
      const durations = this.#scenes.flatMap(({ fromFrame, longestMs }, index) =>
        durationsOf(this.#frames.slice(fromFrame, this.#scenes[index + 1]?.fromFrame), longestMs),
      );
      const list: string[] = [];
      for (const [index, { frame, durationMs }] of durations.entries()) {
        const name = join(folder, `${index}.png`);
        await writeFile(name, frame.png);
        list.push(`file '${name}'`, `duration ${(durationMs / 1_000).toFixed(3)}`);
      }
      await writeFile(join(folder, 'list'), list.join('\n'));
      const input = ['-v', 'error', '-y', '-f', 'concat', '-safe', '0', '-i', join(folder, 'list')];
      const scale = ['-vf', `scale=${options.widthPx}:-2:flags=lanczos`, '-fps_mode', 'vfr'];
      const webp = [
        '-c:v',
        'libwebp_anim',
        '-q:v',
        `${options.quality}`,
        '-compression_level',
        '6',
        '-loop',
        '0',
      ];
      execFileSync(ffmpeg ?? 'ffmpeg', [...input, ...scale, ...webp, path]);
      const seconds = durations.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000;
      return { seconds, bytes: (await stat(path)).size };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** The frames of a scene, made to fit; those that follow each other faster than a film needs are left out. */
function durationsOf(frames: readonly Frame[], longestMs: number) {
  const [first] = frames;
  const last = frames.at(-1);
  if (!first || !last) return [];
  const tookMs = last.atMs - first.atMs + shortestFrameMs;
  const speed = Math.max(1, tookMs / longestMs);
  const kept = frames.filter((frame, index) => {
    const next = frames[index + 1];
    const step = shortestFrameMs * speed;
    return !next || Math.floor(next.atMs / step) > Math.floor(frame.atMs / step);
  });
  return kept.map((frame, index) => {
    const endMs = kept[index + 1]?.atMs ?? last.atMs + shortestFrameMs;
    return { frame, durationMs: (endMs - frame.atMs) / speed };
  });
}
