import { Application, createEncoder } from 'libopus-wasm';

export const sayRateHz = 48_000;
const frameSamples = sayRateHz / 50;
const bitrate = 64_000;

/** Mono PCM at 48 kHz as Opus packets of 20 ms, with so much silence at the end that the codec keeps nothing back. */
export async function opusPackets(samples: Int16Array): Promise<readonly Uint8Array[]> {
  using encoder = await createEncoder({
    channels: 1,
    sampleRate: sayRateHz,
    frameSize: frameSamples,
    application: Application.Audio,
    complexity: 5,
    bitrate,
  });
  const packets: Uint8Array[] = [];
  const end = samples.length + encoder.getLookahead();
  for (let start = 0; start < end; start += frameSamples) {
    const frame = new Int16Array(frameSamples);
    frame.set(samples.subarray(start, start + frameSamples));
    packets.push(encoder.encode(frame).slice());
  }
  return packets;
}
