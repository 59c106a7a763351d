import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findFfmpeg, runFfmpeg } from '../../media/ffmpeg.ts';
import { isNewer, newestRelease } from '../../operations/release-notice.ts';
import type { Check } from '../doctor.ts';

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
    const film = await writeFilm(nearestExisting(dataDir));
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

/** A full or unwritable disk is named by its own check. */
async function writeFilm(folder: string): Promise<string> {
  const write = async (film: string) => {
    await writeFile(film, tinyFilm(), { mode: 0o600, flag: 'wx' });
    return film;
  };
  return await write(probeIn(folder)).catch(async () => await write(probeIn(tmpdir())));
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

export function checkVersions(parts: {
  readonly version: string;
  /** `v24.21.0`. */
  readonly node: string;
  /** The oldest that works, `24.2`. */
  readonly needsNode: string;
  readonly releasesUrl: string | undefined;
  readonly newest?: typeof newestRelease;
}): Check {
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

/** One black picture of 32 × 32: MP4, H.264; gzip and Base64. */
const packed = [
  'H4sIAAAAAAACA31Sv0/CQBR+LQ5qjKBRQyImNQHiAgHEn4MhujC46qDGpOWu0tCjTXs06uTg4J/hZtzYXB0cdHE1cXPzv8B3R0kL',
  'Kpd7eXf3vvde3/cVADSTX7mW7zAAFYRHq+hBo8zcahkgMcscJwAAmwVNAkMr8S1NAbGjpQyjRu81GLtU3Nvc01t4PuMt2TPxu5ro',
  'Pb7Pn3210ACylHAffYbaPo8ywroyV+kyYukig5HR2WvSjl7kpdAktjeIBBahceQx3p263iY2FRjllFltEw8LAZNF45+ZJf1YhnjU',
  'jI0x0/FsrX9Wln1u2Hh+8rlPYpgHIdo/VIihNaijrw8Qi4eI39gprm8Vy6WSZlvGZWWzGstI93piNEQdKPvP070vWLpA/5nrzglF',
  'BFegJufz9wpMNN+TrwhOubrvhu2FLRjcG3B7E1ra55J3iHBSmQyO0xh+j+pg7DqMpaK3hhPTbQ+90SFc6HXCqPRirca1QT093XXt',
  'ODMFq/8D5B65IwquEF0mSw6RJBNJqkiS8D5pelSom2aIEsLQu9vd/BpMqW8f5z9+0omBTgMAAA==',
].join('');

/** The bytes of a film that any ffmpeg of ours reads. */
function tinyFilm(): Buffer {
  return gunzipSync(Buffer.from(packed, 'base64'));
}
