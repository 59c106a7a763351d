import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RealtimeFault } from '../../../sandbox/service/realtime/faults.ts';
import { fastRealtime } from '../../../sandbox/service/realtime/settings.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../../sandbox/service/server.ts';
import { noticeOf } from '../../../src/discord/failure-words.ts';
import { wordsFor } from '../../../src/words/index.ts';
import { ChannelScene } from '../../support/channel-scene.ts';

let sandbox: ServiceSandbox;
let channel: ChannelScene;

beforeAll(async () => {
  sandbox = await startServiceSandbox({
    port: 0,
    synthesis: { speaker: 'built-in' },
    realtime: fastRealtime,
    sleep: (ms, signal) => channel.clock.sleep(ms, signal),
  });
});
beforeEach(() => {
  channel = new ChannelScene(sandbox);
});
afterEach(async () => {
  await channel.close();
  sandbox.realtime.clearFaults();
  sandbox.realtime.set({ lenientVoice: false });
});
afterAll(async () => await sandbox.close());

const words = wordsFor('en-US');
const { troubles } = words.conversation.panel;

const arm = (at: RealtimeFault['at'], effect: RealtimeFault['effect'], more: Partial<RealtimeFault> = {}) =>
  sandbox.realtime.arm({ at, effect, ...more });

describe('what harms nobody', () => {
  it.each<[string, RealtimeFault]>([
    ['an event that no document names', { at: 'response', effect: { kind: 'unknown-event' } }],
    ['a delta of an answer that is over', { at: 'after', effect: { kind: 'late-delta' } }],
    ['an end that comes twice', { at: 'done', effect: { kind: 'twice' } }],
    ['sound that is no Base64', { at: 'audio', effect: { kind: 'bad-audio' } }],
    [
      'a cancel that came too late',
      {
        at: 'response',
        effect: { kind: 'error', code: 'COMMON_ERROR', message: 'Conversation has none active response' },
      },
    ],
  ])('%s: the answer is heard as if nothing had been', async (_, fault) => {
    await channel.start();
    sandbox.realtime.arm(fault);
    await channel.goesOn();
    expect(channel.answers).toEqual(["bot: Sorry, I didn't catch that."]);
    expect(await channel.panel()).not.toContain('⚠️');
    expect(channel.posts).toEqual([]);
    await channel.goesOn();
    expect(channel.answers).toHaveLength(2);
  });
});

it('an answer that nobody asked for is heard, and so is the next one that somebody did', async () => {
  await channel.start();
  await channel.until(() => sandbox.realtime.connections.open === 1, 'a session');
  sandbox.realtime.speakUnasked();
  await channel.until(() => channel.answers.length === 1, 'an answer', 200);
  expect(channel.answers).toEqual(['bot: All right.']);
  await channel.goesOn();
  expect(channel.answers.at(-1)).toBe("bot: Sorry, I didn't catch that.");
  expect(await channel.panel()).not.toContain('⚠️');
});

describe('a connection that breaks', () => {
  it.each<[string, RealtimeFault]>([
    ['by ten megabytes of sound at once', { at: 'audio', effect: { kind: 'huge-audio', bytes: 10_000_000 } }],
    [
      'with 1011 in the middle of a word',
      { at: 'audio', afterDeltas: 2, effect: { kind: 'close', code: 1011 } },
    ],
    ['without a word', { at: 'response', effect: { kind: 'drop' } }],
  ])('%s is told, replaced, and forgotten once it works again', async (_, fault) => {
    await channel.start();
    sandbox.realtime.arm(fault);
    const sessions = sandbox.realtime.sessions.length;
    await channel.speak();
    await channel.shows(troubles['turn-lost']);
    await channel.until(() => sandbox.realtime.sessions.length > sessions, 'another session');
    await channel.goesOn();
    expect(await channel.panel()).not.toContain('⚠️');
    expect(channel.scene.call.state.is).toBe('running');
  });

  it('while nobody speaks is replaced, and told only for as long as that takes', async () => {
    await channel.start();
    arm('connect', { kind: 'answer', status: 503, code: 'SystemError', message: 'busy' }, { times: 3 });
    sandbox.realtime.dropAll();
    await channel.shows(troubles['connection-lost']);
    await channel.until(() => sandbox.realtime.connections.open === 1, 'another session', 200);
    expect(await channel.panel()).not.toContain('⚠️');
    await channel.goesOn();
  });

  it("for want of speech is nobody's trouble", async () => {
    await channel.start();
    await channel.goesOn();
    sandbox.realtime.closeAll(1007, 'response_idle_timeout');
    await channel.until(() => sandbox.realtime.connections.open === 0, 'the end');
    expect(await channel.panel()).not.toContain('⚠️');
    await channel.goesOn();
  });
});

