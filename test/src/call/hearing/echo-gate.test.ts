import { describe, expect, it } from 'vitest';
import type { EchoVerdict } from '../../../../src/call/hearing/echo.ts';
import { EchoGate } from '../../../../src/call/hearing/echo-gate.ts';
import { voiceOf } from '../../../support/room-scene.ts';
import { asSpeech } from '../../../support/speech-frames.ts';

type Guard = ConstructorParameters<typeof EchoGate>[0];

/** A guard to whom everybody is a person, if a test says nothing else. */
const guardOf = (changes: Partial<Guard>): Guard => ({
  heard: () => undefined,
  forget: () => undefined,
  judge: () => 'other',
  echoes: () => false,
  isLouderThanEcho: () => true,
  ...changes,
});

const spokenAt = (nowMs: number, level = 4_000) =>
  asSpeech({ userId: 'ann', samples: voiceOf(level), rtpTimestamp: nowMs * 48, kind: 'spoken' });

/** A gate whose guard says what a test wants. */
function stage(verdict: () => EchoVerdict, isLouder = () => true) {
  const passed: string[] = [];
  const times: number[] = [];
  const echoes: string[] = [];
  let nowMs = 1_000;
  let audible = false;
  let known = false;
  const guard = guardOf({
    judge: () => {
      const judged = verdict();
      known ||= judged === 'echo';
      return judged;
    },
    echoes: () => known,
    isLouderThanEcho: () => !known || isLouder(),
  });
  const gate = new EchoGate(guard, 480, (event) => {
    if (event.is === 'echo') {
      echoes.push(event.userId);
      return;
    }
    passed.push(event.frame.userId);
    times.push(event.frame.rtpTimestamp);
  });
  const goesBy = (ms: number, level?: number) => {
    for (let past = 0; past < ms; past += 20) {
      if (level !== undefined) gate.hearFrame(spokenAt(nowMs, level), nowMs);
      gate.setAudible(audible, nowMs);
      gate.tick(nowMs);
      nowMs += 20;
    }
  };
  return {
    gate,
    passed,
    /** Of what was passed, in RTP time. */
    times,
    echoes,
    goesBy,
    bot: (speaks: boolean) => {
      audible = speaks;
      gate.setAudible(audible, nowMs);
    },
  };
}

