import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RealtimeFault } from '../../../sandbox/service/realtime/faults.ts';
import { fastRealtime } from '../../../sandbox/service/realtime/settings.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../../sandbox/service/server.ts';
import { ChannelScene } from '../../support/channel-scene.ts';

let sandbox: ServiceSandbox;
let channel: ChannelScene;

beforeAll(async () => {
  sandbox = await startServiceSandbox({
    port: 0,
    synthesis: { speaker: 'built-in' },
    realtime: fastRealtime,
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
      { at: 'response', effect: { kind: 'error', code: 'COMMON_ERROR', message: 'Conversation has none active response' } },
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

describe('a connection that breaks', () => {
  it.each<[string, RealtimeFault]>([
    ['by an event that is no JSON', { at: 'response', effect: { kind: 'garbled' } }],
    ['by ten megabytes of sound at once', { at: 'audio', effect: { kind: 'huge-audio', bytes: 10_000_000 } }],
    ['with 1011 in the middle of a word', { at: 'audio', afterDeltas: 2, effect: { kind: 'close', code: 1011 } }],
    ['without a word', { at: 'response', effect: { kind: 'drop' } }],
  ])('%s is told, replaced, and forgotten once it works again', async (_, fault) => {
    await channel.start();
    sandbox.realtime.arm(fault);
    const sessions = sandbox.realtime.sessions.length;
    await channel.speak();
    await channel.shows('I lost the AI service in the middle of that. Say it again?');
    await channel.until(() => sandbox.realtime.sessions.length > sessions, 'another session');
    await channel.goesOn();
    expect(await channel.panel()).not.toContain('⚠️');
    expect(channel.scene.call.state.is).toBe('running');
  });

  it('while nobody speaks is replaced, and told only for as long as that takes', async () => {
    await channel.start();
    arm('connect', { kind: 'answer', status: 503, code: 'SystemError', message: 'busy' }, { times: 3 });
    sandbox.realtime.dropAll();
    await channel.shows('I lost the AI service for a moment.');
    await channel.until(() => sandbox.realtime.connections.open === 1, 'another session', 200);
    expect(await channel.panel()).not.toContain('⚠️');
    await channel.goesOn();
  });

  it('for want of speech is nobody’s trouble', async () => {
    await channel.start();
    await channel.goesOn();
    sandbox.realtime.closeAll(1007, 'response_idle_timeout');
    await channel.until(() => sandbox.realtime.connections.open === 0, 'the end');
    expect(await channel.panel()).not.toContain('⚠️');
    await channel.goesOn();
  });
});

describe('a service that says nothing', () => {
  it('to a turn is told after a while, and left for another connection', async () => {
    await channel.start();
    arm('response', { kind: 'omit' });
    await channel.speak();
    await channel.shows('The AI service didn’t answer. Try again?');
    await channel.goesOn();
    expect(await channel.panel()).not.toContain('⚠️');
  });

  it('any more, though its socket stands, is left for another connection', async () => {
    await channel.start();
    arm('appended', { kind: 'mute' });
    const sessions = sandbox.realtime.sessions.length;
    await channel.scene.speak(400, 'ann');
    await channel.scene.quiet(0);
    await channel.shows('The AI service didn’t answer. Try again?');
    await channel.until(() => sandbox.realtime.sessions.length > sessions, 'another session');
    await channel.goesOn();
    expect(await channel.panel()).not.toContain('⚠️');
  });

  it('of the end of an answer does not hold up the next one', async () => {
    await channel.start();
    arm('done', { kind: 'omit' });
    await channel.speak();
    await channel.until(() => channel.scene.call.state.is === 'running' && channel.answers.length === 1, 'the answer', 200);
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
    await channel.shows('Ended: the AI service stopped working');
    expect(channel.posts).toHaveLength(1);
    expect(channel.posts[0]).toContain('did not accept this bot’s key');
    expect(channel.scene.lease.released).toBe(1);
  });

  it('a key that is refused when a lost connection is replaced does, too, without eight attempts', async () => {
    await channel.start();
    arm('connect', { kind: 'answer', status: 401, code: 'InvalidApiKey', message: 'no' }, { times: 0 });
    sandbox.realtime.dropAll();
    await channel.shows('Ended: the AI service stopped working');
    expect(channel.posts[0]).toContain('did not accept this bot’s key');
  });

  it('a model that the service does not have is told to the operator, and nobody is asked to try again', async () => {
    arm('connect', { kind: 'answer', status: 404, code: 'ModelNotFound', message: 'no such model' });
    const error = await channel.begin().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ fault: 'not-found', needsOperator: true });
    expect(channel.scene.lease.released).toBe(1);
  });
});
