import { describe, expect, test } from 'vitest';
import { usualInterruption } from '../../../src/conversation/settings/interruption.ts';
import { ServiceError } from '../../../src/service/errors.ts';
import { CallScene } from '../../support/call-scene.ts';

const it = test
  .extend('scene', () => CallScene.start())
  .extend('both', () => CallScene.start({ people: ['ann', 'ben'] }));

describe('a spoken turn', () => {
  it('goes to the service with the silence that ends it, and the answer is heard whole', async () => {
    const scene = await CallScene.start();
    await scene.speak(600, 'ann');
    expect(scene.call.state).toEqual({ is: 'running', activity: 'hearing' });
    expect(scene.call.speaker).toBe('ann');
    await scene.quiet(600);
    expect(scene.session.log.slice(-12)).toEqual(new Array(12).fill('silence 100'));
    await scene.turn('i1', 'What is the time?');
    expect(scene.call.state).toMatchObject({ activity: 'thinking' });
    await scene.answer('r1', 'It is five past four.', 1_000);
    await scene.quiet(100);
    expect(scene.call.state).toMatchObject({ activity: 'speaking' });
    await scene.quiet(1_200);
    expect(scene.call.state).toMatchObject({ activity: 'listening' });
    expect(scene.playbacks.map(({ playedMs, end_ }) => [playedMs, end_])).toEqual([[1_000, 'finished']]);
    expect(scene.said).toEqual(['ann: What is the time?', 'bot: It is five past four.']);
  });

  it('that the service has not taken yet holds up the next one, until it has', async ({ scene }) => {
    await scene.speak(400, 'ann');
    await scene.quiet(600);
    const appended = scene.session.appendedMs;
    await scene.speak(300, 'ann');
    expect(scene.session.appendedMs).toBe(appended);
    await scene.turn('i1', 'Hello');
    expect(scene.session.appendedMs).toBe(appended + 300);
  });

  it('is theirs although the answer says the same and is heard before it is understood', async () => {
    const scene = await CallScene.start();
    await scene.speak(600, 'ann');
    await scene.tell({ is: 'speech-started', itemId: 'a', atMs: 0 });
    await scene.quiet(1_000);
    await scene.tell({ is: 'speech-stopped', itemId: 'a', atMs: 600 }, { is: 'committed', itemId: 'a' });
    await scene.answer('r', 'Two plus two is four.', 2_000);
    await scene.quiet(500);
    expect(scene.call.state).toMatchObject({ activity: 'speaking' });
    await scene.tell({ is: 'heard', itemId: 'a', text: 'Two plus two?' });
    await scene.quiet(3_000);
    expect(scene.said).toEqual(['ann: Two plus two?', 'bot: Two plus two is four.']);
    expect(scene.playbacks.map(({ playedMs, end_ }) => [playedMs, end_])).toEqual([[2_000, 'finished']]);
  });

  it("is nobody's if the answer was heard while it was spoken, and says the same", async ({ scene }) => {
    await scene.speakTurn('ann', 'i1', 'What is the time?', 600);
    await scene.answer('r1', 'It is five past four.', 4_000);
    await scene.quiet(1_000);
    await scene.speak(300, 'ann');
    await scene.tell({ is: 'speech-started', itemId: 'i2', atMs: 0 });
    await scene.speak(900, 'ann');
    await scene.tell(
      { is: 'speech-stopped', itemId: 'i2', atMs: 1_200 },
      { is: 'committed', itemId: 'i2' },
      { is: 'heard', itemId: 'i2', text: 'five past four' },
    );
    expect(scene.said.filter((line) => line.startsWith('ann'))).toEqual(['ann: What is the time?']);
  });

  it('costs nothing and has no timer of 20 ms once nobody speaks', async ({ scene }) => {
    await scene.speakTurn('ann', 'i1', 'Hello');
    await scene.answer('r1', 'Hi.', 200);
    await scene.quiet(5_000);
    const sleeping = scene.clock.sleeping;
    const appended = scene.session.log.length;
    await scene.quiet(5_000);
    expect(scene.clock.sleeping).toBe(sleeping);
    expect(scene.session.log).toHaveLength(appended);
  });
});

