import { describe, expect, it } from 'vitest';
import { EchoGuard, isCovered } from '../../../../src/call/hearing/echo.ts';
import { usualEcho } from '../../../../src/call/hearing/echo-settings.ts';
import { skipsWithout } from '../../../support/needs.ts';
import { spoken } from '../../../support/spoken.ts';

const sentences = [
  'The library opens at nine and closes at six, except on Sundays when it stays closed all day long.',
  'I can help you find the documents about moderation, would you like me to read the first one aloud?',
  'Hey, wait a moment, that is not what I meant, can you start again from the second point?',
  'Right, and who decides whether an appeal is accepted, the moderators or the owner?',
] as const;
const voices = ['en-us+m3', 'en-gb+f2', 'en-us+f4', 'en+m7'] as const;

/** Plays and hears side by side, 20 ms at a time; whether it was taken for an echo, asked every 100 ms. */
function listen(played: Int16Array, heard: Int16Array, settings = usualEcho): readonly boolean[] {
  const guard = new EchoGuard(settings);
  const verdicts: boolean[] = [];
  for (let frame = 0; frame * 320 + 320 <= heard.length; frame += 1) {
    guard.played(played.subarray(frame * 480, frame * 480 + 480));
    guard.heard('ann', heard.subarray(frame * 320, frame * 320 + 320));
    if (frame % 5 === 4 && frame * 20 >= settings.windowMs) verdicts.push(guard.isEcho('ann'));
  }
  return verdicts;
}

/** As a laptop's microphone picks it up: late, quiet, with the hiss of a room. */
function pickedUp(samples: Int16Array, delayMs: number, gain: number): Int16Array {
  let noise = 1;
  return samples.map((_, index) => {
    noise = (noise * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (samples[index - delayMs * 16] ?? 0) * gain + (noise / 0x7fffffff - 0.5) * 30;
  });
}

const share = (verdicts: readonly boolean[]) => verdicts.filter(Boolean).length / verdicts.length;

describe.skipIf(skipsWithout('espeak', 'the bot’s own voice'))('the bot’s own voice', () => {
  it.each([
    [80, 0.1],
    [150, 0.3],
    [400, 0.1],
  ])('coming back %i ms late at %d of its loudness is not taken for speech', (delayMs, gain) => {
    const verdicts = sentences.flatMap((sentence, index) => {
      const voice = voices[index] ?? 'en';
      const heard = pickedUp(spoken(sentence, voice, 16_000), delayMs, gain);
      return listen(spoken(sentence, voice, 24_000), heard).slice(Math.ceil(delayMs / 100));
    });
    expect(share(verdicts)).toBeGreaterThan(0.9);
  });

  it('is told from somebody who speaks at the same time as it', () => {
    const verdicts = sentences.flatMap((sentence, index) =>
      voices.flatMap((voice, other) => {
        const own = spoken(sentence, voices[index] ?? 'en', 24_000);
        return other === index ? [] : listen(own, spoken(sentences[other] ?? '', voice, 16_000));
      }),
    );
    expect(verdicts.length).toBeGreaterThan(300);
    expect(share(verdicts)).toBeLessThan(0.03);
  });

  it('is nothing to compare with while it was silent', () => {
    expect(share(listen(new Int16Array(96_000), spoken(sentences[0], 'en', 16_000)))).toBe(0);
  });

  it('is not looked for when it is switched off', () => {
    const heard = spoken(sentences[0], 'en', 16_000);
    expect(share(listen(spoken(sentences[0], 'en', 24_000), heard, { ...usualEcho, enabled: false }))).toBe(
      0,
    );
  });
});

describe('a transcript', () => {
  const said = 'The library opens at nine and closes at six, except on Sundays.';

  it('whose words the bot has just said is its own', () => {
    expect(isCovered('opens at nine and closes at six', said, 0.8)).toBe(true);
  });

  it('that says something else is somebody’s', () => {
    expect(isCovered('when does the library open on Mondays', said, 0.8)).toBe(false);
  });

  it('of one word is somebody’s: people repeat a word', () => {
    expect(isCovered('nine', said, 0.8)).toBe(false);
  });
});
