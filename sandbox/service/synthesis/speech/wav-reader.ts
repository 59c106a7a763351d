/** Reads 16-bit mono WAV whose lengths are not to be trusted, because it was streamed. */
export function readWav(file: Buffer): { readonly samples: Float32Array; readonly sampleRateHz: number } {
  let at = 12;
  let sampleRateHz = 0;
  while (at + 8 <= file.length) {
    const name = file.toString('latin1', at, at + 4);
    const length = file.readUInt32LE(at + 4);
    const body = at + 8;
    if (name === 'fmt ' && body + 8 <= file.length) sampleRateHz = file.readUInt32LE(body + 4);
    if (name === 'data') return { samples: floatsOf(file.subarray(body)), sampleRateHz };
    at = body + length + (length % 2);
  }
  throw new Error('not a WAV file with samples');
}

function floatsOf(bytes: Buffer): Float32Array {
  const samples = new Float32Array(Math.floor(bytes.length / 2));
  for (let at = 0; at < samples.length; at += 1) samples[at] = bytes.readInt16LE(at * 2) / 32_768;
  return samples;
}
