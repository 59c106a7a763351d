import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { findFfmpeg, runFfmpeg } from '../../media/ffmpeg.ts';
import { isNewer, newestRelease } from '../../operations/release-notice.ts';
import type { Check } from '../doctor.ts';
import { tinyFilm } from './tiny-film.ts';

const bytesPerMegabyte = 1024 * 1024;
const lowBytes = 1024 * bytesPerMegabyte;
const fullBytes = 100 * bytesPerMegabyte;

/** What fits into `DATA_DIR`, and whether anything can be written there. */
export function checkDisk(
  dataDir: string,
  freeBytes: (folder: string) => Promise<number> = async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
): Check {
  return async () => {
    // The bot makes it at its first start.
    const folder = nearestExisting(dataDir);
    const probe = probeIn(folder);
    try {
      await writeFile(probe, 'x', { mode: 0o600, flag: 'wx' });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      return code === 'ENOSPC' || code === 'EDQUOT' ? ['disk-full', '0 MB'] : ['disk-unwritable', code];
    } finally {
      await rm(probe, { force: true }).catch(() => undefined);
    }
    const free = await freeBytes(folder);
    const left = `${Math.floor(free / bytesPerMegabyte)} MB`;
    if (free < fullBytes) return ['disk-full', left];
    return [free < lowBytes ? 'disk-low' : 'disk-good', left];
  };
}

function nearestExisting(folder: string): string {
  const path = resolve(folder);
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

/** One picture there and back, the way films that are too large for a server are made smaller. */
export function checkFfmpeg(searchPath: string, dataDir: string): Check {
  return async (signal) => {
    const ffmpeg = findFfmpeg(searchPath);
    if (!ffmpeg) return 'ffmpeg-missing';
    const film = probeIn(nearestExisting(dataDir));
    await writeFile(film, tinyFilm(), { mode: 0o600, flag: 'wx' });
    try {
      await runFfmpeg({ ffmpeg, args: ['-i', film, '-c:v', 'libx264', '-f', 'null', '-'], signal });
      return 'ffmpeg-good';
    } catch {
      return 'ffmpeg-broken';
    } finally {
      await rm(film, { force: true });
    }
  };
}

function probeIn(folder: string): string {
  return join(folder, `.doctor-${randomBytes(4).toString('hex')}`);
}

const lookMs = 30_000;
const wrongMs = 5 * 60_000;

/** @param serverNow what a server says the time is; undefined if none said */
export function checkClock(
  serverNow: (signal: AbortSignal) => Promise<number | undefined>,
  now: () => number,
): Check {
  return async (signal) => {
    const theirs = await serverNow(signal);
    if (theirs === undefined || Number.isNaN(theirs)) return 'clock-unknown';
    const off = Math.abs(now() - theirs);
    if (off <= lookMs) return 'clock-good';
    return [off > wrongMs ? 'clock-wrong' : 'clock-off', `${Math.round(off / 1_000)} s`];
  };
}

interface VersionParts {
  readonly version: string;
  /** `v24.21.0`. */
  readonly node: string;
  /** The oldest that works, `24.2`. */
  readonly needsNode: string;
  readonly releasesUrl: string | undefined;
  readonly newest?: typeof newestRelease;
}

export function checkVersions(parts: VersionParts): Check {
  const { version, node, needsNode, releasesUrl, newest = newestRelease } = parts;
  return async (signal) => {
    const named = `Emcee ${version}, Node.js ${node.replace(/^v/, '')}`;
    if (isOlder(node, needsNode)) return ['versions-node', needsNode];
    const latest = releasesUrl && (await newest(releasesUrl, signal).catch(() => undefined));
    if (latest && isNewer(latest.tag_name, version)) return ['versions-newer', latest.tag_name];
    return ['versions-good', named];
  };
}

function isOlder(node: string, needed: string): boolean {
  const numbers = (written: string) => written.replace(/^v/, '').split('.').map(Number);
  const [[major = 0, minor = 0], [needsMajor = 0, needsMinor = 0]] = [numbers(node), numbers(needed)];
  return major < needsMajor || (major === needsMajor && minor < needsMinor);
}
