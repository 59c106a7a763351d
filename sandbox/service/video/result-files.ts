import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';

interface ResultFile {
  readonly bytes: Uint8Array;
  readonly expiresAt: number;
}

/** Finished videos and their signed addresses; a file is gone when its 24 hours are over. */
export class ResultFiles {
  readonly #files = new Map<string, ResultFile>();
  readonly #secret = createSecretKey(randomBytes(32));
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  put(taskId: string, bytes: Uint8Array, expiresAt: number): void {
    this.#purge();
    this.#files.set(taskId, { bytes, expiresAt });
  }

  get(taskId: string): Uint8Array | undefined {
    return this.#valid(taskId)?.bytes;
  }

  /** Path and query under the server's address; undefined when there is no such file (any more). */
  pathOf(taskId: string): string | undefined {
    const file = this.#valid(taskId);
    if (!file) return undefined;
    const expires = Math.floor(file.expiresAt / 1_000);
    return `/files/${taskId}.mp4?Expires=${expires}&Signature=${this.#sign(taskId, String(expires))}`;
  }

  isSigned(taskId: string, expires: string, signature: string): boolean {
    const [given, expected] = [Buffer.from(signature), Buffer.from(this.#sign(taskId, expires))];
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #sign(taskId: string, expires: string): string {
    return createHmac('sha256', this.#secret).update(`${taskId}\n${expires}`).digest('hex');
  }

  #valid(taskId: string): ResultFile | undefined {
    const file = this.#files.get(taskId);
    return file && this.#now() < file.expiresAt ? file : undefined;
  }

  /** The oldest stand first. */
  #purge(): void {
    for (const [taskId, { expiresAt }] of this.#files) {
      if (this.#now() < expiresAt) return;
      this.#files.delete(taskId);
    }
  }
}
