import { describe, expect, test } from 'vitest';
import { OrderOfSpeech } from '../../../../src/interpreter/speaking/order-of-speech.ts';
import type { LanguageCode } from '../../../../src/service/realtime/translation/languages.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { sound } from '../../../support/fake-translation.ts';
import { PacedMouth } from '../../../support/paced-mouth.ts';

const it = test.extend('scene', () => stage());

function stage({
  overPeople = false,
  names = {},
}: {
  readonly overPeople?: boolean;
  readonly names?: Readonly<Record<string, Uint8Array>>;
} = {}) {
  const clock = new FakeClock();
  const mouth = new PacedMouth(clock);
  const begun = clock.now();
  const order = new OrderOfSpeech({
    mouth,
    now: () => clock.now(),
    overPeople,
    catchUpMs: 4_000,
    pauseMs: 400,
    names: { of: (userId) => names[userId], prepare: () => undefined },
    onChange: () => undefined,
  });
  let people: 'silent' | 'maybe' | 'speak' = 'silent';
  const begin = (id: string, userId: string, to: LanguageCode = 'en', atMs = clock.now() - begun) =>
    order.begin({ id, userId, to, at: begun + atMs });
  /** All of its sound comes. */
  const voice = (id: string, ms: number) => {
    order.add(id, sound(ms));
    order.end(id);
  };
  const say = (id: string, userId: string, ms: number, to: LanguageCode = 'en') => {
    begin(id, userId, to);
    voice(id, ms);
  };
  const goesBy = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 20) {
      order.tick(people);
      await clock.advance(20);
    }
  };
  return {
    clock,
    order,
    begin,
    voice,
    say,
    goesBy,
    people: (now: typeof people) => {
      people = now;
    },
    /** Asked of the mouth, whether or not a packet of it went out. */
    get begun() {
      return mouth.playbacks.map(({ id }) => id);
    },
    get said() {
      return mouth.playbacks.filter(({ heard }) => heard.length > 0).map(({ id }) => id);
    },
    playback: (id: string) => mouth.playbacks.find((each) => each.id === id),
  };
}

