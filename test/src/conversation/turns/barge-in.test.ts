import { describe, expect, test } from 'vitest';
import type { BesideEcho } from '../../../../src/call/hearing/echo-gate.ts';
import type { SpeechFrame } from '../../../../src/call/hearing/speech-frame.ts';
import { usualInterruption } from '../../../../src/conversation/settings/interruption.ts';
import { InterruptedAnswer, OverlapJudge } from '../../../../src/conversation/turns/barge-in.ts';
import { asSpeech } from '../../../support/speech-frames.ts';

const it = test.extend('overlap', () => new OverlapJudge(usualInterruption));

/** A `vowel` isn't known as a voice yet, and an `echo` is the bot's. */
type Sound = 'loud' | 'soft' | 'vowel' | 'faint vowel' | 'echo' | 'hiss' | 'sh' | 'faint hiss' | 'none';
/** How long each sound lasts, in order: `80 hiss, 240 loud`. */
type Pattern = string;

const levels = { loud: 8_000, soft: 1_500, vowel: 8_000, 'faint vowel': 250, echo: 800, none: 0 };

/** An “s” is where sound is highest, an “sh” at 3.2 kHz. */
function samplesOf(sound: Sound): Int16Array {
  return new Int16Array(320).map((_, index) => {
    if (sound === 'hiss' || sound === 'faint hiss')
      return ((index % 2) - 0.5) * (sound === 'hiss' ? 6_000 : 1_000);
    if (sound === 'sh') return 3_000 * Math.sin((index * Math.PI * 2) / 5);
    return levels[sound] * Math.sin((index * Math.PI) / 40);
  });
}

const unknownYet: readonly Sound[] = ['none', 'echo', 'faint hiss', 'vowel', 'faint vowel'];
const isSpeech = (sound: Sound) => !unknownYet.includes(sound);

function besideOf(sound: Sound): BesideEcho {
  if (isSpeech(sound)) return 'speech';
  return sound === 'vowel' || sound === 'faint vowel' || sound === 'faint hiss' ? 'sound' : 'nothing';
}

function frameOf(userId: string, sound: Sound, soundMs = 20): SpeechFrame {
  const frame = asSpeech({ userId, samples: samplesOf(sound), rtpTimestamp: 0, kind: 'spoken' });
  return { ...frame, speech: isSpeech(sound), soundMs };
}

/** Speech that goes on: a syllable every 200 ms. */
const syllables = (durationMs: number): Pattern =>
  Array.from({ length: Math.ceil(durationMs / 100) }, (_, nth) => {
    const partMs = Math.min(100, durationMs - nth * 100);
    return `${partMs} ${nth % 2 === 0 ? 'loud' : 'soft'}`;
  }).join(', ');
const times = (count: number, pattern: Pattern): Pattern => Array(count).fill(pattern).join(', ');

/** What is judged, and after how many milliseconds of the overlap. */
function judge(pattern: Pattern, changes = {}) {
  const overlap = new OverlapJudge({ ...usualInterruption, ...changes });
  const verdicts: string[] = [];
  let passedMs = 0;
  let soundMs = 0;
  for (const part of pattern.split(', ')) {
    const [, durationMs, sound] = /^(\d+) (.+)$/.exec(part) as unknown as [string, string, Sound];
    for (let at = 0; at < Number(durationMs); at += 20) {
      passedMs += 20;
      soundMs = isSpeech(sound) || /vowel/.test(sound) ? soundMs + 20 : 0;
      const verdict = overlap.hear(frameOf('ann', sound, soundMs), besideOf(sound), passedMs);
      if (verdict) verdicts.push(`${verdict.is} ${passedMs}`);
      if (verdict?.is === 'yield') return verdicts;
    }
  }
  return verdicts;
}

