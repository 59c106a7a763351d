import type { FastifyRequest } from 'fastify';
import type { Upload } from '../attachments.ts';
import type { Core } from '../core.ts';
import { DiscordError, refuse } from '../errors.ts';
import { parseKeepingLongIntegers } from '../long-integers.ts';

const mostFiles = 10;

export interface RequestBody {
  readonly json: unknown;
  /** By the n of `files[n]`. */
  readonly uploads: ReadonlyMap<string, Upload>;
}

/**
 * Reads a JSON body or a multipart one: `payload_json` or a field for each parameter, and `files[n]`. Files of other names
 * come in, too, and are written down. Throws 40005 (413) above a limit.
 */
export async function readBody(
  request: FastifyRequest,
  { settings, oddities }: Pick<Core, 'settings' | 'oddities'>,
): Promise<RequestBody> {
  if (!request.isMultipart()) return { json: request.body ?? undefined, uploads: new Map() };
  const uploads = new Map<string, Upload>();
  const fields: Record<string, unknown> = {};
  let payload: unknown;
  let left = settings.requestLimitBytes;
  let tooLarge = false;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = fieldValue(part.fieldname, String(part.value));
      continue;
    }
    if (part.fieldname === 'payload_json') {
      payload = parse(String(await part.toBuffer()));
      continue;
    }
    const bytes = await read(part.file, Math.min(left, settings.attachmentLimitBytes));
    const index = /^files\[(\d+)\]$/.exec(part.fieldname)?.[1];
    if (index === undefined) oddities.note(`a file's name in a form: ${part.fieldname}`);
    tooLarge ||= bytes === undefined;
    left -= bytes?.length ?? 0;
    if (bytes) uploads.set(index ?? unusedIndex(uploads), { filename: part.filename || 'unknown', bytes });
  }
  if (tooLarge) throw refuse.requestTooLarge();
  if (uploads.size > mostFiles)
    throw new DiscordError(400, 30015, `Maximum number of attachments in a message reached (${mostFiles})`);
  return { json: payload ?? fields, uploads };
}

/** Everything in a form is a text; of a message's simple fields these two kinds are none. */
function fieldValue(name: string, text: string): unknown {
  if (name === 'tts') return text === 'true' || text === '1';
  return name === 'flags' && /^\d+$/.test(text) ? Number(text) : text;
}

function unusedIndex(uploads: ReadonlyMap<string, Upload>): string {
  let index = uploads.size;
  while (uploads.has(String(index))) index += 1;
  return String(index);
}

/** Always reads to the end, so the peer gets the answer; undefined if it was more than the limit. */
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
