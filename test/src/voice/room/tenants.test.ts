import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/refusal/refusal.ts';
import type { HeardFrame } from '../../../../src/voice/ears/types.ts';
import type { Answer } from '../../../../src/voice/room/lease.ts';
import { Tenants, type TenantsEvent } from '../../../../src/voice/room/tenants.ts';
import type { EnterRequest, RoomState } from '../../../../src/voice/room/types.ts';
import { FakeMouth } from '../../../support/fake-voice.ts';

const talk = { name: 'talk', rank: 9 };
const translate = { name: 'translate', rank: 5 };
const read = { name: 'read', rank: 1 };
const ready: RoomState = { is: 'ready', channelId: 'here' };
const muted = new Refusal({ code: 'voice-muted', channelId: 'here' });

/** Tenants of a room that is what a test says. */
function room(first: Answer = 'heard', state: RoomState = ready) {
  const host = {
    guildId: 'g',
    state,
    answer: first as Answer,
    touched: 0,
    heard: new Set<string>() as ReadonlySet<string>,
    statuses: [] as (string | undefined)[],
    left: 0,
    faults: [] as unknown[],
    seats: [] as FakeMouth[],
    seat: () => {
      const seat = new FakeMouth();
      host.seats.push(seat);
      return seat;
    },
    touch: () => {
      host.touched += 1;
    },
    showStatus: async (text: string | undefined) => void host.statuses.push(text),
    leave: async () => {
      host.left += 1;
    },
    tell: (event: TenantsEvent) => {
      if (event.is === 'hearing') host.heard = event.allowed;
      else host.faults.push(event.error);
    },
  };
  const tenants = new Tenants(host);
  const enter = async (feature = read, more: Partial<EnterRequest> = {}) =>
    await tenants.admit({
      guildId: 'g',
      channelId: 'here',
      feature,
      notices: { channelId: 'text' },
      ...more,
    });
  return { host, tenants, enter };
}

function frameOf(userId: string): HeardFrame {
  return { userId, samples: new Int16Array(320), rtpTimestamp: 0, kind: 'spoken' };
}

describe('the tenants of a room', () => {
  it('are each given the frames of those who agreed to them; the room decodes all of those and no more', async () => {
    const people = ['a', 'b', 'c', 'd'];
    const features = [talk, translate, read];
    const change = fc.record({
      feature: fc.constantFrom(...features),
      allowed: fc.subarray(people),
      released: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const { host, tenants, enter } = room();
        const agreed = new Map<string, Set<string>>();
        const heard: string[] = [];
        for (const { feature, allowed, released } of changes) {
          const isNew = !tenants.of(feature);
          const lease = await enter(feature);
          if (isNew) lease.ears.onFrame(({ userId }) => heard.push(`${feature.name} ${userId}`));
          lease.ears.allow(new Set(allowed));
          agreed.set(feature.name, new Set(allowed));
          if (!released || agreed.size === 1) continue;
          await lease.release();
          agreed.delete(feature.name);
        }
        expect(host.heard).toEqual(new Set([...agreed.values()].flatMap((each) => [...each])));
        for (const person of people) tenants.hearFrame(frameOf(person));
        const wanted = [...agreed].flatMap(([name, each]) => [...each].map((person) => `${name} ${person}`));
        expect(heard.toSorted()).toEqual(wanted.toSorted());
      }),
    );
  });

  it('are told of a change once each, the last one included', async () => {
    const { host, tenants, enter } = room();
    const states: string[] = [];
    const first = await enter(talk);
    const second = await enter(read);
    first.onChange(({ is }) => {
      states.push(`talk ${is}`);
      void first.release();
    });
    second.onChange(({ is }) => states.push(`read ${is}`));
    host.state = { is: 'muted', channelId: 'here' };
    tenants.follow();
    host.state = { is: 'left', channelId: 'here', end: 'lost' };
    tenants.follow();
    tenants.follow();
    expect(states).toEqual(['talk muted', 'talk left', 'read muted', 'read left']);
    expect(await Promise.all([first.ended, second.ended])).toEqual(['asked', 'lost']);
  });

  it('name each channel once, in the language of the more important', async () => {
    const { tenants, enter } = room();
    await enter(read, { notices: { channelId: 'text', locale: 'en-US' } });
    await enter(talk, { notices: { channelId: 'text', locale: 'zh-CN' } });
    await enter(translate, { notices: { channelId: 'other' } });
    expect(tenants.places()).toEqual([{ channelId: 'text', locale: 'zh-CN' }, { channelId: 'other' }]);
  });

  it("share a channel's notice with those who wait there for an answer", async () => {
    const { host, tenants, enter } = room();
    await enter(talk, { notices: { channelId: 'shared' } });
    host.answer = undefined;
    const waiting = [
      enter(read, { notices: { channelId: 'shared' } }),
      enter(translate, { notices: { channelId: 'own' } }),
    ];
    expect(tenants.answered).toEqual(new Set(['own']));
    host.answer = 'heard';
    tenants.follow();
    await Promise.all(waiting);
    expect(tenants.answered).toEqual(new Set());
  });

  it('leave with the last that was ever let in; one that was refused does not keep the room', async () => {
    const { host, tenants, enter } = room(muted);
    await expect(enter(read)).rejects.toBe(muted);
    expect(tenants.of(read)).toBeDefined();
    host.answer = 'heard';
    tenants.follow();
    const lease = await enter(talk);
    await lease.release();
    expect(host.left).toBe(1);
  });

  it('take one in only once it can be heard: refused beside others, it is out again', async () => {
    const { host, tenants, enter } = room();
    await enter(talk);
    host.answer = muted;
    await expect(enter(read)).rejects.toBe(muted);
    expect(tenants.of(read)).toBeUndefined();
    expect(host.left).toBe(0);
  });
});

