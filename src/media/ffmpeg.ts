import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { constants as osConstants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Path of `ffmpeg` in the folders of a `PATH`; undefined if it isn't there. The bot works without it. */
export function findFfmpeg(path: string | undefined): string | undefined {
  return (path ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, 'ffmpeg'))
    .find(isExecutable);
}

export class FfmpegError extends Error {
  override readonly name = 'FfmpegError';
}

interface FfmpegRun {
  readonly ffmpeg: string;
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  /** Called with how many seconds of output are done. */
  readonly onProgress?: (doneSeconds: number) => void;
}

/** Re-encoding a 4K film takes a quarter of it. */
const maxMemoryKilobytes = 6 * 1024 * 1024;
/** Across all processors. It also ends an ffmpeg that nobody waits for. */
const maxCpuSeconds = 3_600;
/** On systems without such a limit, it runs without one. Where memory runs out, it ends ffmpeg and not the bot. */
const limited = [
  '{ echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null',
  `ulimit -v ${maxMemoryKilobytes} 2>/dev/null`,
  `ulimit -t ${maxCpuSeconds} 2>/dev/null`,
  'exec "$0" "$@"',
].join('; ');
/** The largest picture there is has 8192 × 4320 pixels, but a damaged film may claim more. */
const decoderLimits = ['-max_alloc', String(512 * 1024 * 1024), '-max_pixels', String(8_192 * 4_320)];

/**
 * Runs ffmpeg at low priority, with limits on memory and time, and without the bot's secrets in its environment.
 * Rejects with `FfmpegError`, or with the signal's reason.
 */
export async function runFfmpeg({ ffmpeg, args, signal, onProgress }: FfmpegRun): Promise<void> {
  signal.throwIfAborted();
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error', '-progress', 'pipe:1'];
  const child = spawn('/bin/sh', ['-c', limited, ffmpeg, ...quiet, ...decoderLimits, ...args], {
    env: {},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill('SIGKILL');
  signal.addEventListener('abort', stop, { once: true });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = `${complaint}${text}`.slice(-longestComplaint);
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    const micros = /^out_time_us=(\d+)$/.exec(line)?.[1];
    if (micros) onProgress?.(Number(micros) / 1e6);
  });
  child.once('spawn', () => yieldToOthers(child.pid));
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', (error) => reject(new FfmpegError('ffmpeg did not start', { cause: error })));
      child.once('close', (code) => {
        if (code === 0) resolve();
        else reject(new FfmpegError(`ffmpeg ended with ${code ?? 'a signal'}: ${complaint.trim()}`));
      });
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

const longestComplaint = 2_000;

/** Encoding takes all the processors it gets, and voices and answers are more urgent. */
function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, osConstants.priority.PRIORITY_LOW);
  } catch {
    // It's over already, or this isn't allowed here: then it runs at normal priority.
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
