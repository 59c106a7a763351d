import { describe, expect, it } from 'vitest';
import { skipsWithout } from '../../../../sandbox/test/support/needs.ts';
import { EchoGuard, type EchoVerdict, isCovered, OwnWords } from '../../../../src/call/hearing/echo.ts';
import { usualEcho } from '../../../../src/call/hearing/echo-settings.ts';
import { spoken } from '../../../support/spoken.ts';

const sentences = [
  'The library opens at nine and closes at six, except on Sundays when it stays closed all day long.',
  'I can help you find the documents about moderation, would you like me to read the first one aloud?',
  'Hey, wait a moment, that is not what I meant, can you start again from the second point?',
  'Right, and who decides whether an appeal is accepted, the moderators or the owner?',
] as const;
const voices = ['en-us+m3', 'en-gb+f2', 'en-us+f4', 'en+m7'] as const;

/** Plays and hears side by side, 20 ms at a time; what it was taken for, asked every 100 ms. */
function verdictsOf(played: Int16Array, heard: Int16Array, settings = usualEcho): readonly EchoVerdict[] {
  const guard = new EchoGuard(settings);
  const verdicts: EchoVerdict[] = [];
  for (let frame = 0; frame * 320 + 320 <= heard.length; frame += 1) {
    guard.played(played.subarray(frame * 480, frame * 480 + 480));
    guard.heard('ann', heard.subarray(frame * 320, frame * 320 + 320));
    if (frame % 5 === 4 && frame * 20 >= settings.windowMs) verdicts.push(guard.judge('ann'));
  }
  return verdicts;
}

