import { describe, expect, it } from 'vitest';
import { RoomTrouble } from '../../../../src/voice/room/trouble.ts';
import type { RoomState } from '../../../../src/voice/room/types.ts';

const channelId = 'here';
const ready: RoomState = { is: 'ready', channelId };
const muted: RoomState = { is: 'muted', channelId };
const lost = (attempt: number): RoomState => ({ is: 'lost', channelId, attempt });

function trouble() {
  const said: string[] = [];
  return { said, trouble: new RoomTrouble((notice) => said.push(notice)) };
}

describe('what keeps a room from being heard', () => {
  it('is said once, and so is its end', () => {
    const { said, trouble: told } = trouble();
    for (const state of [ready, muted, muted, ready, ready]) told.note(state, false, false);
    expect(said).toEqual(['muted', 'heard-again']);
  });

  it('is another notice when it is a permission', () => {
    const { said, trouble: told } = trouble();
    told.note(muted, true, false);
    expect(said).toEqual(['speak-missing']);
  });

  it('is not said when whoever waits is told by an answer; its end is', () => {
    const { said, trouble: told } = trouble();
    told.note({ is: 'suppressed', channelId, handRaised: true }, false, true);
    told.note(ready, false, false);
    expect(said).toEqual(['heard-again']);
  });

  it('is no news when a connection is back at once', () => {
    const { said, trouble: told } = trouble();
    for (const state of [lost(0), lost(1), ready]) told.note(state, false, false);
    expect(said).toEqual([]);
  });

  it('is news when the first attempt failed', () => {
    const { said, trouble: told } = trouble();
    for (const state of [lost(1), lost(2), lost(3), ready]) told.note(state, false, false);
    expect(said).toEqual(['lost', 'heard-again']);
  });
});