describe('an interruption', () => {
  async function answering(options = {}): Promise<CallScene> {
    const scene = await CallScene.start(options);
    await scene.speakTurn('ann', 'i1', 'Tell me a story');
    await scene.tell({ is: 'response-started', responseId: 'r1' });
    await scene.tell(...scene.spoken('r1', 'one two three four five six seven eight nine ten', 5_000));
    await scene.quiet(1_500);
    return scene;
  }

  it('makes it quieter at once, then stops it, and all of what was said is sent', async () => {
    const scene = await answering();
    const before = scene.session.appendedMs;
    await scene.speak(60, 'ann');
    expect(scene.playbacks[0]?.gains).toEqual([-18]);
    expect(scene.session.appendedMs).toBe(before);
    await scene.speak(540, 'ann');
    await scene.quiet(100);
    expect(scene.playbacks[0]?.end_).toBe('skipped');
    await scene.quiet(600);
    expect(scene.session.appendedMs - before).toBe(600 + 1_200);
    await scene.finish('r1', 'cancelled');
    await scene.turn('i2', 'Stop, something else please');
    await scene.answer('r2', 'Gladly.', 500);
    await scene.quiet(1_000);
    expect(scene.playbacks.map(({ id }) => id)).toEqual(['r1', 'r2']);
    expect(scene.said).toEqual([
      'ann: Tell me a story',
      'bot: one two three four–',
      'ann: Stop, something else please',
      'bot: Gladly.',
    ]);
  });

  it('that is only a backchannel ducks it and nothing more', async () => {
    const scene = await answering();
    const before = scene.session.appendedMs;
    await scene.speak(240, 'ann');
    await scene.quiet(500);
    expect(scene.playbacks[0]?.gains).toEqual([-18, 0]);
    // The service would take its answer back for a word that it hears before all of it is there.
    expect(scene.session.appendedMs).toBe(before);
    await scene.finish('r1');
    await scene.quiet(100);
    expect(scene.session.appendedMs).toBe(before + 240 + 1_200);
    await scene.turn('i2', 'Mhm.');
    await scene.quiet(5_000);
    expect(scene.playbacks.map(({ end_ }) => end_)).toEqual(['finished']);
    expect(scene.said.at(-1)).toBe('bot: one two three four five six seven eight nine ten');
  });

  it('of a word with several syllables silences it for a moment, and it goes on where it was', async () => {
    const scene = await answering();
    await scene.finish('r1');
    await scene.speak(640, 'ann');
    expect(scene.playbacks.map(({ end_ }) => end_)).toEqual(['skipped']);
    await scene.quiet(400);
    expect(scene.playbacks.map(({ id }) => id)).toEqual(['r1', 'r1+2']);
    await scene.quiet(400);
    await scene.turn('i2', 'Oh really?');
    await scene.quiet(6_000);
    expect(scene.playbacks.map(({ end_ }) => end_)).toEqual(['skipped', 'finished']);
    const heard = Buffer.concat(scene.playbacks.flatMap(({ heard: frames }) => frames));
    expect(heard.length).toBe(5_000 * 48);
    expect(scene.said.at(-1)).toBe('bot: one two three four five six seven eight nine ten');
  });

  it('of a backchannel that goes on and on is meant', async () => {
    const scene = await answering();
    await scene.finish('r1');
    await scene.speakTurn('ann', 'i2', 'yeah yeah yeah', 1_600);
    await scene.quiet(6_000);
    expect(scene.playbacks.map(({ end_ }) => end_)).toEqual(['skipped']);
    expect(scene.said.at(-2)).toBe('bot: one two three four–');
  });

  it('of an answer that comes while somebody has the floor is told to the service, which does not hear it by itself', async () => {
    const scene = await CallScene.start({ settings: { turns: 'push-to-talk' }, people: ['ann', 'ben'] });
    scene.call.holdFloor('ann');
    await scene.speak(400, 'ann');
    scene.call.releaseFloor('ann');
    await scene.turn('i1', 'Tell me a story');
    scene.call.holdFloor('ben');
    await scene.tell({ is: 'response-started', responseId: 'r1' });
    await scene.tell(...scene.spoken('r1', 'one two three four', 5_000));
    await scene.quiet(200);
    expect(scene.session.log).not.toContain('cancel');
    await scene.speak(1_000, 'ben');
    expect(scene.playbacks.map(({ end_ }) => end_)).toEqual(['skipped']);
    expect(scene.session.log.filter((entry) => entry === 'cancel')).toEqual(['cancel']);
  });

  it('of one short word stops it as soon as the word is understood', async () => {
    const scene = await answering();
    await scene.finish('r1');
    await scene.speak(240, 'ann');
    await scene.quiet(500);
    expect(scene.playbacks[0]?.end_).toBeUndefined();
    await scene.turn('i2', 'Wait');
    await scene.quiet(100);
    expect(scene.playbacks.map(({ end_ }) => end_)).toEqual(['skipped']);
    await scene.answer('r2', 'Yes?', 200);
    await scene.quiet(1_000);
    expect(scene.said.slice(-2)).toEqual(['ann: Wait', 'bot: Yes?']);
  });

  it('that led to nothing is no interruption: it goes on where it was', async () => {
    const scene = await answering();
    await scene.speak(640, 'ann');
    await scene.quiet(200);
    const stoppedAt = scene.playbacks[0]?.playedMs ?? 0;
    await scene.finish('r1', 'cancelled');
    await scene.quiet(800);
    await scene.turn('i2', '');
    expect(scene.playbacks).toHaveLength(2);
    await scene.answer('r2', 'Pardon?', 500);
    await scene.quiet(6_000);
    expect(scene.playbacks.map(({ id }) => id)).toEqual(['r1', 'r1+2']);
    const heard = Buffer.concat(scene.playbacks.flatMap(({ heard: frames }) => frames));
    expect(heard.length).toBe(5_000 * 48);
    expect(heard[stoppedAt * 48]).toBe((Math.floor((stoppedAt * 48) / 960) % 250) + 1);
    expect(scene.said.at(-1)).toBe('bot: one two three four five six seven eight nine ten');
    expect(scene.session.log).toContain('cancel');
  });

  it('of which the recogniser says nothing for two seconds is none either, and what it led to is not answered', async () => {
    const scene = await answering();
    await scene.speak(640, 'ann');
    await scene.finish('r1', 'cancelled');
    await scene.quiet(600);
    await scene.tell({ is: 'committed', itemId: 'i2' });
    await scene.answer('r2', 'Pardon?', 500);
    await scene.quiet(1_000);
    expect(scene.playbacks).toHaveLength(1);
    await scene.quiet(6_000);
    expect(scene.playbacks.map(({ id }) => id)).toEqual(['r1', 'r1+2']);
  });

  it('by nobody: when it is switched off it finishes speaking, and then what was said is heard', async () => {
    const scene = await answering({ settings: { interruption: { ...usualInterruption, enabled: false } } });
    const before = scene.session.appendedMs;
    await scene.speak(800, 'ann');
    expect(scene.session.appendedMs).toBe(before);
    await scene.finish('r1');
    await scene.quiet(6_000);
    expect(scene.playbacks[0]?.gains).toEqual([]);
    expect(scene.playbacks[0]?.end_).toBe('finished');
    expect(scene.session.appendedMs - before).toBe(800 + 1_200);
  });

  it('is for people with a role where a call says so', async () => {
    const scene = await CallScene.start({
      settings: { interruption: { ...usualInterruption, roleIds: ['host'] } },
      parts: { hasAnyRole: (_: string, userId: string) => userId === 'ben' },
      people: ['ann', 'ben'],
    });
    await scene.speakTurn('ann', 'i1', 'Emcee, tell me a story');
    await scene.answer('r1', 'one two three four five six', 5_000);
    await scene.quiet(1_000);
    await scene.speak(800, 'ann');
    expect(scene.playbacks[0]?.gains).toEqual([]);
    await scene.speak(600, 'ben');
    await scene.quiet(100);
    expect(scene.playbacks[0]?.end_).toBe('skipped');
  });
});

