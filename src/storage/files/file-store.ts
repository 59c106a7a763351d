/** A file of the store, and when it was put there, in milliseconds since the epoch. */
export interface StoredFile {
  readonly name: string;
  readonly at: number;
}

/**
 * Where files wait that several processes want: a shared folder, or a store that speaks S3. A file is all there or not at all. Everything
 * rejects with a `FileStoreError`, or with this machine's own error if its disk is at fault.
 */
export interface FileStore {
  /** For people: `folder`, or `S3`. */
  readonly kind: string;
  /** Writes a small file, reads it and removes it. */
  probe(signal?: AbortSignal): Promise<void>;
  /** Puts what stands at a path there, in place of an earlier one of that name. */
  put(name: string, path: string, signal?: AbortSignal): Promise<void>;
  /** Brings a file to a path, where it only gets its name when it's complete. False: there's none of that name. */
  fetch(name: string, path: string, signal?: AbortSignal): Promise<boolean>;
  /** Also if there's none of that name. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
  list(signal?: AbortSignal): AsyncIterable<StoredFile>;
  close(): Promise<void>;
}

/**
 * `refused`: not with these keys, or not by this user. `missing`: the bucket or the folder isn't there. `region`: the bucket is in another
 * one. `clock`: this machine's is wrong. `unreachable`: no answer, or one that was cut off. `failing`: an error of the store's own.
 */
export type FileTrouble = 'refused' | 'missing' | 'region' | 'clock' | 'unreachable' | 'failing';

export class FileStoreError extends Error {
  override readonly name = 'FileStoreError';
  readonly trouble: FileTrouble;
  /** What the store or the system calls it, such as `AccessDenied` or `EACCES`. */
  readonly code: string;

  constructor(trouble: FileTrouble, code: string, options?: ErrorOptions) {
    super(`the files' store: ${trouble} (${code})`, options);
    this.trouble = trouble;
    this.code = code;
  }

  /** Whether the same may work in a moment. */
  get retryable(): boolean {
    return this.trouble === 'unreachable' || this.trouble === 'failing';
  }
}
