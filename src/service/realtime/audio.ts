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
