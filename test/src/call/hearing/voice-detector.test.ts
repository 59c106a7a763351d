import { describe, expect, it } from 'vitest';
import type { SpeechFrame } from '../../../../src/call/hearing/speech-frame.ts';
import { VoiceDetector } from '../../../../src/call/hearing/voice-detector.ts';
import { voiced } from '../../../support/speech-frames.ts';

/** White noise that's the same in every run. */
function noiseFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16_807) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}

/** A microphone that hears 20 ms after 20 ms of what `sampleAt` gives for each moment, in seconds. */
class Microphone {
  readonly #detector = new VoiceDetector();
  #frame = 0;

  hear(durationMs: number, sampleAt: (seconds: number, index: number) => number): readonly SpeechFrame[] {
    return Array.from({ length: durationMs / 20 }, () => {
      const from = this.#frame * 320;
      this.#frame += 1;
      return this.#detector.judgeFrame({
        userId: 'ann',
        samples: new Int16Array(320).map((_, at) => sampleAt((from + at) / 16_000, from + at)),
        rtpTimestamp: from * 3,
        kind: 'spoken',
      });
    });
  }

  /** How much of it is speech, in milliseconds. */
  speechMs(durationMs: number, sampleAt: (seconds: number, index: number) => number): number {
    return this.hear(durationMs, sampleAt).filter(({ speech }) => speech).length * 20;
  }
}

/** A voice, made once for each frame. */
const voiceAt = (peak: number) => {
  let made = voiced(0, peak);
  return (_: number, index: number) => {
    if (index % 320 === 0) made = voiced(index / 320, peak);
    return made[index % 320] ?? 0;
  };
};
const tone = (hz: number, seconds: number) => Math.sin(2 * Math.PI * hz * seconds);

describe("a speaker's voice", () => {
  it.each([8_000, 500, 160])('is speech within 200 ms, and goes on being it, at a peak of %d', (peak) => {
    const frames = new Microphone().hear(3_000, voiceAt(peak));
    const first = frames.findIndex(({ speech }) => speech);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(first * 20).toBeLessThanOrEqual(200);
    // What it tells of the beginning is that the word is as old as its sound.
    expect(frames[first]?.soundMs).toBe((first + 1) * 20);
    expect(frames.slice(first).filter(({ speech }) => speech).length).toBeGreaterThan(110);
  });

  it('is over although a fan that began under it goes on, and is heard again above the fan', () => {
    const next = noiseFrom(3);
    const fan = () => 900 * next();
    const voice = voiceAt(8_000);
    const microphone = new Microphone();
    expect(microphone.speechMs(2_000, (seconds, index) => fan() + voice(seconds, index))).toBeGreaterThan(
      1_200,
    );
    const after = microphone.hear(2_000, fan);
    expect(after.findLastIndex(({ speech }) => speech) * 20).toBeLessThan(400);
    expect(microphone.speechMs(2_000, (seconds, index) => fan() + voice(seconds, index))).toBeGreaterThan(
      1_200,
    );
  });

  it('is over although somebody goes on typing', () => {
    const next = noiseFrom(5);
    const typing = (seconds: number) => 9_000 * next() * Math.exp(-120 * (seconds % 0.15));
    const microphone = new Microphone();
    microphone.hear(1_500, voiceAt(8_000));
    const after = microphone.hear(3_000, typing);
    expect(after.findLastIndex(({ speech }) => speech) * 20).toBeLessThan(1_200);
  });

  it('may whisper', () => {
    const next = noiseFrom(7);
    let smooth = 0;
    // Now bright, now dull, five times a second.
    const whisper = (seconds: number) => {
      smooth += (next() - smooth) * (0.1 + 0.9 * Math.max(0, tone(5, seconds)));
      return 2_500 * smooth;
    };
    expect(new Microphone().speechMs(2_000, whisper)).toBeGreaterThan(800);
  });
});

describe('what is no voice', () => {
  const next = noiseFrom(9);
  it.each([
    ['a fan', () => 3_000 * next()],
    ['a hum', (seconds: number) => 3_000 * tone(100, seconds)],
    ['typing', (seconds: number) => 12_000 * next() * Math.exp(-120 * (seconds % 0.19))],
    ['breath', (seconds: number) => 3_000 * next() * Math.max(0, tone(0.4, seconds))],
    ['knocking', (seconds: number) => 9_000 * tone(170, seconds) * Math.exp(-45 * (seconds % 0.4))],
    ['a bell', (seconds: number) => 6_000 * tone(1_900, seconds) * Math.exp(-5 * (seconds % 0.7))],
    ['a tune', (seconds: number) => 6_000 * tone(220 * 2 ** (Math.floor(seconds / 0.3) % 5), seconds)],
  ])('%s is hardly ever taken for one', (_, sampleAt) => {
    expect(new Microphone().speechMs(5_000, sampleAt)).toBeLessThan(500);
  });
});
