/** A voice-like sound: a gliding tone with overtones and syllables, so that each part can be told from the others. */
export function voiceLike(seconds: number, sampleRateHz: number, pitchHz = 140): Int16Array {
  let phase = 0;
  return Int16Array.from({ length: Math.round(seconds * sampleRateHz) }, (_, index) => {
    const at = index / sampleRateHz;
    phase += (2 * Math.PI * pitchHz * (1 + 0.3 * Math.sin(2.3 * at) + 0.2 * at)) / sampleRateHz;
    const syllable = 0.35 + 0.65 * Math.abs(Math.sin(Math.PI * 3.1 * at));
    return 9_000 * syllable * (Math.sin(phase) + 0.5 * Math.sin(2 * phase) + 0.25 * Math.sin(5 * phase));
  });
}

export function bytesOf(samples: Int16Array): Uint8Array {
  return new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
}

export function joinedSamples(parts: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** How alike two sounds are (1: the same up to loudness) at the best shift, and that shift in samples. */
export function likeness(
  wanted: Int16Array,
  heard: Int16Array,
  mostShift: number,
): { alike: number; shift: number } {
  let best = { alike: -1, shift: 0 };
  for (let shift = 0; shift <= mostShift; shift += 1) {
    const alike = correlation(wanted, heard.subarray(shift));
    if (alike > best.alike) best = { alike, shift };
  }
  return best;
}

function correlation(first: Int16Array, second: Int16Array): number {
  const length = Math.min(first.length, second.length);
  let [product, firstEnergy, secondEnergy] = [0, 0, 0];
  for (let index = 0; index < length; index += 1) {
    const [a = 0, b = 0] = [first[index], second[index]];
    product += a * b;
    firstEnergy += a * a;
    secondEnergy += b * b;
  }
  return firstEnergy === 0 || secondEnergy === 0 ? 0 : product / Math.sqrt(firstEnergy * secondEnergy);
}

export async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}
