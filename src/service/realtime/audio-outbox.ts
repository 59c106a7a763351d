import { inputBytesPerMs } from './audio.ts';

export interface AudioOutboxOptions {
  /** Bytes that the connection has not sent yet. */
  readonly unsentBytes: () => number;
  readonly send: (pcm: Uint8Array) => void;
  /** Somebody's words were dropped, because the service has stopped reading for so long. */
  readonly onDropped: (droppedMs: number) => void;
}

/** So much may wait in the connection itself, in bytes of JSON: a good second. */
const unsentAtMost = 48 * 1024;
/** So much audio waits here at most; what is older than that is of no use to a conversation. */
const keptMs = 5_000;

/**
 * Audio on its way to the service, oldest first. When the service does not keep up, the oldest audio is dropped, whole
 * appends at a time, and counted: a late answer to old words is worse than a gap that is told.
 */
export class AudioOutbox {
  readonly #options: AudioOutboxOptions;
  #waiting: Uint8Array[] = [];
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
    while (this.#waitingBytes > keptMs * inputBytesPerMs) dropped += this.#take()?.length ?? 0;
    if (dropped > 0) this.#options.onDropped(Math.round(dropped / inputBytesPerMs));
  }

  /** Sends what the connection takes by now; called with each append and whenever something was sent. */
  flush(): void {
    while (this.#waiting.length > 0 && this.#options.unsentBytes() <= unsentAtMost) {
      const pcm = this.#take();
      if (pcm) this.#options.send(pcm);
    }
  }

  clear(): void {
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #take(): Uint8Array | undefined {
    const pcm = this.#waiting.shift();
    this.#waitingBytes -= pcm?.length ?? 0;
    return pcm;
  }
}
