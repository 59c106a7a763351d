import { describe, expect, test } from 'vitest';
import { AuthorSaid } from '../../../../src/speech/reading/author-said.ts';
import { spokenName } from '../../../../src/speech/reading/names.ts';
import { wordsFor } from '../../../../src/words/index.ts';
import { FakeClock } from '../../../support/fake-clock.ts';

const it = test.extend('said', () => new AuthorSaid(new FakeClock()));

const { reading: phrases } = wordsFor('en-US').speech;

describe('a name is said', () => {
  it.each([
    ['as it is', 'Ada Byron', 'Ada Byron'],
    ['without emoji and ornaments', '✨ 𝔸𝕕𝕒 ✨ | mod', 'Ada mod'],
    [
      'not longer than a listener bears',
      'The Most Honourable Keeper of the Seven Gardens',
      'The Most Honourable Keeper of',
    ],
    [
      'whole, if it is as long as that',
      'Most Honourable Keeper of Garden',
      'Most Honourable Keeper of Garden',
    ],
    ['without what nobody sees', 'A\u202Eda\u200B', 'Ada'],
    ['in its own script', '小明', '小明'],
    ['with few of many letters', 'Aaaaaaaaaaa', 'Aaaa'],
  ])('%s', (_, name, expected) => expect(spokenName(name)).toBe(expected));

  it('not at all when nothing of it can be said', () => expect(spokenName('✨🔥!!')).toBeUndefined());

  it('not at all when only its far end could be said', () =>
    expect(spokenName(`${'… '.repeat(30)}Ada`)).toBeUndefined());
});

describe('who wrote', () => {
  const author = (userId: string) => ({ userId, displayName: `P${userId}` });

  it('is said when somebody else writes, and not before each message of the same person', ({ said }) => {
    const lines = ['1', '1', '2', '1'].map((id) => said.introduce(author(id), 'hi', 'changed', phrases));
    expect(lines).toEqual(['P1 said: hi', 'hi', 'P2 said: hi', 'P1 said: hi']);
  });

  it('is said again after five minutes', async () => {
    const clock = new FakeClock();
    const said = new AuthorSaid(clock);
    said.introduce(author('1'), 'hi', 'changed', phrases);
    await clock.advance(299_000);
    expect(said.introduce(author('1'), 'hi', 'changed', phrases)).toBe('hi');
    await clock.advance(300_000);
    expect(said.introduce(author('1'), 'hi', 'changed', phrases)).toBe('P1 said: hi');
  });

  it('is said always or never where moderators want it so', ({ said }) => {
    expect(said.introduce(author('1'), 'a', 'never', phrases)).toBe('a');
    expect(said.introduce(author('1'), 'b', 'always', phrases)).toBe('P1 said: b');
    expect(said.introduce(author('1'), 'c', 'always', phrases)).toBe('P1 said: c');
  });

  it('is somebody when the name cannot be said', ({ said }) => {
    expect(said.introduce({ userId: '1', displayName: '🔥' }, 'hi', 'changed', phrases)).toBe(
      'someone said: hi',
    );
  });
});