describe('translations that are said aloud', () => {
  it('come one after the other, in the order in which people began', async ({ scene }) => {
    scene.begin('ann-1', 'ann', 'en', 0);
    scene.begin('bea-1', 'bea', 'en', 10);
    scene.voice('bea-1', 200);
    await scene.goesBy(1_000);
    expect(scene.said).toEqual([]);
    scene.voice('ann-1', 200);
    await scene.goesBy(1_000);
    expect(scene.said).toEqual(['ann-1', 'bea-1']);
    expect(scene.order.busy).toBe(false);
  });

  it('are no more than forty: the oldest makes way for one more', async ({ scene }) => {
    scene.people('speak');
    await scene.goesBy(20);
    for (let number = 0; number <= 40; number += 1) scene.say(`line-${number}`, 'ann', 100);
    scene.people('silent');
    await scene.goesBy(500);
    expect(scene.begun[0]).toBe('line-1');
  });

  it("aren't taken up again when people spoke for so long that something newer is there", async () => {
    const scene = stage();
    scene.say('ann-1', 'ann', 2_000);
    await scene.goesBy(1_000);
    scene.people('speak');
    scene.say('bea-1', 'bea', 200);
    await scene.goesBy(5_000);
    const heard = scene.playback('ann-1')?.heard.length;
    scene.people('silent');
    await scene.goesBy(1_000);
    expect(scene.playback('ann-1')?.heard.length).toBe(heard);
    expect(scene.said).toEqual(['ann-1', 'bea-1']);
  });

  it("don't wait for an earlier one into another language, which other people listen to", async () => {
    const scene = stage();
    scene.begin('ann-es', 'ann', 'es', 0);
    scene.begin('ann-ja', 'ann', 'ja', 10);
    scene.voice('ann-ja', 200);
    await scene.goesBy(100);
    expect(scene.said).toEqual(['ann-ja']);
    scene.begin('bea-ja', 'bea', 'ja', 20);
    scene.begin('cho-ja', 'cho', 'ja', 30);
    scene.order.add('cho-ja', sound(200));
    scene.voice('ann-es', 200);
    await scene.goesBy(1_000);
    // Whoever hears Japanese hears them in their order.
    expect(scene.said).toEqual(['ann-ja', 'ann-es']);
  });

  it('begin with their first sound where nothing is in the way, and behind each other without a gap', async () => {
    const scene = stage();
    await scene.goesBy(20);
    scene.begin('ann-1', 'ann');
    scene.order.add('ann-1', sound(200));
    expect(scene.begun).toEqual(['ann-1']);
    scene.order.end('ann-1');
    scene.say('bea-1', 'bea', 200);
    expect(scene.begun).toEqual(['ann-1']);
    // No tick comes any more.
    await scene.clock.advance(300);
    expect(scene.begun).toEqual(['ann-1', 'bea-1']);
  });

  it("don't begin with their first sound while somebody speaks", async ({ scene }) => {
    scene.people('speak');
    await scene.goesBy(20);
    scene.say('ann-1', 'ann', 200);
    expect(scene.begun).toEqual([]);
  });

  it('are ordered by when people began, not by when it was heard of', async ({ scene }) => {
    await scene.goesBy(500);
    scene.begin('late', 'bea', 'en', 400);
    scene.begin('early', 'ann', 'en', 100);
    for (const id of ['late', 'early']) scene.voice(id, 100);
    await scene.goesBy(1_000);
    expect(scene.said).toEqual(['early', 'late']);
  });

  it('wait for an earlier one no longer than it takes to be too late', async ({ scene }) => {
    scene.begin('never', 'ann', 'en', 0);
    scene.say('bea-1', 'bea', 200);
    await scene.goesBy(3_800);
    expect(scene.said).toEqual([]);
    await scene.goesBy(600);
    expect(scene.said).toEqual(['bea-1']);
  });

  it("don't wait for one that turned out to have no sound", async ({ scene }) => {
    scene.begin('mute', 'ann', 'en', 0);
    scene.say('bea-1', 'bea', 200);
    scene.order.end('mute');
    await scene.goesBy(600);
    expect(scene.said).toEqual(['bea-1']);
  });

  it("begin with the speaker's name when speakers change, and only then", async () => {
    const names = { ann: new Uint8Array(48 * 100).fill(7), bea: new Uint8Array(48 * 100).fill(9) };
    const scene = stage({ names });
    scene.say('ann-1', 'ann', 200);
    scene.say('ann-2', 'ann', 200);
    scene.say('bea-1', 'bea', 200);
    await scene.goesBy(2_000);
    const firsts = ['ann-1', 'ann-2', 'bea-1'].map((id) => scene.playback(id)?.heard[0]?.[0]);
    expect(firsts).toEqual([7, 1, 9]);
    expect(scene.playback('bea-1')?.playedMs).toBe(300);
  });

  it('leave the name out when it could not be voiced', async ({ scene }) => {
    scene.say('ann-1', 'ann', 200);
    await scene.goesBy(1_000);
    expect(scene.playback('ann-1')?.playedMs).toBe(200);
  });

  it('wait while a person speaks, and for a short pause behind it', async ({ scene }) => {
    scene.people('speak');
    await scene.goesBy(20);
    scene.say('ann-1', 'ann', 200);
    await scene.goesBy(2_000);
    expect(scene.said).toEqual([]);
    scene.people('silent');
    await scene.goesBy(380);
    expect(scene.said).toEqual([]);
    await scene.goesBy(100);
    expect(scene.said).toEqual(['ann-1']);
  });

  it('make way for a person who begins to speak, and go on where they were', async ({ scene }) => {
    scene.say('ann-1', 'ann', 2_000);
    await scene.goesBy(1_000);
    scene.people('maybe');
    await scene.goesBy(100);
    expect(scene.playback('ann-1')?.gains).toEqual([-18]);
    scene.people('speak');
    await scene.goesBy(200);
    expect(scene.playback('ann-1')?.end_).toBe('skipped');
    const playedMs = scene.playback('ann-1')?.playedMs ?? 0;
    expect(playedMs).toBeLessThan(1_400);
    await scene.goesBy(1_000);
    scene.people('silent');
    await scene.goesBy(3_000);
    const rest = scene.playback('ann-1+2');
    expect(rest?.end_).toBe('finished');
    expect(playedMs + (rest?.playedMs ?? 0)).toBe(2_000);
  });

  it('are as loud as before when nobody spoke after all', async ({ scene }) => {
    scene.say('ann-1', 'ann', 2_000);
    await scene.goesBy(800);
    scene.people('maybe');
    await scene.goesBy(100);
    scene.people('silent');
    await scene.goesBy(200);
    expect(scene.playback('ann-1')?.gains).toEqual([-18, 0]);
    expect(scene.playback('ann-1')?.end_).toBeUndefined();
  });

  it("are said over people where that's allowed, but quieter", async () => {
    const scene = stage({ overPeople: true });
    scene.people('speak');
    scene.say('ann-1', 'ann', 1_000);
    await scene.goesBy(600);
    expect(scene.said).toEqual(['ann-1']);
    expect(scene.playback('ann-1')?.gains).toEqual([-9]);
  });

  it("are left out when they're too late and something newer waits in their language", async ({ scene }) => {
    scene.people('speak');
    await scene.goesBy(20);
    scene.say('old-en', 'ann', 500, 'en');
    scene.say('old-es', 'ann', 500, 'es');
    await scene.goesBy(4_500);
    scene.say('new-en', 'ann', 500, 'en');
    scene.people('silent');
    await scene.goesBy(500);
    expect(scene.order.catchingUp).toBe(true);
    await scene.goesBy(3_000);
    // The only one into Spanish is late, but nothing says the same any better.
    expect(scene.said).toEqual(['old-es', 'new-en']);
    expect(scene.order.catchingUp).toBe(false);
  });

  it('of somebody who may not be heard any more stop at once', async ({ scene }) => {
    scene.say('ann-1', 'ann', 2_000);
    scene.say('ann-2', 'ann', 2_000);
    scene.say('bea-1', 'bea', 200);
    await scene.goesBy(1_000);
    scene.order.dropOf('ann');
    await scene.goesBy(1_000);
    expect(scene.said).toEqual(['ann-1', 'bea-1']);
    expect(scene.playback('ann-1')?.playedMs).toBeLessThan(1_200);
  });

  it('hold nobody up when their sound stops coming', async ({ scene }) => {
    scene.begin('stuck', 'ann');
    scene.order.add('stuck', sound(200));
    await scene.goesBy(600);
    scene.say('bea-1', 'bea', 200);
    await scene.goesBy(4_000);
    expect(scene.said).toEqual(['stuck', 'bea-1']);
  });
});
