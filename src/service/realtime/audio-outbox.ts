import { inputBytesPerMs } from './audio.ts';

export interface AudioOutboxOptions {
  /** Bytes that the connection has not sent yet. */
  readonly unsentBytes: () => number;
  readonly send: (pcm: Uint8Array) => void;
  /** Words were dropped, because the service hasn't been reading for too long. */
  readonly onDropped: (droppedMs: number) => void;
}

/** How much may wait in the connection itself, in bytes of JSON: a good second. */
const unsentAtMost = 48 * 1024;
/** How much audio may wait here; anything older is no use to a conversation. */
const keptMs = 5_000;

type Waiting = Uint8Array | (() => void);

/**
 * Audio on its way to the service, oldest first. When the service does not keep up, the oldest audio is dropped, whole
 * appends at a time, and counted: a late answer to old words is worse than a gap that is told.
 */
export class AudioOutbox {
  readonly #options: AudioOutboxOptions;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;

  constructor(options: AudioOutboxOptions) {
    this.#options = options;
  }

  get waitingMs(): number {
    return this.#waitingBytes / inputBytesPerMs;
  }

  append(pcm: Uint8Array): void {
    this.#waiting.push(pcm);
    this.#waitingBytes += pcm.length;
    this.flush();
    let dropped = 0;
    while (this.#waitingBytes > keptMs * inputBytesPerMs) dropped += this.#take((pcm) => pcm.length) ?? 0;
    if (dropped > 0) this.#options.onDropped(Math.round(dropped / inputBytesPerMs));
  }

  /** Does something once all the audio appended so far is gone: a commit must not overtake the words it commits. */
  behind(action: () => void): void {
    this.#waiting.push(action);
    this.flush();
  }

  /** Sends what the connection takes by now; called with each append and whenever something was sent. */
  flush(): void {
    while (this.#waiting.length > 0 && this.#options.unsentBytes() <= unsentAtMost)
      this.#take((pcm) => this.#options.send(pcm));
  }

  clear(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #take<Result>(use: (pcm: Uint8Array) => Result): Result | undefined {
    const next = this.#waiting.shift();
    if (typeof next === 'function') next();
    if (next === undefined || typeof next === 'function') return undefined;
    this.#waitingBytes -= next.length;
    return use(next);
  }
}
