import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { AudioEncoder, StreamSettings } from './audio-encoder.ts';
import { littleEndian } from './pcm.ts';

const finishTimeoutMs = 30_000;

/** MP3 by the machine's `ffmpeg`, as it comes out of it. */
export class Mp3Encoder implements AudioEncoder {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ended: Promise<number | null>;
  #ready: Uint8Array[] = [];

  constructor(ffmpeg: string, { sampleRateHz, aigcTag }: StreamSettings) {
    if (aigcTag !== undefined) this.#ready.push(id3Tag(aigcTag));
    const raw = ['-f', 's16le', '-ar', String(sampleRateHz), '-ac', '1', '-i', 'pipe:0'];
    const mp3 = ['-c:a', 'libmp3lame', '-q:a', '5', '-write_xing', '0', '-id3v2_version', '0'];
    const stream = ['-fflags', '+bitexact', '-flush_packets', '1', '-f', 'mp3', 'pipe:1'];
    this.#child = spawn(ffmpeg, ['-v', 'error', '-probesize', '32', ...raw, ...mp3, ...stream], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#child.stdout.on('data', (chunk: Buffer) => this.#ready.push(chunk));
    this.#child.stdin.on('error', () => undefined); // `close` says what happened
    this.#ended = new Promise((resolve) => {
      this.#child.on('error', () => resolve(null));
      this.#child.on('close', resolve);
    });
  }

  async encode(samples: Int16Array): Promise<Uint8Array> {
    if (this.#child.stdin.writable) this.#child.stdin.write(littleEndian(samples));
    return this.#take();
  }

  async finish(): Promise<Uint8Array> {
    this.#child.stdin.end();
    const late = setTimeout(() => this.close(), finishTimeoutMs);
    const code = await this.#ended;
    clearTimeout(late);
    if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
    return this.#take();
  }

  close(): void {
    this.#child.kill('SIGKILL');
  }

  #take(): Uint8Array {
    const bytes = Buffer.concat(this.#ready);
    this.#ready = [];
    return bytes;
  }
}

/** ID3v2.3 with one user-defined text frame, `AIGC`. */
function id3Tag(text: string): Uint8Array {
  const body = Buffer.concat([
    Buffer.from([1]),
    Buffer.from('\ufeffAIGC\0', 'utf16le'),
    Buffer.from(`\ufeff${text}`, 'utf16le'),
  ]);
  const frame = Buffer.alloc(10);
  frame.write('TXXX', 'latin1');
  frame.writeUInt32BE(body.length, 4);
  const length = frame.length + body.length;
  const synchsafe = [21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(synchsafe), frame, body]);
}
