import { describe, expect, test } from 'vitest';
import { CallScene } from '../../support/call-scene.ts';

const it = test.extend('scene', () => talked());

const people = ['ann', 'ben'];

/** Ann, and then Ben, said something and were answered. */
async function talked(): Promise<CallScene> {
  const scene = await CallScene.start({ people });
  await exchange(scene, 'ann', 1, 'Emcee, I went to the market.', 'What did you buy, Ann?');
  await exchange(scene, 'ben', 2, 'Emcee, I stayed in bed.', 'Sleep well, Ben.');
  return scene;
}

async function exchange(scene: CallScene, userId: string, number: number, said: string, answer: string) {
  await scene.speakTurn(userId, `i${number}`, said);
  await scene.answer(`r${number}`, answer, 300);
  await scene.quiet(2_000);
}

/** What the next session is told, which the next word opens. */
async function toldNext(scene: CallScene, speaker: string): Promise<string> {
  scene.session.end({ is: 'idle' });
  await scene.quiet(1_000);
  await scene.speak(400, speaker);
  await scene.quiet(600);
  return scene.session.settings.instructions ?? '';
}

describe('who leaves a conversation', () => {
  it('is told of to no session any more: neither their words nor what they were answered', async () => {
    const scene = await talked();
    await scene.call.leave('ann');
    const told = await toldNext(scene, 'ben');
    expect(told).toContain('I stayed in bed.');
    expect(told).toContain('Sleep well, Ben.');
    expect(told).not.toContain('market');
    expect(told).not.toContain('What did you buy');
  });

  it('keeps the line that others were shown', async ({ scene }) => {
    await scene.call.leave('ann');
    expect(scene.said).toContain('ann: Emcee, I went to the market.');
    expect(scene.lines.filter(({ sure }) => sure === '')).toEqual([]);
  });

  it('starts afresh when they come back', async ({ scene }) => {
    await scene.call.leave('ann');
    scene.join('ann');
    await exchange(scene, 'ann', 3, 'Emcee, me again.', 'Welcome back.');
    const told = await toldNext(scene, 'ann');
    expect(told).toContain('Emcee, me again.');
    expect(told).toContain('Welcome back.');
    expect(told).not.toContain('market');
  });

  it('by going to another channel is forgotten likewise, and still takes part', async ({ scene }) => {
    scene.depart('ann');
    scene.call.depart('ann');
    const told = await toldNext(scene, 'ben');
    expect(told).toContain('I stayed in bed.');
    expect(told).not.toContain('market');
    expect(told).not.toContain('What did you buy');
    expect(scene.call.participants.has('ann')).toBe(true);
  });

  it('while their last words are still on their way is forgotten with those, which are shown', async () => {
    const scene = await talked();
    await scene.speakTurn('ann', 'i3');
    scene.depart('ann');
    scene.call.depart('ann');
    await scene.tell({ is: 'heard', itemId: 'i3', text: 'Emcee, goodbye to all.' });
    await scene.answer('r3', 'Goodbye, Ann.', 300);
    await scene.quiet(2_000);
    expect(scene.said.slice(-2)).toEqual(['ann: Emcee, goodbye to all.', 'bot: Goodbye, Ann.']);
    expect(scene.lines.slice(-2).map(({ isWithdrawn }) => isWithdrawn)).toEqual([true, true]);
    expect(await toldNext(scene, 'ben')).not.toMatch(/goodbye/i);
  });

  it('while a session is being opened that was told of them: it begins again without them', async () => {
    const scene = await talked();
    scene.service.gate = new Promise(() => undefined);
    scene.session.end({ is: 'idle' });
    await scene.quiet(100);
    await scene.speak(200, 'ben');
    expect(scene.service.opened).toBe(2);
    scene.service.gate = undefined;
    await scene.call.leave('ann');
    await scene.quiet(100);
    expect(scene.service.opened).toBe(3);
    expect(scene.service.sessions).toHaveLength(2);
    expect(scene.session.settings.instructions).toContain('I stayed in bed.');
    expect(scene.session.settings.instructions).not.toContain('market');
    expect(scene.session.appendedMs).toBeGreaterThan(0);
  });

  it('is not heard by the next session with what they said while none stood', async ({ scene }) => {
    let open = () => {};
    scene.service.gate = new Promise((resolve) => {
      open = resolve;
    });
    scene.session.end({ is: 'idle' });
    await scene.quiet(100);
    await scene.speak(400, 'ann');
    await scene.quiet(1_500);
    await scene.call.leave('ann');
    open();
    await scene.quiet(100);
    expect(scene.session.log.filter((each) => each.startsWith('speech'))).toEqual([]);
  });
});

describe('a session that starts over', () => {
  it('does so at once, cuts off what is being said, and is told nothing of what was said since then', async () => {
    const scene = await CallScene.start({ people });
    await exchange(scene, 'ann', 1, 'Emcee, I went to the market.', 'What did you buy?');
    const since = scene.clock.now();
    await exchange(scene, 'ben', 2, 'Emcee, what is the code?', 'The code is 4711.');
    await scene.speakTurn('ben', 'i3', 'Emcee, again please.');
    const old = scene.session;
    await scene.answer('r3', 'Again, the code is 4711.', 3_000);
    await scene.quiet(200);
    expect(scene.playbacks.at(-1)?.end_).toBeUndefined();
    scene.call.beginAnew(since);
    await scene.quiet(200);
    expect(scene.playbacks.at(-1)?.end_).toBeDefined();
    await scene.quiet(1_000);
    expect(scene.session).not.toBe(old);
    expect(old.over).toBe(true);
    const told = scene.session.settings.instructions ?? '';
    expect(told).toContain('market');
    expect(told).not.toContain('4711');
    expect(told).not.toContain('code');
    await exchange(scene, 'ann', 4, 'Emcee, good night.', 'Good night.');
    expect(await toldNext(scene, 'ann')).toContain('Good night.');
    expect(scene.session.settings.instructions).not.toContain('4711');
  });

  it('is not told of it either when it was just being opened', async () => {
    const scene = await CallScene.start({ people });
    const since = scene.clock.now();
    await exchange(scene, 'ben', 1, 'Emcee, what is the code?', 'The code is 4711.');
    scene.service.gate = new Promise(() => undefined);
    scene.session.end({ is: 'idle' });
    await scene.quiet(100);
    await scene.speak(200, 'ann');
    expect(scene.service.opened).toBe(2);
    scene.service.gate = undefined;
    scene.call.beginAnew(since);
    await scene.quiet(100);
    expect(scene.service.opened).toBe(3);
    for (const { settings } of scene.service.sessions) expect(settings.instructions).not.toContain('4711');
  });
});