describe('a service that says nothing', () => {
  it('to a turn is told after a while', async () => {
    await channel.start();
    arm('response', { kind: 'omit' });
    await channel.speak();
    await channel.shows(troubles['no-answer']);
    await channel.goesOn();
    expect(await channel.panel()).not.toContain('⚠️');
  });

  it('any more, though its socket stands, is left for another connection', async () => {
    await channel.start();
    arm('appended', { kind: 'mute' });
    const sessions = sandbox.realtime.sessions.length;
    await channel.scene.speak(400, 'ann');
    await channel.scene.quiet(0);
    await channel.shows(troubles['no-answer']);
    await channel.until(() => sandbox.realtime.sessions.length > sessions, 'another session');
    await channel.goesOn();
    expect(await channel.panel()).not.toContain('⚠️');
  });

  it('of the end of an answer does not hold up the next one', async () => {
    await channel.start();
    arm('done', { kind: 'omit' });
    await channel.speak();
    await channel.until(() => channel.answers.length === 1, 'the answer', 200);
    expect(await channel.panel()).not.toContain('⚠️');
    await channel.goesOn();
    expect(channel.answers).toHaveLength(2);
  });

  it('to the opening refuses the conversation in words, and leaves the room', async () => {
    arm('created', { kind: 'mute' });
    await expect(channel.begin()).rejects.toMatchObject({ fault: 'timeout' });
    expect(channel.scene.lease.released).toBe(1);
    await channel.start();
    await channel.goesOn();
  });
});

describe('what only the operator can mend', () => {
  it('a key that is revoked during a call ends it, with the reason', async () => {
    await channel.start();
    arm('response', { kind: 'error', code: 'invalid_api_key', message: 'Incorrect API key provided.' });
    await channel.speak();
    await channel.shows(words.call.ended.service);
    expect(channel.posts).toHaveLength(1);
    expect(channel.posts[0]).toContain(words.errors.service.credentials);
    expect(channel.scene.lease.released).toBe(1);
  });

  it('a key that is refused when a lost connection is replaced does, too, without eight attempts', async () => {
    await channel.start();
    arm('connect', { kind: 'answer', status: 401, code: 'InvalidApiKey', message: 'no' }, { times: 0 });
    sandbox.realtime.dropAll();
    await channel.shows(words.call.ended.service);
    expect(channel.posts[0]).toContain(words.errors.service.credentials);
  });

  it.each<RealtimeFault['effect']>([
    { kind: 'answer', status: 404, code: 'ModelNotFound', message: 'no such model' },
    { kind: 'close', code: 1007, reason: 'Model not found (xq9)!' },
  ])(
    'a model that the service does not have is told to the operator, and nobody is asked to try again',
    async (effect) => {
      arm('connect', effect);
      const error = await channel.begin().catch((thrown: unknown) => thrown);
      expect(noticeOf(error, words)?.sentence).toBe(words.errors.setUp['model-missing']);
      expect(channel.scene.lease.released).toBe(1);
    },
  );
});

describe('what the service says went wrong', () => {
  it.each<[string, RealtimeFault, keyof typeof troubles]>([
    [
      'a voice that it does not have',
      { at: 'appended', effect: { kind: 'error', message: "Voice 'Nobody' is not supported." } },
      'voice-replaced',
    ],
    [
      'a request that breaks a rule',
      {
        at: 'appended',
        effect: { kind: 'error', code: 'invalid_value', message: 'Invalid.', param: 'session.x' },
      },
      'refused-request',
    ],
    [
      'that it has too much to do',
      { at: 'appended', effect: { kind: 'error', message: 'thread pool exhausted' } },
      'busy',
    ],
    ['that it did not understand', { at: 'appended', effect: { kind: 'no-transcript' } }, 'not-understood'],
  ])('%s is told in a sentence, and the conversation goes on', async (_, fault, trouble) => {
    await channel.start();
    arm('response', { kind: 'omit' });
    sandbox.realtime.arm(fault);
    await channel.speak();
    await channel.shows(troubles[trouble]);
    await channel.goesOn();
    expect(channel.scene.call.state.is).toBe('running');
  });
});

