/** A mono WAV of 8 kHz, 16 bits, of so many seconds: silent, or a square wave of 100 Hz with the given level (0 to 1). */
export function wavOf(seconds: number, level = 0): Buffer {
  const sampleRateHz = 8_000;
  const dataBytes = Math.round(seconds * sampleRateHz) * 2;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + dataBytes, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRateHz, 24);
  header.writeUInt32LE(sampleRateHz * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(dataBytes, 40);
  const samples = Buffer.alloc(dataBytes);
  for (let at = 0; at < dataBytes / 2; at += 1) {
    samples.writeInt16LE(Math.round(level * 32_767) * (at % 80 < 40 ? 1 : -1), at * 2);
  }
  return Buffer.concat([header, samples]);
}

/**
 * Silent MPEG-1 frames of about so many seconds, Layer III unless told otherwise: 128 kbit/s (160 in Layer II),
 * 44.1 kHz, 1,152 samples each.
 */
export function mpegOf(seconds: number, layer: 2 | 3 = 3): Buffer {
  const frame = Buffer.alloc(layer === 3 ? 417 : 522);
  frame.set([0xff, layer === 3 ? 0xfb : 0xfd, 0x90, 0xc0]);
  const frames = Math.ceil((seconds * 44_100) / 1_152);
  return Buffer.concat(Array.from({ length: frames }, () => frame));
}