describe('somebody who speaks while the bot does', () => {
  it('makes it quieter within 60 ms, silent within 500, and has it once no backchannel is that long', () => {
    expect(judge(syllables(1_000))).toEqual(['duck 40', 'pause 460', 'yield 900']);
  });

  it.each([500, 860])(
    'with a backchannel of several syllables in %i ms only silences it meanwhile',
    (durationMs) => {
      expect(judge(`${syllables(durationMs)}, 400 none`)).toEqual([
        'duck 40',
        'pause 460',
        `ask ${durationMs + 240}`,
      ]);
    },
  );

  it('makes it quieter before they are known to speak, and until they have said it', () => {
    expect(judge('240 vowel, 80 loud, 400 none')).toEqual(['duck 40', 'ask 660']);
  });

  it.each<[string, Pattern, string]>([
    ['ends', '100 vowel, 200 none', 'carry-on 120'],
    ['goes on for too long', '800 vowel', 'carry-on 400'],
  ])('is not waited for quietly when it was another sound, which %s', (_, pattern, verdict) => {
    expect(judge(pattern)).toEqual(['duck 40', verdict]);
  });

  it.each<Sound>(['faint vowel', 'echo'])('changes nothing with a sound that is a %s', (sound) => {
    expect(judge(`300 ${sound}`)).toEqual([]);
  });

  it('makes it quieter for no third sound without a voice in half a minute, until they speak or it is over', () => {
    const overlap = new OverlapJudge(usualInterruption);
    const clatter = (atMs: number, ...ids: readonly string[]) => {
      const seen: string[] = [];
      for (let at = 20; at <= 60; at += 20)
        for (const id of ids) seen.push(overlap.hear(frameOf(id, 'vowel', at), 'sound', atMs + at)?.is ?? '');
      for (const id of ids) seen.push(overlap.silent(id, atMs + 120)?.is ?? '');
      return seen.filter(Boolean).join();
    };
    expect(clatter(0, 'ann')).toBe('duck,carry-on');
    expect(clatter(10_000, 'ann', 'ben')).toBe('duck,carry-on');
    expect(clatter(20_000, 'ann')).toBe('');
    expect(clatter(20_000, 'ben')).toBe('duck,carry-on');
    expect(clatter(29_000, 'ann')).toBe('');
    expect(clatter(30_121, 'ann')).toBe('duck,carry-on');
    expect(clatter(31_000, 'ann')).toBe('');
    overlap.hear(frameOf('ann', 'loud'), 'speech', 32_000);
    overlap.silent('ann', 32_400);
    expect(clatter(33_000, 'ann')).toBe('duck,carry-on');
  });

  it('with a sound stays quiet for another who speaks, and the other way round', ({ overlap }) => {
    const speak = (atMs: number) => overlap.hear(frameOf('ann', 'loud'), 'speech', atMs)?.is;
    const sound = (atMs: number) => overlap.hear(frameOf('ben', 'vowel', atMs), 'sound', atMs)?.is;
    expect(sound(40)).toBe('duck');
    expect([speak(60), speak(80), speak(100)]).toEqual([undefined, undefined, undefined]);
    expect(overlap.silent('ben', 120)).toBeUndefined();
    expect(sound(200)).toBeUndefined();
    expect(overlap.silent('ann', 440)?.is).toBe('ask');
    expect(overlap.judging).toBe(true);
    expect(overlap.silent('ben', 460)?.is).toBe('carry-on');
    expect(overlap.judging).toBe(false);
  });

  it('starts over when the bot fell silent over a sound, and when the sound was the bot', ({ overlap }) => {
    const sound = (atMs: number) => overlap.hear(frameOf('ann', 'vowel', 60), 'sound', atMs)?.is;
    expect(sound(60)).toBe('duck');
    overlap.reset();
    expect(overlap.judging).toBe(false);
    expect(sound(80)).toBe('duck');
    expect(overlap.dismiss('ann')).toEqual({ is: 'carry-on' });
    expect(sound(100)).toBe('duck');
  });

  it('with a backchannel does not stop it: it gets quieter and louder again', () => {
    expect(judge('320 loud, 400 none')).toEqual(['duck 40', 'ask 660']);
  });

  it.each([480, 560])('with one that is drawn out over %i ms does not stop it either', (durationMs) => {
    expect(judge(`140 loud, 60 soft, ${durationMs - 200} loud, 400 none`)).toEqual([
      'duck 40',
      `ask ${durationMs + 340}`,
    ]);
  });

  it('without an end has it, drawn out or not', () => {
    expect(judge('1000 loud')).toEqual(['duck 40', 'pause 600', 'yield 900']);
  });

  it('has it with a word that begins with a hiss, although a pause is behind it', () => {
    expect(judge('80 hiss, 240 loud, 400 none')).toEqual(['duck 40', 'yield 340']);
  });

  it('has it with one whose hiss alone is too quiet for speech, as into an echo, behind closed lips, too', () => {
    expect(judge('80 faint hiss, 40 none, 240 loud, 400 none')).toEqual(['duck 160', 'yield 460']);
  });

  it.each(['none', 'echo'] as const)(
    'silences it with a hiss and a vowel that is only known as a voice by its end, after %s',
    (before) => {
      expect(judge(`200 ${before}, 80 faint hiss, 180 vowel, 60 loud, 400 none`)).toEqual([
        'duck 320',
        'pause 620',
        'ask 760',
      ]);
    },
  );

  it('is only silent meanwhile, and not stopped, by a hiss whose vowel was known late, however long that is then', () => {
    expect(judge('80 faint hiss, 180 vowel, 160 loud, 400 none')).toEqual([
      'duck 120',
      'pause 420',
      'ask 660',
    ]);
  });

  it.each<Pattern>([
    // Too long for a beginning.
    '80 faint hiss, 320 vowel, 40 loud, 400 none',
    // “I see”
    '160 vowel, 80 faint hiss, 100 vowel, 60 loud, 400 none',
    // Silence behind what wasn't a voice.
    '80 faint hiss, 180 vowel, 100 none, 140 loud, 400 none',
    '80 faint hiss, 80 vowel, 20 loud, 400 none',
  ])('is not silenced by a hiss that begins no word (%s)', (pattern) => {
    const loudness: readonly string[] = ['duck', 'carry-on'];
    const verdicts = judge(pattern).map((verdict) => verdict.split(' ')[0] ?? '');
    expect(verdicts.filter((verdict) => !loudness.includes(verdict))).toEqual(['ask']);
  });

  it.each<Pattern>([
    '80 sh, 240 loud, 400 none',
    '80 faint hiss, 100 none, 240 loud, 400 none',
    '400 hiss, 400 none',
    '260 hiss, 180 loud, 400 none',
    '40 hiss, 280 loud, 400 none',
    '80 hiss, 100 loud, 400 none',
  ])('does not stop it with a breath, a click or a cough (%s)', (pattern) => {
    expect(judge(pattern).map((verdict) => verdict.split(' ')[0])).toEqual(['duck', 'ask']);
  });

  it('silences it with the first sound of their second word, and has it with the next', () => {
    expect(judge('320 loud, 200 none, 200 loud')).toEqual(['duck 40', 'pause 540', 'yield 560']);
  });

  it('has it behind a pause only if that is longer than one between two syllables', () => {
    expect(judge('300 loud, 120 none, 300 loud')).toEqual(['duck 40', 'pause 460']);
    expect(judge('300 loud, 140 none, 300 loud')).toEqual(['duck 40', 'pause 460', 'yield 480']);
  });

  it('silences it as long as their last syllable is not older than the settings say', () => {
    expect(judge('700 loud', { syllableWithinMs: 460 })).toEqual(['duck 40', 'pause 460']);
    expect(judge('700 loud', { syllableWithinMs: 440 })).toEqual(['duck 40', 'pause 600']);
  });

  it('does not stop it by knocking, however long', () => {
    expect(judge(times(10, '40 loud, 160 none'))).toEqual(['duck 40']);
  });

  it('with a click changes nothing that can be heard', () => {
    expect(judge('20 loud, 400 none')).toEqual(['ask 360']);
  });

  it('with words and short gaps between them has it', () => {
    expect(judge(times(5, '160 loud, 80 none'))).toEqual(['duck 40', 'pause 500', 'yield 980']);
  });

  it('twice with a backchannel does not stop it the second time either', () => {
    expect(judge(times(2, '300 loud, 400 none')).map((verdict) => verdict.split(' ')[0])).toEqual([
      'duck',
      'ask',
      'duck',
      'ask',
    ]);
  });

  it('does nothing where interruption is switched off', () => {
    expect(judge(syllables(3_000), { enabled: false })).toEqual([]);
  });

  it('together with a silent other is judged by their own speech', ({ overlap }) => {
    for (let at = 20; at <= 240; at += 20) {
      expect(overlap.hear(frameOf('ben', 'none'), 'nothing', at)).toBeUndefined();
      overlap.hear(frameOf('ann', 'loud'), 'speech', at);
    }
    expect(overlap.judging).toBe(true);
  });

  it('keeps it quiet as long as one of two is judged', ({ overlap }) => {
    const seen: string[] = [];
    const note = (verdict: ReturnType<OverlapJudge['silent']>) => {
      if (verdict) seen.push(verdict.is);
    };
    let nowMs = 0;
    for (; nowMs < 200; nowMs += 20) note(overlap.hear(frameOf('ann', 'loud'), 'speech', nowMs));
    for (; nowMs < 560; nowMs += 20) {
      note(overlap.silent('ann', nowMs));
      note(overlap.hear(frameOf('ben', 'loud'), 'speech', nowMs));
    }
    expect(seen).toEqual(['duck', 'ask']);
    for (; nowMs < 920; nowMs += 20) note(overlap.silent('ben', nowMs));
    expect(seen).toEqual(['duck', 'ask', 'ask']);
  });

  it('that turns out to be the bot itself is dismissed', ({ overlap }) => {
    for (let at = 20; at <= 100; at += 20) overlap.hear(frameOf('ann', 'loud'), 'speech', at);
    expect(overlap.dismiss('ann')).toEqual({ is: 'carry-on' });
    expect(overlap.dismiss('ann')).toBeUndefined();
    expect(overlap.judging).toBe(false);
  });
});

