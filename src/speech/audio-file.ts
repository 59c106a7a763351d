import { Refusal } from '../refusal/refusal.ts';
import type {
  SynthesisClient,
  SynthesisRequest,
  SynthesisSummary,
} from '../service/synthesis/synthesis-types.ts';

const riffSizeAt = 4;
const firstChunkAt = 12;
const bytesPerMegabyte = 1_048_576;

export interface AudioFile {
  readonly bytes: Uint8Array;
  readonly summary: SynthesisSummary;
}

/**
 * Has a text made into one file.
 * @throws {ServiceError}, {Refusal} `speech-file-too-large` as soon as it is known
 */
export async function synthesizeFile(
  synthesis: SynthesisClient,
  request: SynthesisRequest,
  input: string,
  options: { readonly maxBytes: number; readonly signal: AbortSignal },
): Promise<AudioFile> {
  const task = synthesis.start(request, options.signal);
  // Rejections are seen where they are awaited; nobody awaits when the reading fails first.
  task.done.catch(() => undefined);
  task.write(input);
  task.finish();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of task.audio) {
    bytes += chunk.length;
    if (bytes > options.maxBytes) {
      task.cancel();
      throw tooLarge(options.maxBytes);
    }
    chunks.push(chunk);
  }
  const summary = await task.done;
  const file = Buffer.concat(chunks);
  return { bytes: request.format === 'wav' ? withTrueLengths(file) : file, summary };
}

export function tooLarge(maxBytes: number): Refusal {
  return new Refusal({
    code: 'speech-file-too-large',
    limitMegabytes: Math.floor(maxBytes / bytesPerMegabyte),
  });
}

/**
 * A WAV file whose header says how long it is: a streamed one was written before anybody knew (field notes 2). What is
 * no WAV stays as it is.
 */
export function withTrueLengths(file: Uint8Array): Uint8Array {
  const fixed = Buffer.from(file);
  if (fixed.length < firstChunkAt || fixed.toString('latin1', 0, 4) !== 'RIFF') return file;
  fixed.writeUInt32LE(fixed.length - 8, riffSizeAt);
  for (let at = firstChunkAt; at + 8 <= fixed.length; ) {
    const size = fixed.readUInt32LE(at + 4);
    if (fixed.toString('latin1', at, at + 4) === 'data') {
      fixed.writeUInt32LE(fixed.length - at - 8, at + 4);
      return fixed;
    }
    at += 8 + size + (size % 2);
  }
  return fixed;
}
