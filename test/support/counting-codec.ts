import type { OpusCodec, OpusDecoder } from '../../src/voice/packets/opus-codec.ts';

/**
 * A codec whose sound is the packet's own number: a packet [kind, number] decodes to 20 ms of `number` (two of 10 ms for
 * kind 10), a guess is -1, a recovered one -2. Kind 255 is no Opus.
 */
export class CountingCodec implements OpusCodec {
  open = 0;
  opened = 0;

  async encoder(): Promise<never> {
    throw new Error('nothing is encoded here');
  }

  async decoder(sampleRateHz: number): Promise<OpusDecoder> {
    this.open += 1;
    this.opened += 1;
    let free = false;
    const frameSamples = sampleRateHz / 50;
    return {
      decode: ([kind = 0, number = 0]) => {
        if (free) throw new Error('it was freed');
        if (kind === 255) throw new Error('no Opus');
        return new Int16Array(kind === 10 ? frameSamples / 2 : frameSamples).fill(number);
      },
      conceal: (samples) => new Int16Array(samples).fill(-1),
      recover: (_, samples) => new Int16Array(samples).fill(-2),
      free: () => {
        if (!free) this.open -= 1;
        free = true;
      },
    };
  }
}
