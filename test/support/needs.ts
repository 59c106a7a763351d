import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that a suite may need and a bare machine may lack: their paths, or undefined. */
export const ffprobe = findProgram('ffprobe');
export const ffmpeg = findProgram('ffmpeg');
export const chromium = findProgram('chromium');
export const espeak = findProgram('espeak-ng');

const programs = { ffprobe, ffmpeg, chromium, espeak };

/** For `describe.skipIf(...)`: true, with one line of explanation, when the program is missing. */
export function skipsWithout(program: keyof typeof programs, suite: string): boolean {
  if (programs[program]) return false;
  process.stderr.write(`skipped: ${suite} (${program} is not on PATH)\n`);
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
