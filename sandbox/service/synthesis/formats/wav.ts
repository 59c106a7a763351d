import type { AudioEncoder, StreamSettings } from './audio-encoder.ts';
import { littleEndian } from './pcm.ts';

/** What a stream has where a file has its length; "not to be trusted" (field notes 2). */
const unknownLength = 0xff_ff_ff_ff;

export class WavEncoder implements AudioEncoder {
  #header: Uint8Array | undefined;

  constructor({ sampleRateHz, aigcTag }: StreamSettings) {
    this.#header = header(sampleRateHz, aigcTag);
  }

  async encode(samples: Int16Array): Promise<Uint8Array> {
    return Buffer.concat([this.#takeHeader(), littleEndian(samples)]);
  }

  async finish(): Promise<Uint8Array> {
    return this.#takeHeader();
  }

  close(): void {}

  #takeHeader(): Uint8Array {
    const header = this.#header ?? new Uint8Array();
    this.#header = undefined;
    return header;
  }
}

function header(sampleRateHz: number, aigcTag: string | undefined): Uint8Array {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(sampleRateHz, 4);
  format.writeUInt32LE(sampleRateHz * 2, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const tag =
    aigcTag === undefined ? [] : [chunk('LIST', Buffer.concat([Buffer.from('INFO'), comment(aigcTag)]))];
  return Buffer.concat([
    chunkHead('RIFF', unknownLength),
    Buffer.from('WAVE'),
    chunk('fmt ', format),
    ...tag,
    chunkHead('data', unknownLength),
  ]);
}

function comment(text: string): Buffer {
  return chunk('ICMT', Buffer.from(`${text}\0`));
}

function chunk(name: string, body: Buffer): Buffer {
  return Buffer.concat([chunkHead(name, body.length), body, Buffer.alloc(body.length % 2)]);
}

function chunkHead(name: string, length: number): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(length, 4);
  return head;
}
