import type { AudioEncoder } from './audio-encoder.ts';

/** 16-bit little-endian mono (field notes 2). */
export class PcmEncoder implements AudioEncoder {
  async encode(samples: Int16Array): Promise<Uint8Array> {
    return littleEndian(samples);
  }

  async finish(): Promise<Uint8Array> {
    return new Uint8Array();
  }

  close(): void {}
}

export function littleEndian(samples: Int16Array): Uint8Array {
  const bytes = Buffer.alloc(samples.length * 2);
  for (const [index, sample] of samples.entries()) bytes.writeInt16LE(sample, index * 2);
  return bytes;
}
