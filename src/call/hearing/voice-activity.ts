/** Below this nobody speaks, in steps of a 16-bit sample: about -44 dB. */
const quietest = 200;
/** How much louder speech is than the speaker's own background. */
const aboveFloor = 3;
const floorRise = 0.02;
const floorFall = 0.3;

/**
 * Whether 20 ms of a speaker are speech: louder than the background of their own microphone. People who hold a key down
 * send packets although they are silent.
 */
export class VoiceActivity {
  #floor = quietest / aboveFloor;

  isSpeech(samples: Int16Array): boolean {
    const loudness = rootMeanSquare(samples);
    const speech = loudness > Math.max(quietest, this.#floor * aboveFloor);
    const step = loudness < this.#floor ? floorFall : speech ? 0 : floorRise;
    this.#floor += (loudness - this.#floor) * step;
    return speech;
  }
}

export function rootMeanSquare(samples: Int16Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
}
