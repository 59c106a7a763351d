import type { FastifyRequest } from 'fastify';
import type { Upload } from '../attachments.ts';
import { DiscordError, refuse } from '../errors.ts';
import { parseKeepingLongIntegers } from '../long-integers.ts';
import type { Settings } from '../settings.ts';

const mostFiles = 10;

export interface RequestBody {
  readonly json: unknown;
  /** By the n of `files[n]`. */
  readonly uploads: ReadonlyMap<string, Upload>;
}

/** Reads a JSON body or a multipart one (`payload_json` and `files[n]`). Throws 40005 (413) above a limit. */
export async function readBody(request: FastifyRequest, settings: Settings): Promise<RequestBody> {
  if (!request.isMultipart()) return { json: request.body ?? undefined, uploads: new Map() };
  const uploads = new Map<string, Upload>();
  let json: unknown = {};
  let left = settings.requestLimitBytes;
  let tooLarge = false;
  let misnamed = false;
  for await (const part of request.parts()) {
    if (part.type === 'field') continue;
    if (part.fieldname === 'payload_json') {
      json = parse(String(await part.toBuffer()));
      continue;
    }
    const bytes = await read(part.file, Math.min(left, settings.attachmentLimitBytes));
    const index = /^files\[(\d+)\]$/.exec(part.fieldname)?.[1];
    tooLarge ||= bytes === undefined;
    misnamed ||= index === undefined;
    left -= bytes?.length ?? 0;
    if (bytes && index !== undefined) uploads.set(index, { filename: part.filename || 'unknown', bytes });
  }
  if (tooLarge) throw refuse.requestTooLarge();
  if (misnamed) throw new DiscordError(400, 50046, 'Invalid file uploaded');
  if (uploads.size > mostFiles)
    throw new DiscordError(400, 30015, `Maximum number of attachments in a message reached (${mostFiles})`);
  return { json, uploads };
}

/** Reads to the end in any case, so that the peer hears the answer; undefined when there was more than the limit. */
async function read(stream: AsyncIterable<Buffer>, limitBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size <= limitBytes) chunks.push(chunk);
  }
  return size <= limitBytes ? Buffer.concat(chunks) : undefined;
}

export function parse(text: string): unknown {
  try {
    return parseKeepingLongIntegers(text);
  } catch {
    throw refuse.invalidJson();
  }
}