describe('a lease', () => {
  it('is the same for the same feature, told in the new place, with the consents it had', async () => {
    const { host, tenants, enter } = room();
    const lease = await enter(read, { allowed: new Set(['a']) });
    expect(await enter({ ...read }, { notices: { channelId: 'new' } })).toBe(lease);
    expect(tenants.places()).toEqual([{ channelId: 'new' }]);
    expect(host.heard).toEqual(new Set(['a']));
    await enter(read, { allowed: new Set(['b']) });
    expect(host.heard).toEqual(new Set(['b']));
  });

  it('that is over hears nobody, says nothing, wants no status and keeps no room awake', async () => {
    const { host, tenants, enter } = room();
    await enter(talk);
    const lease = await enter(read, { allowed: new Set(['a']) });
    const frames: HeardFrame[] = [];
    lease.ears.onFrame((frame) => frames.push(frame));
    await lease.setStatus('Reading');
    await lease.release();
    await lease.release();
    const { touched } = host;
    lease.touch();
    lease.ears.allow(new Set(['a']));
    await lease.setStatus('Reading on');
    tenants.hearFrame(frameOf('a'));
    expect(frames).toEqual([]);
    expect(host.heard).toEqual(new Set());
    expect(host.statuses).toEqual(['Reading', undefined]);
    expect(host.touched).toBe(touched);
    expect(host.left).toBe(0);
  });

  it('whose listener throws passes frames on to the others, and the room hears of it', async () => {
    const { host, tenants, enter } = room();
    const lease = await enter(read, { allowed: new Set(['a']) });
    const failure = new Error('of a listener');
    lease.ears.onFrame(() => {
      throw failure;
    });
    const frames: HeardFrame[] = [];
    lease.ears.onFrame((frame) => frames.push(frame));
    tenants.hearFrame(frameOf('a'));
    expect(frames).toHaveLength(1);
    expect(host.faults).toEqual([failure]);
  });
});

describe('a room that can be heard again', () => {
  it('says that it goes on only where a feature has something left to say', async () => {
    const { tenants, enter, host } = room();
    await enter(read);
    await enter(talk, { notices: { channelId: 'other' } });
    expect(tenants.heardAgain('text')).toBe('heard-again');
    host.seats[0]?.play({ id: 'one', priority: 'normal', packets: (async function* () {})() });
    expect(tenants.heardAgain('text')).toBe('goes-on');
    expect(tenants.heardAgain('other')).toBe('heard-again');
  });

  it('says that it missed what people said where a feature listens', async () => {
    const { tenants, enter } = room();
    await enter(talk, { notices: { channelId: 'text', missedWords: () => true } });
    await enter(read, { notices: { channelId: 'other' } });
    const again = ['text', 'other'].map((channelId) => tenants.heardAgain(channelId));
    expect(again).toEqual(['missed-words', 'heard-again']);
  });
});
