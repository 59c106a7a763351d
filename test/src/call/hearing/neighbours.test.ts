import { describe, expect, it } from 'vitest';
import { skipsWithout } from '../../../../sandbox/test/support/needs.ts';
import type { SpeechFrame } from '../../../../src/call/hearing/speech-frame.ts';
import { VoiceDetectors } from '../../../../src/call/hearing/voice-detector.ts';
import { spoken } from '../../../support/spoken.ts';

const ann = () => spoken('Can you tell me when the next train leaves for the lake', 'en-us', 16_000);
const ben = () => spoken('I would like to know more about the museum behind the park', 'en-gb+m4', 16_000);

/** What a microphone hears of somebody beside it: late, quieter, and out of a small room. */
function beside(sound: Int16Array, gain: number, lateMs = 40): Int16Array {
  const late = lateMs * 16;
  return Int16Array.from(sound, (_, at) => {
    let sum = sound[at - late] ?? 0;
    for (let echo = 1; echo <= 12; echo += 1)
      sum += (sound[at - late - echo * 173 - ((echo * 71) % 97)] ?? 0) * 0.5 * 0.75 ** echo;
    return sum * gain;
  });
}

function from(sound: Int16Array, atMs: number): Int16Array {
  const later = new Int16Array(sound.length + atMs * 16);
  later.set(sound, atMs * 16);
  return later;
}

/** Everyone's frames as they come, judged. A microphone that's silent sends nothing. */
function hear(microphones: Readonly<Record<string, Int16Array>>): Map<string, SpeechFrame[]> {
  const detectors = new VoiceDetectors();
  const heard = new Map<string, SpeechFrame[]>();
  const longest = Math.max(...Object.values(microphones).map(({ length }) => length));
  for (let at = 0; at + 320 <= longest; at += 320)
    Object.entries(microphones).forEach(([userId, sound], index) => {
      const samples = sound.slice(at, at + 320);
      if (samples.length < 320 || samples.every((sample) => sample === 0)) return;
      const frame = { userId, samples, rtpTimestamp: index * 7_777_777 + at * 3, kind: 'spoken' } as const;
      heard.set(userId, [...(heard.get(userId) ?? []), detectors.judgeFrame(frame)]);
    });
  return heard;
}

const spokenMs = (frames: readonly SpeechFrame[] = []) => frames.filter(({ speech }) => speech).length * 20;

describe.skipIf(skipsWithout('espeak', 'a headset beside another one'))(
  'a headset beside another one',
  () => {
    it.each([0.25, 0.1, 0.05])(
      'says nothing for its person while a neighbour speaks into it at %d',
      (gain) => {
        const heard = hear({ ann: from(ann(), 500), ben: from(beside(ann(), gain), 500) });
        expect(spokenMs(heard.get('ann'))).toBeGreaterThan(2_000);
        expect(spokenMs(heard.get('ben'))).toBe(0);
      },
    );

    it('is known no matter who is heard first', () => {
      const heard = hear({ ben: from(beside(ann(), 0.1), 500), ann: from(ann(), 500) });
      expect(spokenMs(heard.get('ben'))).toBe(0);
    });

    it('is that of its person who speaks over the neighbour, from their first syllable on', () => {
      const own = ben();
      const mixed = from(own, 1_500);
      const picked = from(beside(ann(), 0.1), 500);
      const both = mixed.map((sample, at) => sample + (picked[at] ?? 0));
      const frames = hear({ ann: from(ann(), 500), ben: both }).get('ben') ?? [];
      const first = frames.findIndex(({ speech }) => speech);
      expect(spokenMs(frames)).toBeGreaterThan(2_000);
      const beganMs = ((frames[first]?.rtpTimestamp ?? 0) - 7_777_777) / 48 - (frames[first]?.soundMs ?? 0);
      expect(beganMs).toBeLessThan(1_750);
    });

    it('waits for nobody while the others are silent', () => {
      const alone = hear({ ben: from(ben(), 500) }).get('ben') ?? [];
      const after = hear({ ann: ann(), ben: from(ben(), 6_000) }).get('ben') ?? [];
      expect(after.map(({ speech }) => speech)).toEqual(alone.map(({ speech }) => speech));
    });

    it('is its own again after a pause', () => {
      const own = from(ben(), 5_000);
      const picked = from(beside(ann(), 0.1), 500);
      const sound = own.map((sample, at) => sample + (picked[at] ?? 0));
      const frames = hear({ ann: from(ann(), 500), ben: sound }).get('ben') ?? [];
      expect(spokenMs(frames)).toBeGreaterThan(2_000);
    });
  },
);
