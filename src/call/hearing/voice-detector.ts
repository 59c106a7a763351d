import type { HeardFrame } from '../../voice/ears/types.ts';

/** 20 ms of one speaker, judged once: at the entrance of a call. */
export interface SpeechFrame extends HeardFrame {
  /** They speak, as far as can be told from the sound. */
  readonly speech: boolean;
  /** Root mean square of its samples: 0 to 32,768. */
  readonly level: number;
}

/** Below this nobody speaks, in steps of a 16-bit sample: about -44 dB. */
const quietest = 200;
/** How much louder speech is than the speaker's own background. */
const aboveFloor = 3;
const floorRise = 0.02;
const floorFall = 0.3;

/**
 * Tells a speaker's voice from the background of their own microphone: it's louder. People who hold a key down send packets
 * although they are silent.
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

/** The detectors of everybody in a call: each learns the background of one person. */
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
