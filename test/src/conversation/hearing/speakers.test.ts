import { describe, expect, it } from 'vitest';
import { Speakers } from '../../../../src/conversation/hearing/speakers.ts';

function spoken(speakers: Speakers, turn: Readonly<Record<string, number>>): void {
  for (const [userId, frames] of Object.entries(turn))
    for (let frame = 0; frame < frames; frame += 1) speakers.voiced(userId);
}

describe('the speaker of a line', () => {
  it('is the person who spoke most in its turn', () => {
    const speakers = new Speakers();
    spoken(speakers, { ann: 40, ben: 12 });
    speakers.started('i1');
    speakers.turnEnded();
    expect(speakers.committed('i1')).toBe('ann');
    expect(speakers.of('i1')).toBe('ann');
  });

  it('stays when the next one speaks already as its transcript comes', () => {
    const speakers = new Speakers();
    spoken(speakers, { ann: 40 });
    speakers.turnEnded();
    speakers.committed('i1');
    spoken(speakers, { ben: 80 });
    speakers.started('i2');
    expect([speakers.of('i1'), speakers.of('i2')]).toEqual(['ann', 'ben']);
  });

  it('is known while the turn goes on, and not mistaken for a turn that the service never took', () => {
    const speakers = new Speakers();
    spoken(speakers, { ann: 4 });
    speakers.turnEnded();
    spoken(speakers, { ben: 40 });
    speakers.turnEnded();
    expect(speakers.committed('i1')).toBe('ben');
  });

  it('is nobody who left', () => {
    const speakers = new Speakers();
    spoken(speakers, { ann: 40 });
    speakers.turnEnded();
    speakers.forget('ann');
    expect(speakers.committed('i1')).toBeUndefined();
  });
});
