import { expect, it } from 'vitest';
import { fitting } from '../../../../src/conversation/transcript/line-text.ts';

it('so many texts fit as there is room for, with what stands between them', () => {
  expect(fitting(['abcd', 'ab'], 12)).toEqual(['abcd', 'ab']);
  expect(fitting(['abcd', 'ab'], 11)).toEqual(['abcd']);
});