describe('what is heard while the bot speaks', () => {
  it("is passed on at once while it's silent", () => {
    const { passed, goesBy } = stage(() => 'echo');
    goesBy(100, 4_000);
    expect(passed).toHaveLength(5);
  });

  it("is held until it's known not to be the bot, then passed on whole", () => {
    const { passed, goesBy, bot, gate } = stage(() => 'other');
    bot(true);
    goesBy(460, 4_000);
    expect(passed).toEqual([]);
    expect(gate.wonders).toBe(true);
    goesBy(40, 4_000);
    expect(passed).toHaveLength(25);
    goesBy(200, 4_000);
    expect(passed).toHaveLength(35);
  });

  it("is dropped when it's the bot, and that person is told once", () => {
    const { passed, echoes, goesBy, bot } = stage(() => 'echo');
    bot(true);
    goesBy(4_000, 1_000);
    bot(false);
    goesBy(2_000);
    expect(passed).toEqual([]);
    expect(echoes).toEqual(['ann']);
  });

  it("is judged once more when it's suspected", () => {
    const verdicts: EchoVerdict[] = ['suspect', 'other'];
    const { passed, goesBy, bot } = stage(() => verdicts.shift() ?? 'other');
    bot(true);
    goesBy(500, 4_000);
    expect(passed).toEqual([]);
    goesBy(120, 4_000);
    expect(passed.length).toBeGreaterThan(28);
  });

  it("is passed on when the bot falls silent, short as it may be, unless it's an echo", () => {
    const short = stage(() => 'other');
    short.bot(true);
    short.goesBy(200, 4_000);
    short.bot(false);
    short.goesBy(500);
    expect(short.passed).toHaveLength(10);
    const echo = stage(() => 'suspect');
    echo.bot(true);
    echo.goesBy(200, 4_000);
    echo.bot(false);
    echo.goesBy(500);
    expect(echo.passed).toEqual([]);
  });

  it.each(['other', 'suspect'] as const)(
    'is passed on whole and in its order, %s as it may seem, where they still speak when the bot is long silent',
    (verdict) => {
      const { times, goesBy, bot } = stage(() => verdict);
      bot(true);
      goesBy(60, 4_000);
      bot(false);
      goesBy(800, 4_000);
      expect(times).toHaveLength(43);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    },
  );

  it("is somebody who speaks up when it's louder than the bot came back before", () => {
    let echo = true;
    let isLouder = false;
    const { passed, goesBy, bot } = stage(
      () => (echo ? 'echo' : 'other'),
      () => isLouder,
    );
    bot(true);
    goesBy(1_000, 1_000);
    echo = false;
    goesBy(1_000, 1_200);
    expect(passed).toEqual([]);
    isLouder = true;
    goesBy(500, 1_200);
    expect(passed.length).toBeGreaterThan(20);
  });

  it('is asked about again while it passes, and what turns out to be the bot is not passed on any longer', () => {
    let verdict: EchoVerdict = 'other';
    const { passed, echoes, goesBy, bot } = stage(() => verdict);
    bot(true);
    goesBy(700, 4_000);
    const before = passed.length;
    expect(before).toBeGreaterThan(30);
    verdict = 'echo';
    goesBy(1_000, 4_000);
    expect(passed.length - before).toBeLessThan(6);
    expect(echoes).toEqual(['ann']);
  });

  it('of a person who was taken for the bot twice in a minute is not passed on while it speaks, and is told once', () => {
    const { gate, passed, echoes, goesBy, bot } = stage(() => 'other');
    bot(true);
    goesBy(700, 4_000);
    gate.noteMistake('ann', 1_700);
    gate.noteMistake('ann', 1_800);
    goesBy(700, 4_000);
    const before = passed.length;
    expect(before).toBeGreaterThan(60);
    gate.noteMistake('ann', 4_500);
    goesBy(2_000, 4_000);
    expect(passed).toHaveLength(before);
    expect(echoes).toEqual(['ann']);
    bot(false);
    goesBy(1_000, 4_000);
    expect(passed.length).toBeGreaterThan(before);
  });

  it('is passed on again when the second mistake came more than a minute after the first', () => {
    const { gate, passed, goesBy, bot } = stage(() => 'other');
    gate.noteMistake('ann', 1_000);
    gate.noteMistake('ann', 70_000);
    bot(true);
    goesBy(700, 4_000);
    expect(passed.length).toBeGreaterThan(30);
  });

  it('has its pauses compared as silence, no longer than what is compared', () => {
    const heard: number[] = [];
    const guard = guardOf({ heard: (_, samples) => heard.push(samples.some((each) => each !== 0) ? 1 : 0) });
    const gate = new EchoGate(guard, 480, () => undefined);
    const say = (atMs: number) => gate.hearFrame(spokenAt(atMs), atMs);
    for (const atMs of [1_000, 1_020, 1_140]) say(atMs);
    expect(heard).toEqual([1, 1, 0, 0, 0, 0, 0, 1]);
    say(9_000);
    expect(heard.filter((each) => each === 0)).toHaveLength(5 + 24);
  });
});

it("counts how long someone has been speaking beside the bot's echo from when they spoke up", () => {
  let isLouder = false;
  let speech = true;
  const soundMs: number[] = [];
  const others = new Set<string>();
  const gate = new EchoGate(
    guardOf({ judge: () => 'echo', echoes: () => true, isLouderThanEcho: () => isLouder }),
    480,
    () => undefined,
    {
      hearOverlap: (frame, beside) => {
        if (beside === 'speech') soundMs.push(frame.soundMs);
        else others.add(`${beside}, ${isLouder ? 'louder' : 'no louder'}`);
        return false;
      },
      dismissEcho: () => undefined,
      yieldTo: () => undefined,
    },
  );
  gate.setAudible(true, 0);
  for (let nowMs = 20; nowMs <= 900; nowMs += 20) {
    isLouder = (nowMs > 400 && nowMs <= 460) || nowMs > 800;
    speech = nowMs !== 820;
    gate.hearFrame({ ...spokenAt(nowMs), speech, soundMs: 400 }, nowMs);
  }
  expect(soundMs).toEqual([20, 40, 60, 20, 40, 60, 80]);
  expect([...others]).toEqual(['nothing, no louder', 'sound, louder']);
});
