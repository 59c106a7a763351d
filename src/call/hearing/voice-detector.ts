import type { HeardFrame } from '../../voice/ears/types.ts';

/** 20 ms of a speaker, checked for speech once, where it enters the call. */
export interface SpeechFrame extends HeardFrame {
  /** Whether it sounds like speech. */
  readonly speech: boolean;
  /** Root mean square of its samples: 0 to 32,768. */
  readonly level: number;
}

/** Anything quieter isn't speech, in steps of a 16-bit sample: about -44 dB. */
const quietest = 200;
/** How much louder than the speaker's background speech is. */
const aboveFloor = 3;
const floorRise = 0.02;
const floorFall = 0.3;

/**
 * Tells a speaker's voice from their microphone's background, because it's louder. People who hold down a push-to-talk
 * key send packets even while they're silent.
 */
export class VoiceDetector {
  #floor = quietest / aboveFloor;

  judgeFrame(frame: HeardFrame): SpeechFrame {
    if (frame.kind === 'silence') return { ...frame, speech: false, level: 0 };
    const level = rootMeanSquare(frame.samples);
    const speech = level > Math.max(quietest, this.#floor * aboveFloor);
    const step = level < this.#floor ? floorFall : speech ? 0 : floorRise;
    this.#floor += (level - this.#floor) * step;
    return { ...frame, speech, level };
  }
}

/** One detector for each person in a call, because each learns that person's background. */
export class VoiceDetectors {
  readonly #detectors = new Map<string, VoiceDetector>();

  judgeFrame(frame: HeardFrame): SpeechFrame {
    const detector = this.#detectors.get(frame.userId) ?? new VoiceDetector();
    this.#detectors.set(frame.userId, detector);
    return detector.judgeFrame(frame);
  }

  forgetSpeaker(userId: string): void {
    this.#detectors.delete(userId);
  }
}

function rootMeanSquare(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}