describe('people in one call', () => {
  it('who did not agree are not heard: no frame of theirs reaches the service', async () => {
    const levels = async (...speakers: readonly string[]) => {
      const scene = await CallScene.start({ people: ['ann', 'cat'] });
      await scene.speak(500, ...speakers);
      await scene.quiet(1_000);
      return { bytes: Buffer.concat(scene.session.appended), allowed: scene.lease.ears.allowed };
    };
    const two = await levels('ann', 'cat');
    const three = await levels('ann', 'ben', 'cat');
    expect(three.bytes.equals(two.bytes)).toBe(true);
    for (const allowed of three.allowed) expect(allowed.has('ben')).toBe(false);
    expect((await levels('ben')).bytes).toHaveLength(0);
  });

  it('are answered when they say its name, however the recogniser spells it', async ({ both: scene }) => {
    await scene.speakTurn('ben', 'i1');
    await scene.answer('r1', 'Rome.', 400);
    await scene.quiet(100);
    expect(scene.playbacks).toHaveLength(0);
    await scene.tell({ is: 'heard', itemId: 'i1', text: 'Hey Emsee, what is the capital of Italy?' });
    await scene.quiet(600);
    expect(scene.playbacks.map(({ end_ }) => end_)).toEqual(['finished']);
    expect(scene.said).toEqual(['ben: Hey Emsee, what is the capital of Italy?', 'bot: Rome.']);
  });

  it('are left alone when they talk to each other', async ({ both: scene }) => {
    await scene.speakTurn('ben', 'i1');
    await scene.tell(
      { is: 'response-started', responseId: 'r1' },
      ...scene.spoken('r1', 'Well, I think', 400),
    );
    await scene.tell({ is: 'heard', itemId: 'i1', text: 'Ann, did you see the match?' });
    expect(scene.session.log.at(-1)).toBe('cancel');
    await scene.finish('r1', 'cancelled');
    await scene.quiet(2_000);
    expect(scene.playbacks).toHaveLength(0);
    expect(scene.said).toEqual(['ben: Ann, did you see the match?']);
  });

  it('need no name right after they were answered', async ({ both: scene }) => {
    await scene.speakTurn('ben', 'i1', 'Emcee, what is the capital of Italy?');
    await scene.answer('r1', 'Rome.', 400);
    await scene.quiet(2_000);
    await scene.speakTurn('ben', 'i2');
    await scene.answer('r2', 'Paris.', 400);
    await scene.quiet(1_000);
    expect(scene.playbacks).toHaveLength(2);
  });

  it('are cut off in mid-word when they leave', async ({ both: scene }) => {
    await scene.speak(300, 'ann');
    await scene.call.leave('ann');
    expect(scene.session.log.at(-1)).toBe('clear');
    const appended = scene.session.appendedMs;
    await scene.speak(500, 'ann');
    await scene.quiet(2_000);
    expect(scene.session.appendedMs).toBe(appended);
  });
});

