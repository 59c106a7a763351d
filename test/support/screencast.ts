import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { ffmpeg } from './needs.ts';

interface Frame {
  readonly atMs: number;
  readonly png: Buffer;
}

export interface FilmOptions {
  readonly widthPx: number;
  /** Nothing stands still for longer than that: nobody wants to watch a machine think. */
  readonly longestStillMs: number;
  /** 1 to 100. */
  readonly quality: number;
}

const shortestFrameMs = 90;
const lastFrameMs = 2_500;

/** What Chromium paints of a page, frame by frame, as a film that plays in a README. */
export class Screencast {
  readonly #session: CDPSession;
  readonly #frames: Frame[] = [];

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

  /** Writes an animated WebP. Resolves to how long it plays and how large it is. */
  async end(
    path: string,
    options: FilmOptions,
  ): Promise<{ readonly seconds: number; readonly bytes: number }> {
    await this.#session.send('Page.stopScreencast');
    const folder = await mkdtemp(join(tmpdir(), 'emcee-film-'));
    try {
      const durations = durationsOf(this.#frames, options.longestStillMs);
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

/** Frames that follow each other faster than a film needs are left out; what stands still is shortened. */
function durationsOf(frames: readonly Frame[], longestStillMs: number) {
  const kept = frames.filter((frame, index) => {
    const next = frames[index + 1];
    return !next || Math.floor(next.atMs / shortestFrameMs) > Math.floor(frame.atMs / shortestFrameMs);
  });
  return kept.map((frame, index) => {
    const next = kept[index + 1];
    const durationMs = next ? Math.min(longestStillMs, next.atMs - frame.atMs) : lastFrameMs;
    return { frame, durationMs };
  });
}
