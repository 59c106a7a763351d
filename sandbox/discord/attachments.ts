import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from './json.ts';
import { contentTypeOf, pixelSizeOf } from './media-type.ts';
import type { StoredFile, VoiceNote } from './world/model.ts';

export interface Upload {
  readonly filename: string;
  readonly bytes: Buffer;
}

export interface FileNotes {
  readonly filename?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly spoiler?: boolean | undefined;
  readonly ephemeral?: boolean | undefined;
  readonly voice?: VoiceNote | undefined;
}

/** Uploaded files and their signed, expiring addresses (`ex`, `is`: hexadecimal seconds; `hm`: the signature). */
export class AttachmentStore {
  readonly #files = new Map<string, StoredFile>();
  readonly #secret = createSecretKey(randomBytes(32));
  readonly #now: () => number;
  readonly #ttlMs: number;
  readonly #newId: () => string;
  baseUrl = '';

  constructor(options: { now: () => number; ttlMs: number; newId: () => string }) {
    this.#now = options.now;
    this.#ttlMs = options.ttlMs;
    this.#newId = options.newId;
  }

  add(channelId: string, upload: Upload, notes: FileNotes = {}): StoredFile {
    const given = notes.filename ?? upload.filename;
    const filename = safeName(given);
    const contentType = contentTypeOf(upload.bytes, filename);
    const size = pixelSizeOf(upload.bytes, contentType);
    const file: StoredFile = {
      id: this.#newId(),
      channelId,
      filename,
      contentType,
      bytes: upload.bytes,
      title: notes.title ?? (filename === given ? null : given),
      description: notes.description ?? null,
      spoiler: notes.spoiler ?? filename.startsWith('SPOILER_'),
      width: size?.width ?? null,
      height: size?.height ?? null,
      ephemeral: notes.ephemeral ?? false,
      voice: notes.voice,
    };
    this.#files.set(file.id, file);
    return file;
  }

  forget(file: StoredFile): void {
    this.#files.delete(file.id);
  }

  url(file: StoredFile): string {
    const issued = Math.floor(this.#now() / 1000);
    const expires = issued + Math.floor(this.#ttlMs / 1000);
    const path = `/attachments/${file.channelId}/${file.id}/${encodeURIComponent(file.filename)}`;
    const query = `ex=${expires.toString(16)}&is=${issued.toString(16)}`;
    return `${this.baseUrl}${path}?${query}&hm=${this.#sign(path, query)}&`;
  }

  /** The file behind an address; undefined when it is gone, expired or tampered with. */
  open(path: string, query: URLSearchParams): StoredFile | undefined {
    const [expires, issued, signature] = ['ex', 'is', 'hm'].map((name) => query.get(name) ?? '');
    const expected = Buffer.from(this.#sign(path, `ex=${expires}&is=${issued}`));
    const given = Buffer.from(signature ?? '');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    if (Number.parseInt(expires ?? '', 16) * 1000 <= this.#now()) return undefined;
    return this.find(path);
  }

  /** The file that an address names, whatever its signature says. */
  find(path: string): StoredFile | undefined {
    const [, root, channelId, id, name] = path.split('/');
    const file = this.#files.get(id ?? '');
    if (root !== 'attachments' || file?.channelId !== channelId) return undefined;
    return encodeURIComponent(file?.filename ?? '') === name ? file : undefined;
  }

  wire(file: StoredFile): JsonObject {
    const url = this.url(file);
    return {
      id: file.id,
      filename: file.filename,
      ...(file.title === null ? {} : { title: file.title }),
      ...(file.description === null ? {} : { description: file.description }),
      size: file.bytes.length,
      url,
      proxy_url: url,
      content_type: file.contentType,
      ...(file.width === null ? {} : { width: file.width, height: file.height }),
      ...(file.voice ? { duration_secs: file.voice.durationSecs, waveform: file.voice.waveform } : {}),
      ...(file.ephemeral ? { ephemeral: true } : {}),
      ...(file.spoiler ? { flags: 8 } : {}),
    };
  }

  #sign(path: string, query: string): string {
    return createHmac('sha256', this.#secret).update(`${path}?${query}`).digest('hex');
  }
}

/** Discord keeps letters, digits, dot, dash and underscore of a file's name. */
export function safeName(name: string): string {
  const kept = name
    .replaceAll(/\s+/g, '_')
    .replaceAll(/[^\w.-]/g, '')
    .replace(/^\.+/, '');
  return kept === '' ? 'unknown' : kept.slice(0, 1024);
}