describe('the end of a call', () => {
  it('is one, however many press Stop at once', async ({ scene }) => {
    const { lease } = scene;
    await Promise.all([scene.call.stop(), scene.call.stop('idle'), scene.call.stop()]);
    expect(lease.released).toBe(1);
    expect(await scene.call.ended).toBe('asked');
    expect(scene.activities.filter((each) => each === 'asked')).toHaveLength(1);
    expect(scene.calls.of('guild')).toBeUndefined();
  });

  it('comes a moment after the last one left, whose answer is not finished', async ({ scene }) => {
    await scene.speakTurn('ann', 'i1', 'Tell me a story');
    await scene.tell(
      { is: 'response-started', responseId: 'r1' },
      ...scene.spoken('r1', 'Once upon a time', 5_000),
    );
    await scene.quiet(500);
    await scene.call.leave('ann');
    expect(scene.session.log.at(-1)).toBe('cancel');
    await scene.quiet(200);
    expect(scene.playbacks[0]?.end_).toBe('skipped');
    expect(scene.call.state.is).toBe('running');
    await scene.quiet(20_000);
    expect(scene.call.state).toEqual({ is: 'ended', end: 'starter-left' });
    expect(scene.lease.released).toBe(1);
  });

  it('does not come when somebody joins in time, or while others take part', async ({ both: scene }) => {
    await scene.call.leave('ann');
    await scene.quiet(60_000);
    await scene.call.leave('ben');
    await scene.quiet(10_000);
    scene.join('cat');
    await scene.quiet(60_000);
    expect(scene.call.state.is).toBe('running');
    await scene.call.leave('cat');
    await scene.quiet(20_000);
    expect(scene.call.state).toEqual({ is: 'ended', end: 'everybody-left' });
  });

  it('comes when nobody speaks for ten minutes', async ({ scene }) => {
    await scene.quiet(9 * 60_000);
    await scene.speak(300, 'ann');
    await scene.quiet(9.9 * 60_000);
    expect(scene.call.state.is).toBe('running');
    await scene.quiet(60_000);
    expect(scene.call.state).toEqual({ is: 'ended', end: 'idle' });
  });

  it('comes with the room, with the process, and with a key that was revoked', async ({ scene: left }) => {
    left.lease.leave('disconnected');
    expect(await left.call.ended).toBe('room');

    const closed = await CallScene.start();
    await closed.calls.close();
    expect(await closed.call.ended).toBe('shutting-down');
    await expect(closed.calls.start(closed.request)).rejects.toMatchObject({
      facts: { code: 'shutting-down' },
    });

    const fatal = await CallScene.start();
    const error = new ServiceError({ fault: 'credentials', code: 'InvalidApiKey', nothingHappened: true });
    fatal.session.end({ is: 'lost', error });
    expect(await fatal.call.ended).toBe('service');
    expect(fatal.call.state).toEqual({ is: 'ended', end: 'service', error });
    expect(fatal.service.opened).toBe(1);
    expect(fatal.lease.released).toBe(1);
  });
});

