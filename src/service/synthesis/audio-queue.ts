/**
 * `full`: too much is waiting, so the sender should pause. `drained`: enough was read, so the sender can continue.
 * `abandoned`: the reader stopped before the end.
 */
export type AudioQueueEvent = 'full' | 'drained' | 'abandoned';

/** Each chunk costs memory, however small it is. */
const fullChunks = 16_384;

type State =
  | { readonly is: 'flowing' }
  | { readonly is: 'complete' }
  | { readonly is: 'failed'; readonly error: unknown }
  | { readonly is: 'abandoned' };

type Result = IteratorResult<Uint8Array, undefined>;

/**
 * Bytes from one writer to one reader, in order, with backpressure: the writer is told when the reader falls behind. It's no
 * generator, because a reader that leaves before its first read, or while it waits, must be noticed at once.
 */
export class AudioQueue implements AsyncIterableIterator<Uint8Array, undefined> {
  readonly #tell: (event: AudioQueueEvent) => void;
  readonly #fullBytes: number;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #full = false;
  #state: State = { is: 'flowing' };
  readonly #waiting: PromiseWithResolvers<Result>[] = [];

  constructor(tell: (event: AudioQueueEvent) => void, fullBytes: number) {
    this.#tell = tell;
    this.#fullBytes = fullBytes;
  }

  /** Too much is waiting. */
  get full(): boolean {
    return this.#full;
  }

  push(chunk: Uint8Array): void {
    if (this.#state.is !== 'flowing' || chunk.byteLength === 0) return;
    const reader = this.#waiting.shift();
    if (reader) {
      reader.resolve({ done: false, value: chunk });
      return;
    }
    this.#chunks.push(chunk);
    this.#bytes += chunk.byteLength;
    if (this.#full || (this.#bytes <= this.#fullBytes && this.#chunks.length <= fullChunks)) return;
    this.#full = true;
    this.#tell('full');
  }

  /** The iteration ends after what's there was read. */
  complete(): void {
    this.#end({ is: 'complete' });
  }

  /** The reader gets the error after what's there was read. */
  fail(error: unknown): void {
    this.#end({ is: 'failed', error });
  }

  /** Drops what's there, and the reader gets the error at once. */
  abort(error: unknown): void {
    this.#chunks.length = 0;
    this.#bytes = 0;
    this.#end({ is: 'failed', error });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<Result> {
    const chunk = this.#shift();
    if (chunk) return Promise.resolve({ done: false, value: chunk });
    switch (this.#state.is) {
      case 'flowing': {
        const reader = Promise.withResolvers<Result>();
        this.#waiting.push(reader);
        return reader.promise;
      }
      case 'failed': {
        const { error } = this.#state;
        this.#state = { is: 'complete' };
        return Promise.reject(error);
      }
      default:
        return Promise.resolve(over);
    }
  }

  return(): Promise<Result> {
    const early = this.#state.is === 'flowing';
    this.#chunks.length = 0;
    this.#bytes = 0;
    this.#end({ is: 'abandoned' });
    if (early) this.#tell('abandoned');
    return Promise.resolve(over);
  }

  #shift(): Uint8Array | undefined {
    const chunk = this.#chunks.shift();
    if (!chunk) return undefined;
    this.#bytes -= chunk.byteLength;
    if (this.#full && this.#bytes <= this.#fullBytes / 2 && this.#chunks.length <= fullChunks / 2) {
      this.#full = false;
      this.#tell('drained');
    }
    return chunk;
  }

  #end(state: State): void {
    if (this.#state.is !== 'flowing') return;
    this.#state = state;
    const readers = this.#waiting.splice(0);
    if (state.is === 'failed' && readers.length > 0) this.#state = { is: 'complete' };
    for (const [index, reader] of readers.entries()) {
      if (state.is === 'failed' && index === 0) reader.reject(state.error);
      else reader.resolve(over);
    }
  }
}

const over: Result = { done: true, value: undefined };
