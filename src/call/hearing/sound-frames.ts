import type { HeardFrame } from '../../voice/ears/types.ts';
import { heardSamplesPerFrame, rtpTicksPerFrame } from '../../voice/packets/audio.ts';

const frameBytes = heardSamplesPerFrame * 2;

/**
 * 16 kHz mono PCM that is cut anywhere, as frames of one speaker, with silence behind them; what's less than 20 ms at its end is
 * left out.
 */
export async function* framesOfSound(
  userId: string,
  pcm: AsyncIterable<Uint8Array>,
): AsyncGenerator<HeardFrame, void, undefined> {
  let left = Buffer.alloc(0);
  let rtpTimestamp = 0;
  for await (const chunk of pcm) {
    left = Buffer.concat([left, chunk]);
    for (; left.length >= frameBytes; left = left.subarray(frameBytes)) {
      const bytes = left;
      const samples = new Int16Array(heardSamplesPerFrame).map((_, index) => bytes.readInt16LE(index * 2));
      yield { userId, samples, rtpTimestamp, kind: 'spoken' };
      rtpTimestamp += rtpTicksPerFrame;
    }
  }
  yield { userId, samples: new Int16Array(heardSamplesPerFrame), rtpTimestamp, kind: 'silence' };
}
