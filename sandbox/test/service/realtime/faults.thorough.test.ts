import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  effectsAt,
  type RealtimeEffect,
  type RealtimeFaultPoint,
  realtimeFaultPoints,
} from '../../../service/realtime/faults.ts';
import type { ServiceSandbox } from '../../../service/server.ts';
import { connectRealtime, openRealtimeSandbox, type RealtimeCaller } from './realtime-caller.ts';

const conversation = 'xq3.5-omni-realtime';
const translation = 'xq3-livetranslate-flash-realtime';
const interfaces = [conversation, translation];

let sandbox: ServiceSandbox;
const connect = async (model: string) => await connectRealtime(sandbox, model);
/** Says something; a translation is finished behind it. */
const speaking = async (model: string) => {
  const caller = await connect(model);
  await caller.update({ modalities: ['text', 'audio'] });
  caller.speak(await sandbox.realtime.voice('Good morning.', 'anybody', 16_000));
  caller.silence(1_200);
  return caller;
};

beforeAll(async () => {
  sandbox = await openRealtimeSandbox({ previewMs: 60_000 });
  return async () => await sandbox.close();
});
afterEach(() => {
  sandbox.realtime.clearFaults();
});

const effects: Readonly<Record<RealtimeEffect['kind'], RealtimeEffect>> = {
  answer: { kind: 'answer', status: 429, code: 'Throttling.RateQuota', message: 'Slow down.' },
  mute: { kind: 'mute' },
  omit: { kind: 'omit' },
  stall: { kind: 'stall' },
  drop: { kind: 'drop' },
  close: { kind: 'close', code: 1001, reason: 'going away' },
  error: { kind: 'error', code: 'SystemError', message: 'Oh.' },
  garbled: { kind: 'garbled' },
  'unknown-event': { kind: 'unknown-event' },
  twice: { kind: 'twice' },
  'late-delta': { kind: 'late-delta' },
  'bad-audio': { kind: 'bad-audio' },
  'many-deltas': { kind: 'many-deltas', count: 3 },
  'huge-audio': { kind: 'huge-audio', bytes: 2_000 },
  'many-calls': { kind: 'many-calls', count: 3 },
  'no-transcript': { kind: 'no-transcript' },
  'spoken-call': { kind: 'spoken-call' },
  'second-call': { kind: 'second-call', name: 'find' },
  'call-again': { kind: 'call-again' },
  'read-out': { kind: 'read-out' },
};
/** What ends with a session's own event at that point. */
const eventAt: Partial<Record<RealtimeFaultPoint, string>> = {
  created: 'session.created',
  updated: 'session.updated',
  response: 'response.created',
  audio: 'response.audio.delta',
  done: 'response.done',
  finished: 'session.finished',
};

async function reach(at: RealtimeFaultPoint, model: string): Promise<RealtimeCaller> {
  if (at === 'created') return await connect(model);
  if (at === 'updated') {
    const caller = await connect(model);
    caller.send('session.update', { session: {} });
    return caller;
  }
  if (at !== 'finished') return await speaking(model);
  const caller = await connect(model);
  caller.send('session.finish');
  return caller;
}

const after = ['created', 'updated', 'response', 'audio', 'done', 'finished'] as const;
const places = after.flatMap((at) =>
  interfaces
    .filter((model) => at !== 'finished' || model === translation)
    .map((model) => [at, model] as const),
);

describe.each(places)('a fault at “%s” of %s', (at, model) => {
  const own = eventAt[at] ?? '';
  const arm = (kind: RealtimeEffect['kind']) =>
    sandbox.realtime.arm({ at, afterDeltas: 0, effect: effects[kind] });

  it('stalls until the faults are cleared, and then goes on', async () => {
    arm('stall');
    const caller = await reach(at, model);
    await caller.untilStalled(() => sandbox.realtime.armed.length === 0);
    expect(caller.of(own)).toEqual([]);
    sandbox.realtime.clearFaults();
    await caller.seen(own);
  });

  it('comes late by as much as it was told', async () => {
    sandbox.realtime.arm({ at, afterDeltas: 0, effect: { kind: 'stall', ms: 20 } });
    await (await reach(at, model)).seen(own);
  });

  it('makes the session mute for good', async () => {
    arm('mute');
    const caller = await reach(at, model);
    await caller.untilStalled(() => sandbox.realtime.armed.length === 0);
    caller.send('session.update', { session: {} });
    caller.raw('{');
    await caller.roundTrip();
    expect(caller.of(own)).toEqual([]);
    expect(caller.of('error')).toEqual([]);
    expect(caller.closed).toBeUndefined();
  });

  it('leaves its event out once, and the session answers on', async () => {
    arm('omit');
    const caller = await reach(at, model);
    await caller.untilStalled(() => sandbox.realtime.armed.length === 0);
    if (at !== 'audio') expect(caller.of(own)).toEqual([]);
    caller.raw('{');
    await caller.seen('error');
  });

  it('closes with the code, or drops', async () => {
    arm('close');
    expect(await (await reach(at, model)).untilClosed()).toEqual({ code: 1001, reason: 'going away' });
    arm('drop');
    expect((await (await reach(at, model)).untilClosed()).code).toBe(1006);
  });

  it('says an error, nonsense or half a message, and goes on with its own event', async () => {
    arm('error');
    const caller = await reach(at, model);
    await caller.seen('error');
    await caller.seen(own);
    arm('unknown-event');
    await (await reach(at, model)).seen('response.annotated');
    arm('garbled');
    const broken = await reach(at, model);
    await broken.seen(own);
    expect(broken.unreadable).toEqual(['{"type": "response.']);
  });
});

describe('a fault at the upgrade', () => {
  it.each(interfaces)('of %s answers, drops, closes, or comes late', async (model) => {
    const arm = (kind: RealtimeEffect['kind']) =>
      sandbox.realtime.arm({ at: 'connect', effect: effects[kind] });
    arm('answer');
    await expect(connect(model)).rejects.toThrow('429');
    arm('drop');
    await expect(connect(model)).rejects.toThrow();
    arm('close');
    expect(await (await connect(model)).untilClosed()).toMatchObject({ code: 1001 });
    arm('stall');
    const opened = sandbox.realtime.connections.opened;
    const late = connect(model);
    while (sandbox.realtime.armed.length > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(sandbox.realtime.connections.opened).toBe(opened);
    sandbox.realtime.clearFaults();
    await (await late).seen('session.created');
  });
});

describe('what no fault can do', () => {
  const fits = realtimeFaultPoints.flatMap((at) =>
    Object.values(effects).map((effect) => [at, effect.kind, effectsAt[at].includes(effect.kind)] as const),
  );

  it.each(fits)('at %s and of the kind %s is taken: %s', async (at, kind, taken) => {
    const response = await fetch(`${sandbox.baseUrl}/sandbox/realtime/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ at, effect: effects[kind] }),
    });
    expect(response.status).toBe(taken ? 201 : 400);
    if (!taken) expect(await response.text()).toContain(`${at} takes`);
  });
});