function interrupted(speechMs = 500, changes = {}) {
  const decisions: string[] = [];
  const settings = { ...usualInterruption, ...changes };
  const answer = new InterruptedAnswer(settings, (decision) => decisions.push(decision));
  answer.interrupted(0);
  answer.spoke(speechMs);
  return { answer, decisions };
}

describe('an answer that somebody spoke into', () => {
  it('is undecided until something is known, and decided once', () => {
    const { answer, decisions } = interrupted();
    expect(answer.undecided).toBe(true);
    answer.tick(1_999, false);
    expect(decisions).toEqual([]);
    answer.understood('wait, what?', true);
    answer.understood('', true);
    answer.tick(5_000, false);
    expect(decisions).toEqual(['drop']);
    expect(answer.undecided).toBe(false);
  });

  it('is dropped by the first real word, before the transcript is final', () => {
    const { answer, decisions } = interrupted();
    answer.understood('', false);
    answer.understood('yeah', false);
    expect(decisions).toEqual([]);
    answer.understood('yeah but', false);
    expect(decisions).toEqual(['drop']);
  });

  it('waits for the rest of what may become a backchannel', () => {
    const { answer, decisions } = interrupted();
    for (const text of ['I', 'I s', 'I see', 'I see, of', 'I see, of course']) answer.understood(text, false);
    expect(decisions).toEqual([]);
    answer.understood('I see, of cou', true);
    expect(decisions).toEqual(['drop']);
  });

  it.each(['', 'mhm', 'Yeah, okay.', 'I see', 'Oh, really?', '嗯'])('goes on after “%s”', (text) => {
    const { answer, decisions } = interrupted();
    answer.understood(text, true);
    expect(decisions).toEqual(['resume']);
  });

  it('is dropped by “yeah yeah yeah” that lasts a second and a half', () => {
    const { answer, decisions } = interrupted(500);
    answer.spoke(1_000);
    answer.understood('yeah yeah yeah', true);
    expect(decisions).toEqual(['drop']);
  });

  it('goes on after two seconds in which nothing followed', () => {
    const { answer, decisions } = interrupted();
    answer.tick(2_000, false);
    expect(decisions).toEqual(['resume']);
  });

  it('is never dropped without an understood word, however long the sound lasts', () => {
    const laughter = interrupted(1_200);
    laughter.answer.tick(2_000, false);
    const music = interrupted();
    music.answer.tick(2_000, true);
    music.answer.tick(7_999, true);
    expect(music.decisions).toEqual([]);
    music.answer.tick(8_000, true);
    expect([...laughter.decisions, ...music.decisions]).toEqual(['resume', 'resume']);
  });

  it('is dropped at once where nothing is to be taken up again', () => {
    const { answer, decisions } = interrupted(500, { resumes: false });
    expect(answer.undecided).toBe(false);
    expect(decisions).toEqual(['drop']);
  });
});
