import { describe, expect, test } from 'vitest';
import { withMentions, withName } from '../../../console/page/composer/mentions.ts';

const people = [
  { id: '1', names: ['Emcee', 'emcee'] },
  { id: '2', names: ['Ann', 'ann_b'] },
  { id: '3', names: ['Ann Marie', 'marie'] },
];

describe('a name that is spelled out', () => {
  test.each([
    ['@Emcee when?', '<@1> when?'],
    ['hey @emcee, and @ANN!', 'hey <@1>, and <@2>!'],
    ['@Ann Marie and @ann_b', '<@3> and <@2>'],
    ['(@marie)', '(<@3>)'],
    ['@Emcees are many', '@Emcees are many'],
    ['mail@emcee', 'mail@emcee'],
    ['<@1> and @everyone @', '<@1> and @everyone @'],
    ['🦊@Emcee', '🦊<@1>'],
    ['', ''],
  ])('is sent as a mention: %s', (text, sent) => {
    expect(withMentions(text, people)).toBe(sent);
  });

  test('takes the place of what was typed', () => {
    expect(withName('hey @an', '@Ann Marie')).toBe('hey @Ann Marie ');
    expect(withName('@', '@Emcee')).toBe('@Emcee ');
  });
});
