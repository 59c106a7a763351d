/** Mono sound of 16 bits. */
export interface MonoSound {
  readonly sampleRateHz: number;
  readonly samples: Int16Array;
}

const headerBytes = 44;

export function waveFile({ sampleRateHz, samples }: MonoSound): Buffer {
  const file = Buffer.alloc(headerBytes + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRateHz, 24);
  file.writeUInt32LE(sampleRateHz * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries()) file.writeInt16LE(sample, headerBytes + index * 2);
  return file;
}

/** Reads what `waveFile` writes: a plain header of 44 bytes, mono, 16 bits. */
export function readWaveFile(file: Buffer): MonoSound {
  if (file.toString('latin1', 0, 4) !== 'RIFF' || file.readUInt16LE(22) !== 1 || file.readUInt16LE(34) !== 16)
    throw new Error('not a mono WAV file of 16 bits');
  // Copied as a whole: a minute has three million samples. What begins at byte 44 needn't be aligned where it is.
  const data = new Uint8Array(file.subarray(headerBytes, headerBytes + file.readUInt32LE(40)));
  return { sampleRateHz: file.readUInt32LE(24), samples: new Int16Array(data.buffer) };
}
