import { type OpusPacket, rtpClockHz, rtpTicksPerFrame } from './audio.ts';
import { packetsOfPcm } from './of-pcm.ts';
import { type OggOpusPacket, oggOpusPackets } from './ogg-opus.ts';
import { libopus, type OpusCodec } from './opus-codec.ts';
import { framesOf, packetOfFrames, ticksOf } from './opus-packet.ts';

/**
 * The speech of an Ogg Opus file as packets of 20 ms, each as soon as its page is there. What has 20 ms passes through
 * untouched, other durations are regrouped; only what cannot be is decoded and encoded again, from there on.
 * Packets that are lead-in or filling as a whole are left out.
 * @throws {OggError} {OpusPacketError} see `oggOpusPackets`
 */
export async function* packetsOfOgg(
  chunks: AsyncIterable<Uint8Array>,
  codec: OpusCodec = libopus,
): AsyncGenerator<OpusPacket, void, undefined> {
  const source = oggOpusPackets(chunks);
  const regrouper = new Regrouper();
  try {
    for (let next = await source.next(); !next.done; next = await source.next()) {
      const { packet, ticks, skipTicks, trimTicks, first } = next.value;
      if (first) yield* regrouper.end();
      if (skipTicks === ticks || trimTicks === ticks - skipTicks) continue;
      const regrouped = regrouper.add(packet);
      if (regrouped) yield* regrouped;
      else {
        const begun = [...regrouper.takeHeld().map(heardWhole), next.value];
        return yield* packetsOfPcm(decoded(begun, source, codec), rtpClockHz, codec);
      }
    }
    yield* regrouper.end();
  } finally {
    await source.return();
  }
}

function heardWhole(packet: OpusPacket): OggOpusPacket {
  return { packet, ticks: ticksOf(packet), skipTicks: 0, trimTicks: 0, first: false };
}

/** PCM at 48 kHz, without lead-in and filling. */
async function* decoded(
  begun: readonly OggOpusPacket[],
  rest: AsyncIterable<OggOpusPacket>,
  codec: OpusCodec,
): AsyncGenerator<Uint8Array, void, undefined> {
  const decoder = await codec.decoder(rtpClockHz);
  const pcmOf = ({ packet, skipTicks, trimTicks }: OggOpusPacket) => {
    const samples = decoder.decode(packet);
    const heard = samples.subarray(skipTicks, samples.length - trimTicks);
    return new Uint8Array(heard.buffer, heard.byteOffset, heard.byteLength);
  };
  try {
    for (const each of begun) yield pcmOf(each);
    for await (const each of rest) yield pcmOf(each);
  } finally {
    decoder.free();
  }
}

/**
 * Makes packets of 20 ms of packets of other durations without touching the sound: longer ones are taken apart, shorter
 * ones put together. What already has 20 ms stays as it is.
 */
export class Regrouper {
  #configuration = 0;
  #frameTicks = 0;
  #held: Uint8Array[] = [];

  /**
   * @returns undefined, and forgets nothing, when it cannot be done: a single frame of 40 or 60 ms, or another
   * configuration in the middle of 20 ms
   * @throws {OpusPacketError}
   */
  add(packet: OpusPacket): readonly OpusPacket[] | undefined {
    const { configuration, frameTicks, frames } = framesOf(packet);
    const holding = this.#held.length > 0;
    if (frameTicks > rtpTicksPerFrame || (holding && configuration !== this.#configuration)) return undefined;
    if (!holding && frames.length * frameTicks === rtpTicksPerFrame) return [packet];
    this.#configuration = configuration;
    this.#frameTicks = frameTicks;
    const whole: OpusPacket[] = [];
    for (const frame of frames) {
      this.#held.push(frame);
      if (this.#held.length * frameTicks === rtpTicksPerFrame) whole.push(...this.takeHeld());
    }
    return whole;
  }

  /** What does not make 20 ms yet, as it is. */
  takeHeld(): readonly OpusPacket[] {
    if (this.#held.length === 0) return [];
    const packet = packetOfFrames(this.#configuration, this.#held);
    this.#held = [];
    return [packet];
  }

  /** The same, filled up to 20 ms with frames of no bytes, which decoders play as a fade. */
  end(): readonly OpusPacket[] {
    while (this.#held.length > 0 && this.#held.length * this.#frameTicks < rtpTicksPerFrame)
      this.#held.push(new Uint8Array());
    return this.takeHeld();
  }
}
