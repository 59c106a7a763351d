import { describe, expect, it } from 'vitest';
import { type RoomEvent, transition } from '../../../../src/voice/room/transition.ts';
import type { RoomState } from '../../../../src/voice/room/types.ts';

const at = 'here';
const states: readonly RoomState[] = [
  { is: 'joining', channelId: at, attempt: 1 },
  { is: 'ready', channelId: at },
  { is: 'moved', channelId: at, from: 'elsewhere' },
  { is: 'muted', channelId: at },
  { is: 'suppressed', channelId: at, handRaised: false },
  { is: 'lost', channelId: at, attempt: 1 },
  { is: 'leaving', channelId: at, end: 'idle' },
  { is: 'left', channelId: at, end: 'idle' },
];
const events = {
  connected: { type: 'connected', hush: { is: 'none' } },
  'connected, muted': { type: 'connected', hush: { is: 'muted' } },
  'connected, in the audience': { type: 'connected', hush: { is: 'suppressed', handRaised: true } },
  'being resumed': { type: 'down', attempt: 0 },
  'second attempt': { type: 'down', attempt: 2 },
  moved: { type: 'moved', channelId: 'there' },
  muted: { type: 'hushed', hush: { is: 'muted' } },
  'in the audience': { type: 'hushed', hush: { is: 'suppressed', handRaised: true } },
  'may be heard': { type: 'hushed', hush: { is: 'none' } },
  leave: { type: 'leave', end: 'alone' },
  gone: { type: 'gone' },
} as const satisfies Record<string, RoomEvent>;

const ready: RoomState = { is: 'ready', channelId: at };
const muted: RoomState = { is: 'muted', channelId: at };
const raised: RoomState = { is: 'suppressed', channelId: at, handRaised: true };
const leaving: RoomState = { is: 'leaving', channelId: at, end: 'alone' };
const movedOn: RoomState = { is: 'moved', channelId: 'there', from: at };
const lost = (attempt: number): RoomState => ({ is: 'lost', channelId: at, attempt });

/** What each event makes of each state; an event that is not named changes nothing. */
const table: Readonly<Record<RoomState['is'], Readonly<Partial<Record<keyof typeof events, RoomState>>>>> = {
  joining: {
    connected: ready,
    'connected, muted': muted,
    'connected, in the audience': raised,
    'second attempt': { is: 'joining', channelId: at, attempt: 2 },
    moved: { is: 'joining', channelId: 'there', attempt: 1 },
    leave: leaving,
  },
  ready: {
    'being resumed': lost(0),
    'second attempt': lost(2),
    moved: movedOn,
    muted,
    'in the audience': raised,
    leave: leaving,
  },
  moved: {
    connected: ready,
    'connected, muted': muted,
    'connected, in the audience': raised,
    'second attempt': lost(2),
    moved: movedOn,
    leave: leaving,
  },
  muted: {
    'being resumed': lost(0),
    'second attempt': lost(2),
    moved: movedOn,
    'in the audience': raised,
    'may be heard': ready,
    leave: leaving,
  },
  suppressed: {
    'being resumed': lost(0),
    'second attempt': lost(2),
    moved: movedOn,
    muted,
    'in the audience': raised,
    'may be heard': ready,
    leave: leaving,
  },
  lost: {
    connected: ready,
    'connected, muted': muted,
    'connected, in the audience': raised,
    'second attempt': lost(2),
    moved: { is: 'lost', channelId: 'there', attempt: 1 },
    leave: leaving,
  },
  leaving: { gone: { is: 'left', channelId: at, end: 'idle' } },
  left: {},
};

const cases = states.flatMap((state) =>
  Object.entries(events).map(
    ([name, event]) => [state.is, name, state, event, table[state.is][name as keyof typeof events]] as const,
  ),
);

describe('the state of a room', () => {
  it.each(cases)('from %s, after "%s"', (_is, _name, state, event, next) => {
    const after = transition(state, event);
    if (next) expect(after).toEqual(next);
    else expect(after).toBe(state);
  });

  it('is the same object when an event says what is known', () => {
    expect(transition(muted, events.muted)).toBe(muted);
    const there: RoomState = { is: 'ready', channelId: 'there' };
    expect(transition(there, events.moved)).toBe(there);
  });
});
