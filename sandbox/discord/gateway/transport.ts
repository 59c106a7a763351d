import {
  constants,
  createDeflate,
  createZstdCompress,
  type Deflate,
  deflateSync,
  type ZstdCompress,
} from 'node:zlib';
import { WebSocket } from 'ws';

/** Compression requested in the gateway's address: the whole connection is one compressed stream. */
export const streamCompressions = ['zlib-stream', 'zstd-stream'] as const;
export type StreamCompression = (typeof streamCompressions)[number];

type Compressor = Deflate | ZstdCompress;

/** Writes texts to a gateway socket: plain, as one compressed stream, or each text compressed by itself. */
export class Transport {
  readonly #socket: WebSocket;
  readonly #stream: Compressor | undefined;
  readonly #flush: number;
  readonly #waiting: string[] = [];
  #written: Buffer[] = [];
  #busy = false;
  #farewell: (() => void) | undefined;
  /** Payload compression, requested in an identify. */
  compressesEach = false;

  constructor(socket: WebSocket, compression: StreamCompression | undefined) {
    this.#socket = socket;
    this.#flush = compression === 'zstd-stream' ? constants.ZSTD_e_flush : constants.Z_SYNC_FLUSH;
    if (compression === 'zlib-stream') this.#stream = createDeflate();
    if (compression === 'zstd-stream') this.#stream = createZstdCompress();
    this.#stream?.on('data', (chunk: Buffer) => this.#written.push(chunk));
    socket.on('close', () => this.#stream?.close());
  }

  send(text: string): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.#stream) {
      this.#waiting.push(text);
      this.#next(this.#stream);
    } else {
      this.#socket.send(this.compressesEach ? deflateSync(text) : text);
    }
  }

  /** Closes behind everything that was sent. */
  close(code: number, reason: string): void {
    const close = (): void => this.#socket.close(code, reason);
    if (this.#busy) this.#farewell = close;
    else close();
  }

  /** One message of the socket is one flush of the stream. */
  #next(stream: Compressor): void {
    if (this.#busy) return;
    const text = this.#waiting.shift();
    if (text === undefined) {
      this.#farewell?.();
      return;
    }
    this.#busy = true;
    stream.write(text);
    stream.flush(this.#flush, () => {
      if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(Buffer.concat(this.#written));
      this.#written = [];
      this.#busy = false;
      this.#next(stream);
    });
  }
}
