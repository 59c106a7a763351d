import { Application, createEncoder } from 'libopus-wasm';

/** Something like a voice: a gliding tone with overtones, in syllables, and breath. Mono unless told otherwise. */
export function speechPcm(seconds: number, sampleRateHz: number, channels = 1): Int16Array {
  const samples = new Int16Array(seconds * sampleRateHz * channels);
  let phase = 0;
  let breath = 1;
  for (let index = 0; index < samples.length; index += channels) {
    const at = index / channels / sampleRateHz;
    phase += (2 * Math.PI * (130 + 40 * Math.sin(2.1 * at) + 15 * Math.sin(17 * at))) / sampleRateHz;
    breath = (breath * 16_807) % 2_147_483_647;
    const tone =
      Math.sin(phase) + 0.6 * Math.sin(2 * phase) + 0.4 * Math.sin(7 * phase) + 0.2 * Math.sin(19 * phase);
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 2.3 * at)) + 0.05;
    samples.fill(5_000 * syllable * (tone + 0.3 * (breath / 1_073_741_823 - 1)), index, index + channels);
  }
  return samples;
}

/** As Discord's clients send it: 48 kHz stereo, 64 kbit/s, for voices, with error correction; 20 ms each. */
export async function speechPackets(seconds: number): Promise<Buffer[]> {
  const encoder = await createEncoder({
    sampleRate: 48_000,
    channels: 2,
    application: Application.Voip,
    bitrate: 64_000,
    fec: true,
    packetLossPercent: 5,
  });
  const pcm = speechPcm(seconds, 48_000, 2);
  const packets: Buffer[] = [];
  for (let from = 0; from < pcm.length; from += 1_920)
    packets.push(Buffer.from(encoder.encode(pcm.subarray(from, from + 1_920))));
  encoder.free();
  return packets;
}

const chunkMs = 100;
const chunkBytes = (24_000 / 1_000) * chunkMs * 2;
const aheadMs = 500;
const spoken = Buffer.from(speechPcm(4, 24_000).buffer);

/** 100 ms of 24 kHz mono PCM. */
export function pcmChunk(index: number): Buffer {
  const from = (index * chunkBytes) % spoken.length;
  return spoken.subarray(from, from + chunkBytes);
}

/** 24 kHz mono PCM without end, as a service delivers it: 100 ms at a time, half a second ahead of what is played. */
export async function* endlessPcm(): AsyncGenerator<Buffer> {
  const startMs = performance.now();
  for (let sent = 0; ; sent += 1) {
    const dueMs = startMs + sent * chunkMs - aheadMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    yield pcmChunk(sent);
  }
}

let spokenPackets: Promise<Buffer[]> | undefined;

/** The same as Ogg Opus: a page of five packets at a time. */
export async function* endlessOgg(): AsyncGenerator<Buffer> {
  spokenPackets ??= speechPackets(4);
  const packets = await spokenPackets;
  const head = Buffer.concat([Buffer.from('OpusHead'), Buffer.of(1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0)]);
  yield page(0, 2, 0, [head]);
  yield page(1, 0, 0, [Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)])]);
  const startMs = performance.now();
  for (let sent = 0; ; sent += 1) {
    const dueMs = startMs + sent * chunkMs - aheadMs;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())));
    const from = (sent * 5) % packets.length;
    yield page(sent + 2, 0, (sent + 1) * 5 * 960, packets.slice(from, from + 5));
  }
}

function page(sequence: number, flags: number, granule: number, packets: readonly Buffer[]): Buffer {
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ]);
  const header = Buffer.alloc(27);
  header.write('OggS');
  header[5] = flags;
  header.writeBigInt64LE(BigInt(granule), 6);
  header.writeUInt32LE(1, 14);
  header.writeUInt32LE(sequence, 18);
  header[26] = lacing.length;
  const bytes = Buffer.concat([header, Buffer.from(lacing), ...packets]);
  bytes.writeUInt32LE(checksum(bytes), 22);
  return bytes;
}

function checksum(bytes: Buffer): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  }
  return value >>> 0;
}