describe('a call that is asked for', () => {
  it('is refused while another one runs, and taken once that is over', async ({ scene }) => {
    await expect(scene.calls.start(scene.request)).rejects.toMatchObject({
      facts: { code: 'call-running-already', kind: 'conversation', channelId: 'voice' },
    });
    const stopping = scene.call.stop();
    const next = await scene.calls.start({ ...scene.request, id: 'call-2' });
    await stopping;
    expect(scene.calls.of('guild')).toBe(next);
  });

  it('leaves nothing behind when the service refuses it', async () => {
    const scene = new CallScene();
    const error = new ServiceError({ fault: 'not-found', code: 'ModelNotFound', nothingHappened: true });
    scene.service.failures.push(error);
    await expect(scene.start()).rejects.toBe(error);
    expect(scene.lease.released).toBe(1);
    expect(scene.spending.finished).toEqual([0]);
    expect(scene.calls.of('guild')).toBeUndefined();
  });

  it('is refused when nothing is left for today, before anything is opened', async () => {
    const scene = new CallScene();
    scene.spending.leftSeconds = 0;
    await expect(scene.start()).rejects.toMatchObject({
      facts: { code: 'quota-spent', unit: 'live-seconds' },
    });
    expect(scene.rooms.leases).toHaveLength(0);
  });
});
