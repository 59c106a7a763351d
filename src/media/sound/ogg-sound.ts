import { createReadStream } from 'node:fs';
import { OggError, oggOpusPackets } from '../../voice/packets/ogg-opus.ts';
import { libopus, type OpusCodec } from '../../voice/packets/opus-codec.ts';
import { OpusPacketError } from '../../voice/packets/opus-packet.ts';
import { type SoundSink, soundRateHz } from './sound-sink.ts';

const opusRateHz = 48_000;
const ticksPerSample = opusRateHz / soundRateHz;

/**
 * Decodes Ogg Opus, the way phones send voice messages. `cut`: it ends or is damaged in the middle, and what came before is there.
 * Undefined if there's no Opus in it that this reader knows.
 */
export async function decodeOgg(
  path: string,
  sink: SoundSink,
  codec: OpusCodec = libopus,
): Promise<'whole' | 'cut' | undefined> {
  const decoder = await codec.decoder(soundRateHz);
  try {
    for await (const { packet, ticks, skipTicks, trimTicks } of oggOpusPackets(createReadStream(path))) {
      const decoded = decodedOr(decoder, packet, ticks / ticksPerSample);
      const from = Math.round(skipTicks / ticksPerSample);
      await sink.write(decoded.subarray(from, decoded.length - Math.round(trimTicks / ticksPerSample)));
      if (sink.full) break;
    }
    return 'whole';
  } catch (error) {
    if (!(error instanceof OggError || error instanceof OpusPacketError)) throw error;
    return sink.ms > 0 ? 'cut' : undefined;
  } finally {
    decoder.free();
  }
}

/** A packet that's damaged inside costs only itself. */
function decodedOr(
  decoder: Awaited<ReturnType<OpusCodec['decoder']>>,
  packet: Uint8Array,
  samples: number,
): Int16Array {
  try {
    return decoder.decode(packet);
  } catch {
    return decoder.conceal(samples);
  }
}
