import { mkdtemp, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runFfmpeg } from './ffmpeg.ts';

export interface ShrinkRequest {
  readonly ffmpeg: string;
  readonly from: string;
  readonly to: string;
  readonly maxBytes: number;
  readonly seconds: number;
  readonly width: number;
  readonly height: number;
  readonly signal: AbortSignal;
  /** 0 to 1, over both passes. Never goes down, even if a second attempt is needed. */
  readonly onProgress?: Progress | undefined;
}

/** The target for a video of a given length. */
interface ShrinkPlan {
  readonly videoBitsPerSecond: number;
  readonly audioBitsPerSecond: number;
  /** The longer side in pixels: even, as H.264 requires, and never more than before. */
  readonly longSide: number;
}

/** A video below this isn't worth sending, so the link is better. Stated in the README. */
export const lowestVideoBitsPerSecond = 300_000;
const audioBitsPerSecond = 96_000;
/** Leaves room for the container and for what two passes may miss. */
const usableShare = 0.94;
const attempts = 2;
const stricterShare = 0.85;
/** A 1080p film takes 270 MB with these, in a container of 512, and 480 with x264's own on two cores, 1,160 on sixteen. */
const fewFrames = { reading: ['-threads', '1'], encoding: ['-threads', '2', '-rc-lookahead', '10'] } as const;
/** It was checked as an MP4, so it's read as one and can't be a playlist that opens other files. */
const onlyThisFile = ['-f', 'mov', '-protocol_whitelist', 'file'] as const;

/** Undefined if it would fall below the floor. */
export function planShrink(
  facts: Pick<ShrinkRequest, 'maxBytes' | 'seconds' | 'width' | 'height'>,
): ShrinkPlan | undefined {
  const bitsPerSecond = (facts.maxBytes * 8 * usableShare) / facts.seconds;
  const videoBitsPerSecond = Math.floor(bitsPerSecond - audioBitsPerSecond);
  if (videoBitsPerSecond < lowestVideoBitsPerSecond) return undefined;
  const longSide = Math.max(facts.width, facts.height);
  const wanted = videoBitsPerSecond < 900_000 ? 854 : videoBitsPerSecond < 2_200_000 ? 1_280 : longSide;
  return { videoBitsPerSecond, audioBitsPerSecond, longSide: Math.min(wanted, longSide) & ~1 };
}

/**
 * Re-encodes an MP4 in two passes to at most `maxBytes`, and puts it at `to`. Resolves to its size, or undefined if
 * that would fall below the floor.
 * @throws FfmpegError, or the signal's reason
 */
export async function shrinkVideo(request: ShrinkRequest): Promise<{ bytes: number } | undefined> {
  const onProgress = rising(request.onProgress);
  const folder = await mkdtemp(join(dirname(request.to), 'shrink-'));
  try {
    let maxBytes = request.maxBytes;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const plan = planShrink({ ...request, maxBytes });
      if (!plan) return undefined;
      const out = join(folder, `attempt-${attempt}.mp4`);
      await encodeTwice({ ...request, onProgress }, plan, folder, out);
      const { size } = await stat(out);
      if (size <= request.maxBytes) {
        await rename(out, request.to);
        return { bytes: size };
      }
      maxBytes = Math.floor(maxBytes * stricterShare);
    }
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Progress = (share: number) => void;

function rising(tell: Progress | undefined): Progress {
  let highest = 0;
  return (share) => {
    if (share <= highest) return;
    highest = share;
    tell?.(share);
  };
}

async function encodeTwice(
  request: ShrinkRequest & { readonly onProgress: Progress },
  plan: ShrinkPlan,
  folder: string,
  out: string,
): Promise<void> {
  const { ffmpeg, from, seconds, signal, onProgress } = request;
  const side = plan.longSide;
  const video = [
    ...['-c:v', 'libx264', '-preset', 'medium', '-pix_fmt', 'yuv420p', ...fewFrames.encoding],
    ...[
      '-b:v',
      String(plan.videoBitsPerSecond),
      '-maxrate',
      String(Math.floor(plan.videoBitsPerSecond * 1.5)),
    ],
    ...['-bufsize', String(plan.videoBitsPerSecond * 2)],
    ...['-vf', `scale='if(gte(iw,ih),${side},-2)':'if(gte(iw,ih),-2,${side})'`],
    ...['-passlogfile', join(folder, 'passes')],
  ];
  const pass = async (first: boolean, args: readonly string[]) =>
    await runFfmpeg({
      ffmpeg,
      args: ['-y', ...fewFrames.reading, ...onlyThisFile, '-i', from, ...video, ...args],
      signal,
      onProgress: (done) => onProgress(Math.min(1, (first ? 0 : 0.5) + (done / seconds) * 0.5)),
    });
  await pass(true, ['-pass', '1', '-an', '-f', 'null', '-']);
  const sound = ['-c:a', 'aac', '-b:a', String(plan.audioBitsPerSecond)];
  await pass(false, ['-pass', '2', ...sound, '-movflags', '+faststart', '-f', 'mp4', out]);
}
