import { type OpusPacket, rtpClockHz, rtpTicksPerFrame } from './audio.ts';
import { packetsOfPcm } from './of-pcm.ts';
import { type OggOpusPacket, oggOpusPackets } from './ogg-opus.ts';
import { libopus, type OpusCodec } from './opus-codec.ts';
import { framesOf, packetOfFrames, ticksOf } from './opus-packet.ts';

/**
 * The speech in an Ogg Opus file as packets of 20 ms, each as soon as its page has arrived. Packets of 20 ms pass
 * unchanged, other durations are regrouped, and anything else is decoded and encoded from there. Packets with only
 * lead-in or filling are left out.
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
 * Makes packets of 20 ms out of other durations without changing the sound: splits longer ones, joins shorter ones.
 * Packets of 20 ms stay as they are.
 */
export class Regrouper {
  #configuration = 0;
  #frameTicks = 0;
  #held: Uint8Array[] = [];

  /**
   * @returns undefined, keeping its state, if it's impossible: a single frame of 40 or 60 ms, or another configuration
   * in the middle of 20 ms
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

  /** The frames that don't make 20 ms yet. */
  takeHeld(): readonly OpusPacket[] {
    if (this.#held.length === 0) return [];
    const packet = packetOfFrames(this.#configuration, this.#held);
    this.#held = [];
    return [packet];
  }

  /** The same, filled up to 20 ms with empty frames, which decoders play as a fade. */
  end(): readonly OpusPacket[] {
    while (this.#held.length > 0 && this.#held.length * this.#frameTicks < rtpTicksPerFrame)
      this.#held.push(new Uint8Array());
    return this.takeHeld();
  }
}
