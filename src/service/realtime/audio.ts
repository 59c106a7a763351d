/**
 * The input of both realtime interfaces: 16-bit little-endian mono PCM at 16 kHz (field notes 3; the wire's `pcm`,
 * `pcm16`).
 */
const inputRateHz = 16_000;
export const inputBytesPerMs = (inputRateHz / 1000) * 2;
/** The output of both: the same at 24 kHz (`pcm`, `pcm24`). */
export const outputRateHz = 24_000;
export const outputBytesPerMs = (outputRateHz / 1000) * 2;

/**
 * PCM from Base64. Undefined if it isn't Base64 or ends in half a sample: a wrong byte would turn everything after it
 * into noise.
 */
export function pcmOfBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const expected = Math.floor((text.length * 3) / 4) - padding;
  return bytes.length === expected && bytes.length % 2 === 0 ? bytes : undefined;
}

export function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
}

/** How many bytes of JSON may wait in the connection itself: a good second of audio. */
const unsentAtMost = 48 * 1024;
/** How much audio may wait here. A conversation has no use for anything older. */
const keptMs = 5_000;

type Waiting = Uint8Array | (() => void);

/**
 * Audio on its way to the service, oldest first. If the service doesn't keep up, the oldest appends are dropped and
 * counted: a gap that's reported is better than a late answer to old words.
 */
export class AudioOutbox {
  readonly #unsentBytes: () => number;
  readonly #send: (pcm: Uint8Array) => void;
  readonly #tellDropped: (droppedMs: number) => void;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;

  /**
   * @param unsentBytes what the connection hasn't sent yet
   * @param tellDropped called when audio was dropped because the service hasn't read anything for too long
   */
  constructor(
    unsentBytes: () => number,
    send: (pcm: Uint8Array) => void,
    tellDropped: (droppedMs: number) => void,
  ) {
    this.#unsentBytes = unsentBytes;
    this.#send = send;
    this.#tellDropped = tellDropped;
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
    if (dropped > 0) this.#tellDropped(Math.round(dropped / inputBytesPerMs));
  }

  /** Runs an action once all the audio appended so far is sent: a commit must not overtake its audio. */
  behind(action: () => void): void {
    this.#waiting.push(action);
    this.flush();
  }

  /** Sends as much as the connection can take. Called for each append and after each send. */
  flush(): void {
    while (this.#waiting.length > 0 && this.#unsentBytes() <= unsentAtMost)
      this.#take((pcm) => this.#send(pcm));
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