function listen(played: Int16Array, heard: Int16Array, settings = usualEcho): readonly boolean[] {
  return verdictsOf(played, heard, settings).map((verdict) => verdict === 'echo');
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

describe.skipIf(skipsWithout('espeak', "the bot's own voice"))("the bot's own voice", () => {
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
    expect(share(verdicts)).toBeLessThan(0.06);
  });

  it('is suspected the first time, and known the second', () => {
    const own = spoken(sentences[0], voices[0], 24_000);
    const heard = pickedUp(spoken(sentences[0], voices[0], 16_000), 80, 0.1);
    expect(verdictsOf(own, heard).slice(0, 3)).toEqual(['suspect', 'echo', 'echo']);
  });

  const changed = (delayMs: number, gain: number) => {
    const own = spoken(sentences[1], voices[1], 24_000);
    const sound = spoken(sentences[1], voices[1], 16_000);
    const [before, after] = [pickedUp(sound, 80, 0.1), pickedUp(sound, delayMs, gain)];
    const changeAt = 16_000 * 2;
    const heard = before.map((sample, index) => (index < changeAt ? sample : (after[index] ?? 0)));
    // Half a second is compared, every 100 ms from the first half second on.
    const verdicts = verdictsOf(own, heard);
    expect(new Set(verdicts.slice(2, 15))).toEqual(new Set(['echo']));
    return verdicts.slice(15);
  };

  it('that comes back much later than before is only suspected, until it does so again', () => {
    const verdicts = changed(700, 0.1);
    expect(verdicts.slice(0, 7).filter((verdict) => verdict !== 'echo').length).toBeGreaterThan(1);
    expect(verdicts.slice(0, 8)).toContain('suspect');
    expect(new Set(verdicts.slice(8, 25))).toEqual(new Set(['echo']));
  });

  it('is known when the speakers are turned up', () => {
    expect(new Set(changed(80, 0.5).slice(0, 25))).toEqual(new Set(['echo']));
  });

  it('is known from its first half second on, though nothing was sent before', () => {
    const own = spoken(sentences[2], voices[2], 24_000);
    const heard = pickedUp(spoken(sentences[2], voices[2], 16_000), 80, 0.3);
    const guard = new EchoGuard(usualEcho);
    const verdicts: EchoVerdict[] = [];
    for (let frame = 0; frame < 40; frame += 1) {
      guard.played(own.subarray(frame * 480, frame * 480 + 480));
      if (frame >= 8) guard.heard('ann', heard.subarray(frame * 320, frame * 320 + 320));
      if (frame >= 28 && frame % 5 === 3) verdicts.push(guard.judge('ann'));
    }
    expect(verdicts).toEqual(['suspect', 'echo', 'echo']);
  });

  /** Of the frames in which anything is heard, how many have more in them than the echo. */
  function louderShare(beside: (frame: number) => Int16Array | undefined): number {
    const own = spoken(sentences[0], voices[0], 24_000);
    const echo = pickedUp(spoken(sentences[0], voices[0], 16_000), 120, 0.3);
    const guard = new EchoGuard(usualEcho);
    const louder: boolean[] = [];
    for (let frame = 0; frame * 320 + 320 <= echo.length; frame += 1) {
      const voice = frame < 75 ? undefined : beside(frame - 75);
      const samples = echo.slice(frame * 320, frame * 320 + 320).map((each, at) => each + (voice?.[at] ?? 0));
      guard.played(own.subarray(frame * 480, frame * 480 + 480));
      guard.heard('ann', samples);
      if (frame % 5 === 4 && frame >= 30 && frame < 75) guard.judge('ann');
      if (frame >= 75 && frame < 150) louder.push(guard.isLouderThanEcho('ann'));
    }
    expect(guard.echoes('ann')).toBe(true);
    return share(louder);
  }

  it('has nothing beside it while only it comes back', () => {
    expect(louderShare(() => undefined)).toBeLessThan(0.06);
  });

  it('has a person beside it who is no louder than it', () => {
    const voice = spoken(sentences[3], voices[3], 16_000).map((each) => each * 0.3);
    expect(louderShare((frame) => voice.subarray(frame * 320, frame * 320 + 320))).toBeGreaterThan(0.5);
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

  it("that says something else is somebody's", () => {
    expect(isCovered('when does the library open on Mondays', said, 0.8)).toBe(false);
  });

  it("of one word is somebody's: people repeat a word", () => {
    expect(isCovered('nine', said, 0.8)).toBe(false);
  });
});

function words(...said: readonly (readonly [text: string, heardAtMs: number | undefined])[]): OwnWords {
  const own = new OwnWords(0.8, 1_500);
  said.forEach(([text, heardAtMs], index) => {
    own.noteWords(`t${index}`, text);
    if (heardAtMs !== undefined) own.noteHeard(`t${index}`, heardAtMs);
  });
  return own;
}

describe('what the bot says itself', () => {
  it.each([
    [undefined, 1_300],
    [1_500, 2_500],
  ])('covers a transcript as long as its echo may come (%s)', (wordsLateMs, lastMs) => {
    const guard = new EchoGuard(usualEcho, wordsLateMs);
    const voice = { id: 'a', played: () => undefined };
    guard.words.noteWords('a', 'The train leaves at nine tomorrow');
    expect(guard.words.covers('train leaves at nine', 1_000)).toBe(false);
    guard.followVoice(voice, 1_000);
    guard.followVoice(undefined, 1_020);
    expect(guard.words.covers('train leaves at nine', lastMs)).toBe(true);
    expect(guard.words.covers('train leaves at nine', lastMs + 20)).toBe(false);
  });

  it('covers a transcript of it that began while it was heard, or just after', () => {
    const own = words(['The train leaves at nine tomorrow', 5_000]);
    expect(own.covers('train leaves at nine', 3_000)).toBe(true);
    expect(own.covers('train leaves at nine', 6_000)).toBe(true);
    expect(own.covers('train leaves at nine', 9_000)).toBe(false);
  });

  it('covers no transcript of people who repeat it later than its echo comes', () => {
    const own = new OwnWords(0.8, 300);
    own.noteWords('a', 'The capital of Italy is Rome');
    own.noteHeard('a', 5_000);
    expect(own.covers('capital of Italy is Rome', 5_300)).toBe(true);
    expect(own.covers('capital of Italy is Rome', 5_320)).toBe(false);
  });

  it('covers nothing of people who had finished before it began to say that', () => {
    const own = new OwnWords(0.8, 300);
    own.noteWords('a', 'Good evening everybody');
    for (let atMs = 5_000; atMs <= 7_000; atMs += 20) own.noteHeard('a', atMs);
    expect(own.covers('Good evening everybody', 4_000, 4_980)).toBe(false);
    expect(own.covers('Good evening everybody', 4_000, 5_000)).toBe(true);
    expect(own.covers('Good evening everybody', 6_000, 8_000)).toBe(true);
    expect(own.covers('Good evening everybody', 4_000)).toBe(true);
  });

  it('covers nothing that it has not said yet, and nothing else that people say', () => {
    const own = words(['The train leaves at nine tomorrow', undefined], ['Good evening', 5_000]);
    expect(own.covers('train leaves at nine', 5_000)).toBe(false);
    expect(own.covers('When does the ferry leave', 5_000)).toBe(false);
  });

  it('covers two of its sentences in one transcript, and knows the latest words of each', () => {
    const own = words(['The train', 5_000], ['Good evening everyone', 6_000]);
    own.noteWords('t0', 'The train leaves at nine');
    expect(own.covers('leaves at nine good evening', 5_000)).toBe(true);
  });

  it('covers text without spaces by what stands together', () => {
    const own = words(['明天的火车九点开，请大家早点到', 5_000]);
    expect(own.covers('火车九点开', 5_000)).toBe(true);
    expect(own.covers('开车到九点', 5_000)).toBe(false);
  });
});
