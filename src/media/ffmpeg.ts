import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { constants as osConstants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** Path of the `ffmpeg` in the folders of a `PATH`; undefined when there is none. The bot works without. */
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

export interface FfmpegRun {
  readonly ffmpeg: string;
  readonly args: readonly string[];
  readonly signal: AbortSignal;
  /** Seconds of the output that are done. */
  readonly onProgress?: (doneSeconds: number) => void;
}

/** Runs ffmpeg to its end, at low priority. Rejects with a `FfmpegError`, or with the signal's reason. */
export async function runFfmpeg({ ffmpeg, args, signal, onProgress }: FfmpegRun): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(
    ffmpeg,
    ['-nostdin', '-hide_banner', '-loglevel', 'error', '-progress', 'pipe:1', ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
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

/** Encoding takes every processor that it gets; voices and answers go first. */
function yieldToOthers(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, osConstants.priority.PRIORITY_LOW);
  } catch {
    // Over already, or not allowed here: then it runs as everything else does.
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
