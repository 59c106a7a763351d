/**
 * The length of a WAV's sound, measured from the sound and not the header. Undefined if it can't be played. Layout:
 * RIFF 1.0, chapter 3; a `fact` chunk has the number of samples of compressed sound.
 */
export function waveSeconds(bytes: Buffer): number | undefined {
  const chunks = chunksOf(bytes);
  const format = chunks?.get('fmt ');
  const sound = chunks?.get('data');
  if (!format || format.length < 16 || !sound) return undefined;
  const sampleRateHz = format.readUInt32LE(4);
  const bytesPerSecond = format.readUInt32LE(8);
  if (sampleRateHz === 0 || bytesPerSecond === 0) return undefined;
  const there = sound.length / bytesPerSecond;
  const fact = chunks?.get('fact');
  const promised = fact && fact.length >= 4 ? fact.readUInt32LE(0) / sampleRateHz : there;
  return Math.min(there, promised) || undefined;
}

const maxChunks = 10_000;

/** The first chunk of each name, cut at the end of the file if it promises more; undefined if there are too many. */
function chunksOf(bytes: Buffer): ReadonlyMap<string, Buffer> | undefined {
  const chunks = new Map<string, Buffer>();
  let count = 0;
  for (let at = 12; at + 8 <= bytes.length; count += 1) {
    if (count === maxChunks) return undefined;
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const content = bytes.subarray(at + 8, at + 8 + length);
    if (!chunks.has(name)) chunks.set(name, content);
    // Chunks begin at even positions.
    at += 8 + length + (length % 2);
  }
  return chunks;
}
