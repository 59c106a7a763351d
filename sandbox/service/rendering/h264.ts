import h264 from 'h264-mp4-encoder';
import { castOf } from './cast.ts';
import type { RenderJob } from './renderer.ts';
import { Scene } from './scene.ts';

/** Pixels that may be encoded for one file, so that even 15 s of 1080p take seconds on a slow machine. */
const pixelBudget = 200_000_000;
const [fewestFramesPerSecond, mostFramesPerSecond] = [6, 12];

/** Draws and encodes a job to a silent MP4; blocks its thread between frames. */
export async function encodeSilently(job: RenderJob, soundNote: string): Promise<Uint8Array> {
  const framesPerSecond = job.framesPerSecond ?? frameRateFor(job);
  const scene = new Scene(job, framesPerSecond, soundNote, await castOf(job.references ?? []));
  const encoder = await h264.createH264MP4Encoder();
  try {
    encoder.width = job.width;
    encoder.height = job.height;
    encoder.frameRate = framesPerSecond;
    encoder.groupOfPictures = framesPerSecond * 2;
    encoder.speed = 10;
    encoder.quantizationParameter = 28;
    encoder.initialize();
    for (let index = 0; index < scene.frameCount; index += 1) encoder.addFrameYuv(scene.draw(index));
    encoder.finalize();
    const file = encoder.FS.readFile(encoder.outputFilename);
    encoder.FS.unlink(encoder.outputFilename);
    return file;
  } finally {
    encoder.delete();
  }
}

/** Whole frames a second, so that the duration comes out exactly. */
export function frameRateFor({ width, height, durationSeconds }: RenderJob): number {
  const affordable = Math.floor(pixelBudget / (width * height * durationSeconds));
  return Math.min(mostFramesPerSecond, Math.max(fewestFramesPerSecond, affordable));
}
