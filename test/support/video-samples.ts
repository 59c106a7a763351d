import { createRequire } from 'node:module';
import { z } from 'zod';

/** The encoder is published for browsers and CommonJS only, and its types do not resolve under Node's rules. */
const encoderModule = z.object({ createH264MP4Encoder: z.custom<() => Promise<Encoder>>() });

interface Encoder {
  width: number;
  height: number;
  frameRate: number;
  initialize(): void;
  addFrameRgba(pixels: Uint8Array): void;
  finalize(): void;
  delete(): void;
  readonly outputFilename: string;
  readonly FS: { readFile(name: string): Uint8Array };
}

/** A real H.264 MP4 of grey pictures. */
export async function mp4(width: number, height: number, seconds: number): Promise<Buffer> {
  const frameRate = 10;
  const { createH264MP4Encoder } = encoderModule.parse(createRequire(import.meta.url)('h264-mp4-encoder'));
  const encoder = await createH264MP4Encoder();
  Object.assign(encoder, { width, height, frameRate });
  encoder.initialize();
  for (let frame = 0; frame < seconds * frameRate; frame += 1) {
    encoder.addFrameRgba(new Uint8Array(width * height * 4).fill(frame * 5));
  }
  encoder.finalize();
  const bytes = Buffer.from(encoder.FS.readFile(encoder.outputFilename));
  encoder.delete();
  return bytes;
}

/** One box of an MP4. */
export function box(type: string, content: Uint8Array = new Uint8Array(), promisedBytes?: number): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32BE(promisedBytes ?? 8 + content.length, 0);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, content]);
}
