import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that a suite may need and a bare machine may lack: their paths, or undefined. */
export const ffprobe = findProgram('ffprobe');
export const ffmpeg = findProgram('ffmpeg');
/** The one without windows of its own takes a fifth less to show the same page. */
export const chromium = findProgram('chromium-headless-shell') ?? findProgram('chromium');
export const espeak = findProgram('espeak-ng');
/** Debian's discord.py: a package of Debian's own Python, which needn't be the first on PATH. */
export const discordPy = existsSync('/usr/lib/python3/dist-packages/discord/client.py')
  ? '/usr/bin/python3'
  : undefined;

const programs = { ffprobe, ffmpeg, chromium, espeak, 'python3-discord': discordPy };

/** For `describe.skipIf(...)`: true, with one line of explanation, when the program is missing. */
export function skipsWithout(program: keyof typeof programs, suite: string): boolean {
  if (programs[program]) return false;
  process.stderr.write(`skipped: ${suite} (${program} is not on this machine)\n`);
  return true;
}

function findProgram(name: string): string | undefined {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}