describe('a session that gets old', () => {
  it('rests in a quiet moment: nobody is told, and the next one knows who it is and what was said', async () => {
    await channel.start({ persona: 'A retired pirate.' });
    const sessions = sandbox.realtime.sessions.length;
    await channel.goesOn();
    for (let minutes = 0; minutes < 90; minutes += 9) {
      await channel.clock.advance(9 * 60_000);
      await channel.speak();
    }
    await channel.until(() => sandbox.realtime.sessions.length > sessions, 'another session', 200);
    await channel.until(() => sandbox.realtime.connections.open === 1, 'the end of the old one');
    const [old, young] = sandbox.realtime.sessions.slice(-2);
    expect(old?.closed?.code).toBe(1000);
    const told = JSON.stringify(young?.events.find(({ event }) => event.type === 'session.update')?.event);
    expect(told).toContain('A retired pirate.');
    expect(told).toContain("Sorry, I didn't catch that.");
    expect(await channel.panel()).not.toContain('⚠️');
    expect(channel.posts).toEqual([]);
    await channel.goesOn();
    expect(young?.number).toBe(sandbox.realtime.sessions.at(-1)?.number);
  });
});

describe('what people do meanwhile', () => {
  it('two who press Stop at once end it once, and the second is told that it has ended', async () => {
    await channel.start({}, ['ben']);
    const id = channel.scene.call.request.id;
    const stops = ['ann', 'ben'].map(async (userId) => await channel.desk.stop(channel.actor(userId), id));
    const settled = Promise.allSettled(stops);
    await channel.clock.advance(2_000);
    expect(await settled).toEqual([
      { status: 'fulfilled', value: undefined },
      {
        status: 'rejected',
        reason: expect.objectContaining({ facts: { code: 'call-over', kind: 'conversation' } }),
      },
    ]);
    expect(await channel.panel()).toContain(words.call.ended.asked);
    expect(channel.posts).toEqual([]);
    expect(channel.scene.lease.released).toBe(1);
  });

  it('the last one who leaves in the middle of an answer hears no more of it; it ends after a while, and says why', async () => {
    await channel.start({}, ['ben']);
    await channel.desk.leave(channel.actor('ann'));
    await channel.speak(400, 'ben');
    await channel.until(() => channel.scene.lease.mouth.playing !== undefined, 'an answer');
    await channel.desk.leave(channel.actor('ben'));
    await channel.clock.advance(200);
    expect(channel.scene.lease.mouth.playing).toBeUndefined();
    expect(channel.scene.call.state.is).toBe('running');
    await channel.shows(words.call.ended['everybody-left']);
    expect(channel.posts[0]).toContain(words.conversation.endNotices['everybody-left']);
  });

  it('the one who started it leaves: it goes on with the others, and without anybody it ends', async () => {
    await channel.start({}, ['ben']);
    await channel.desk.leave(channel.actor('ann'));
    await channel.clock.advance(60_000);
    await channel.speak(400, 'ben');
    await channel.until(() => channel.answers.length === 1, 'an answer');
    channel.scene.join('ann');
    await channel.desk.leave(channel.actor('ben'));
    await channel.desk.leave(channel.actor('ann'));
    await channel.shows(words.call.ended['starter-left']);
    expect(channel.posts[0]).toContain(words.conversation.endNotices['starter-left']);
  });
});

describe('what happens in the voice channel meanwhile', () => {
  it('the bot is muted in the middle of an answer: it says so, hears nobody, and comes back', async () => {
    await channel.start();
    await channel.speak();
    await channel.until(() => channel.scene.lease.mouth.playing !== undefined, 'an answer');
    channel.scene.lease.become({ is: 'muted', channelId: 'voice' });
    await channel.shows(words.conversation.panel.activities.silenced(undefined));
    const heard = channel.heard;
    await channel.scene.speak(600, 'ann');
    await channel.scene.quiet(2_000);
    expect(channel.heard).toBe(heard);
    channel.scene.lease.become({ is: 'ready', channelId: 'voice' });
    await channel.goesOn();
    expect(await channel.panel()).not.toContain('⚠️');
  });

  it('the bot is moved: it goes on there', async () => {
    await channel.start();
    channel.scene.lease.become({ is: 'moved', channelId: 'other', from: 'voice' });
    await channel.clock.advance(100);
    channel.scene.lease.become({ is: 'ready', channelId: 'other' });
    await channel.goesOn();
  });

  it('the bot is disconnected in the middle of an answer: the panel says that it is gone, the session is closed', async () => {
    await channel.start();
    await channel.speak();
    await channel.until(() => channel.scene.lease.mouth.playing !== undefined, 'an answer');
    channel.scene.lease.leave('disconnected');
    await channel.shows(words.call.ended.room);
    await channel.until(() => sandbox.realtime.connections.open === 0, 'the end of the session');
    expect(sandbox.realtime.sessions.at(-1)?.closed?.code).toBe(1000);
  });
});
