import { libopus, type OpusCodec } from '../../../src/voice/packets/opus-codec.ts';

/** The real codec, which remembers every packet that was decoded, after every decryption. */
export class RecordingCodec implements OpusCodec {
  readonly decoded: Uint8Array[] = [];
  /** Decoders that were ever opened: one for each person who is heard. */
  opened = 0;
  readonly encoder = libopus.encoder;

  decoder: OpusCodec['decoder'] = async (sampleRateHz) => {
    this.opened += 1;
    const real = await libopus.decoder(sampleRateHz);
    return {
      ...real,
      decode: (packet) => {
        this.decoded.push(Uint8Array.from(packet));
        return real.decode(packet);
      },
    };
  };
}
