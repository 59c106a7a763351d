import type { SpeechFrame } from '../../src/call/hearing/speech-frame.ts';
import type { HeardFrame } from '../../src/voice/ears/types.ts';

/** What's loud is speech at once, for tests of what happens after a voice was detected. */
export function asSpeech(frame: HeardFrame): SpeechFrame {
  const level = Math.sqrt(
    frame.samples.reduce((sum, sample) => sum + sample * sample, 0) / frame.samples.length,
  );
  const speech = frame.kind !== 'silence' && level > 200;
  return { ...frame, speech, level, soundMs: speech ? 20 : 0 };
}

const rateHz = 16_000;
/** A syllable, and how much of its loudness is left where the next one begins. */
const syllableFrames = 8;
const between = 0.2;

/** 20 ms of a voice without words: its pitch moves, and it has syllables. */
export function voiced(frame: number, peak = 8_000): Int16Array {
  const loud = peak * (frame % syllableFrames === syllableFrames - 1 ? between : 1);
  return new Int16Array(320).map((_, index) => {
    const seconds = (frame * 320 + index) / rateHz;
    // 130 Hz, up and down by a fifth of it.
    const phase = 2 * Math.PI * 130 * seconds + 12 * Math.sin(2 * Math.PI * 0.8 * seconds);
    let sum = 0;
    for (let overtone = 1; overtone <= 8; overtone += 1) sum += Math.sin(phase * overtone) / overtone;
    return (loud * sum) / 1.8;
  });
}
