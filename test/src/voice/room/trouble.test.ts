import { describe, expect, it } from 'vitest';
import { Trouble, troubleOf } from '../../../../src/voice/room/trouble.ts';
import type { RoomState } from '../../../../src/voice/room/types.ts';

const channelId = 'here';
const lost = (attempt: number): RoomState => ({ is: 'lost', channelId, attempt });

function trouble() {
  const said: string[] = [];
  const told = new Trouble('heard-again', (place, notice) => said.push(`${place.channelId}: ${notice}`));
  return { said, told };
}

describe('what is wrong with a room', () => {
  it('is said once in each place, and so is its end', () => {
    const { said, told } = trouble();
    const places = [{ channelId: 'a' }, { channelId: 'b' }];
    told.note('muted', places);
    told.note('muted', places);
    told.over(places);
    told.over(places);
    expect(said).toEqual(['a: muted', 'b: muted', 'a: heard-again', 'b: heard-again']);
  });

  it('is said to those who came later, too, and its end only to those who knew', () => {
    const { said, told } = trouble();
    told.note('muted', [{ channelId: 'a' }]);
    told.note('muted', [{ channelId: 'a' }, { channelId: 'b' }]);
    told.over([{ channelId: 'a' }, { channelId: 'b' }, { channelId: 'c' }]);
    expect(said).toEqual(['a: muted', 'b: muted', 'a: heard-again', 'b: heard-again']);
  });

  it('is not said where whoever waits is told by an answer; its end is', () => {
    const { said, told } = trouble();
    const places = [{ channelId: 'a' }, { channelId: 'b' }];
    told.note('suppressed', places, new Set(['a']));
    told.over(places);
    expect(said).toEqual(['b: suppressed', 'a: heard-again', 'b: heard-again']);
  });

  it('ends silently for those who left meanwhile', () => {
    const { said, told } = trouble();
    told.note('muted', [{ channelId: 'a' }]);
    told.over([]);
    expect(said).toEqual(['a: muted']);
  });
});

describe('what keeps a room from being heard', () => {
  it('is a mute, a permission that is missing, or the audience', () => {
    expect(troubleOf({ is: 'muted', channelId }, false)).toBe('muted');
    expect(troubleOf({ is: 'muted', channelId }, true)).toBe('speak-missing');
    expect(troubleOf({ is: 'suppressed', channelId, handRaised: true }, false)).toBe('suppressed');
  });

  it('is a lost connection once the first attempt failed: before, it is back at once', () => {
    expect([0, 1, 2, 3].map((attempt) => troubleOf(lost(attempt), false))).toEqual([
      undefined,
      undefined,
      'lost',
      'lost',
    ]);
  });
});
