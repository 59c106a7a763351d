import { describe, expect, it } from 'vitest';
import { heardAt } from '../../../bench/ten-minutes/heard-translations.ts';
import { SoundTrack } from '../../../bench/ten-minutes/sound-track.ts';
import { spoken } from '../../support/spoken.ts';

const rateHz = 48_000;
const beganMs = 1_000_000;
const botVoice = 'en-us+f2';

/** What a page played from that moment on: sounds by when they began. */
function pageThatPlayed(sounds: readonly (readonly [atMs: number, samples: Int16Array])[], lastsMs = 12_000) {
  const samples = new Int16Array((lastsMs * rateHz) / 1_000);
  for (const [atMs, sound] of sounds)
    for (const [index, sample] of sound.entries()) {
      const at = (atMs * rateHz) / 1_000 + index;
      samples[at] = Math.max(-32_768, Math.min(32_767, (samples[at] ?? 0) + sample));
    }
  const endsAtMs = Array.from({ length: lastsMs / 100 }, (_, piece) => beganMs + (piece + 1) * 100);
  return new SoundTrack(samples, rateHz, endsAtMs);
}

const said = (text: string, voice = botVoice) => spoken(text, voice, rateHz);
const wanted = { samples: spoken('The meeting starts at nine', botVoice, 24_000), rateHz: 24_000 };
const found = (track: SoundTrack, fromMs = 0, untilMs = 12_000) => {
  const atMs = heardAt(track, wanted, beganMs + fromMs, beganMs + untilMs);
  return atMs === undefined ? undefined : atMs - beganMs;
};
/** The first tenth of a second that sounds, behind the silence that a voice begins with. */
const soundsWithinMs = 200;

describe('a translation in what a page played', () => {
  it('is found where it began, behind the name of who said it and before the next one', () => {
    const track = pageThatPlayed([
      [1_000, said('Ann')],
      [3_000, said('The meeting starts at nine')],
      [6_000, said('Where is the library')],
    ]);
    expect(found(track)).toBeGreaterThanOrEqual(3_000);
    expect(found(track)).toBeLessThan(3_000 + soundsWithinMs);
  });

  it('is found while another person speaks', () => {
    const track = pageThatPlayed([
      [2_500, said('I would rather go by train and be there', 'en-gb+m4').map((sample) => sample / 2)],
      [3_000, said('The meeting starts at nine')],
    ]);
    expect(found(track)).toBeGreaterThanOrEqual(3_000);
    expect(found(track)).toBeLessThan(3_000 + soundsWithinMs);
  });

  it('is not found where it was not said, by what else the same voice says', () => {
    const others = ['Where is the library', 'Please speak slowly', 'I agree with you'];
    const track = pageThatPlayed(others.map((text, index) => [1_000 + index * 3_000, said(text)]));
    expect(found(track)).toBeUndefined();
  });

  it('is found where a pause cuts it in two', () => {
    const whole = said('The meeting starts at nine');
    const cut = Math.floor(whole.length * 0.6);
    const track = pageThatPlayed([
      [3_000, whole.subarray(0, cut)],
      [6_000, whole.subarray(cut)],
    ]);
    expect(found(track)).toBeGreaterThanOrEqual(3_000);
    expect(found(track)).toBeLessThan(3_000 + soundsWithinMs);
  });

  it.each(['How are you', 'Good evening', 'I agree with you'])(
    'of three words is found among others, and only where it was said (%s)',
    (text) => {
      const voice = 'en-gb+m4';
      const short = { samples: spoken(text, voice, 24_000), rateHz: 24_000 };
      const others = ['Where is the library', 'Hello everyone', 'Thank you very much', 'Please speak slowly'];
      const placed = others.map((each, index) => [500 + index * 2_500, said(each, voice)] as const);
      expect(heardAt(pageThatPlayed(placed), short, beganMs, beganMs + 12_000)).toBeUndefined();
      const withIt = pageThatPlayed([...placed, [10_500, said(text, voice)]]);
      expect(heardAt(withIt, short, beganMs, beganMs + 12_000)).toBeGreaterThanOrEqual(beganMs + 10_500);
    },
  );

  it('is not found where most of it is missing', () => {
    const whole = said('The meeting starts at nine');
    expect(found(pageThatPlayed([[3_000, whole.subarray(0, whole.length / 3)]]))).toBeUndefined();
  });

  it('is not found in silence, nor outside of the asked time', () => {
    expect(found(pageThatPlayed([]))).toBeUndefined();
    const track = pageThatPlayed([[3_000, said('The meeting starts at nine')]]);
    expect(found(track, 6_000)).toBeUndefined();
    expect(found(track, 0, 2_500)).toBeUndefined();
  });
});
