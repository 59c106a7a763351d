import { beforeEach, describe, expect, it } from 'vitest';
import { Speakers } from '../../../../src/conversation/hearing/speakers.ts';

const session = {};
let speakers = new Speakers();

/** A session is given so many milliseconds of a person, and then their silence. */
function give(userId: string, ms: number, silenceMs = 1_200, to: object = session): void {
  speakers.gave(to, { pcm: new Uint8Array(ms * 32).fill(1), userId });
  speakers.gave(to, { pcm: new Uint8Array(silenceMs * 32), userId });
}

/** Who says the lines that begin at these moments. */
function whoSays(...startsMs: readonly number[]): readonly (string | undefined)[] {
  for (const [index, atMs] of startsMs.entries()) speakers.started(session, `i${index + 1}`, atMs);
  return startsMs.map((_, index) => speakers.of(`i${index + 1}`));
}

beforeEach(() => {
  speakers = new Speakers();
});

describe('the speaker of a line', () => {
  it('is the one whose words are where the service says that it begins', () => {
    give('ann', 2_000);
    give('ben', 800);
    give('ann', 500);
    expect(whoSays(40, 3_260, 5_200)).toEqual(['ann', 'ben', 'ann']);
  });

  it('is known although the service has it begin a little before the first word', () => {
    give('ann', 2_000);
    give('ben', 800);
    expect(whoSays(0, 2_900)).toEqual(['ann', 'ben']);
  });

  it('is not mistaken for a turn that the service never took', () => {
    give('ann', 80);
    give('ben', 800);
    speakers.started(session, 'i1', 1_290);
    expect(speakers.committed(session, 'i1')).toBe('ben');
  });

  it('stays when the next one speaks already as its transcript comes', () => {
    give('ann', 800);
    speakers.started(session, 'i1', 0);
    speakers.committed(session, 'i1');
    give('ben', 1_600);
    expect(speakers.of('i1')).toBe('ann');
    expect(speakers.itemsOf('ann')).toEqual(['i1']);
  });

  it.each([
    ["doesn't say where", undefined],
    ['says the same each time', 0],
    ['says something that was never sent', 60_000],
  ])('is the one who was heard last if the service %s', (_, atMs) => {
    give('ann', 800);
    speakers.started(session, 'i1', atMs);
    give('ben', 800);
    speakers.started(session, 'i2', atMs);
    give('cem', 800);
    speakers.committed(session, 'i3');
    expect(['i1', 'i2', 'i3'].map((itemId) => speakers.of(itemId))).toEqual(['ann', 'ben', 'cem']);
  });

  it('is counted from the first sound of its own session', () => {
    give('ann', 2_000);
    const next = {};
    give('ben', 500, 1_200, next);
    speakers.started(next, 'i1', 100);
    expect(speakers.of('i1')).toBe('ben');
  });

  it.each([
    ['loses the rest of an append at the end of each turn', -90],
    ['counts some of it twice', 20],
  ])('stays right over a long call although the service %s', (_, eachMs) => {
    const people = ['ann', 'ben', 'ann', 'cem', 'cem', 'ben'] as const;
    const turns = Array.from({ length: 90 }, (__, at) => people[at % people.length] ?? 'ann');
    const names = turns.map((userId, at) => {
      give(userId, 1_300, 900);
      speakers.started(session, `i${at}`, 300 + at * (1_300 + 900 + eachMs));
      return speakers.of(`i${at}`);
    });
    expect(names).toEqual(turns);
  });

  it('stays when the service divides what they say, shortly before another person follows', () => {
    give('ann', 2_000, 240);
    give('ben', 800);
    expect(whoSays(0, 1_700, 2_240)).toEqual(['ann', 'ann', 'ben']);
  });

  it('is the next person when their turn is said to begin just behind a word that was heard already', () => {
    give('ann', 200, 200);
    give('ben', 800);
    expect(whoSays(0, 120)).toEqual(['ann', 'ben']);
  });

  it('is nobody while nobody was sent', () => {
    speakers.started(session, 'i1', 0);
    expect(speakers.committed(session, 'i1')).toBeUndefined();
  });
});
