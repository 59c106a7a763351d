import { heardSamplesPerFrame, rtpTicksPerFrame } from '../../voice/packets/audio.ts';
import type { SpeechFrame } from './speech-frame.ts';
import { levelOf } from './voice-detector.ts';
import { usualVoice } from './voice-settings.ts';

const frameBytes = heardSamplesPerFrame * 2;

/**
 * Cuts 16 kHz mono PCM, in pieces of any length, into one speaker's frames, with silence at the end. A rest below 20 ms
 * is left out.
 */
export async function* framesOfSound(
  userId: string,
  pcm: AsyncIterable<Uint8Array>,
): AsyncGenerator<SpeechFrame, void, undefined> {
  let left = Buffer.alloc(0);
  let rtpTimestamp = 0;
  for await (const chunk of pcm) {
    left = Buffer.concat([left, chunk]);
    for (; left.length >= frameBytes; left = left.subarray(frameBytes)) {
      const bytes = left;
      const samples = new Int16Array(heardSamplesPerFrame).map((_, index) => bytes.readInt16LE(index * 2));
      const level = levelOf(samples);
      // Nobody's room is in it.
      const speech = level > usualVoice.quietest;
      yield { userId, samples, rtpTimestamp, kind: 'spoken', level, speech, soundMs: speech ? 20 : 0 };
      rtpTimestamp += rtpTicksPerFrame;
    }
  }
  const samples = new Int16Array(heardSamplesPerFrame);
  yield { userId, samples, rtpTimestamp, kind: 'silence', level: 0, speech: false, soundMs: 0 };
}
