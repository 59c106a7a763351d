import { expect, it } from 'vitest';
import { isExposed } from '../../../src/authority/exposure.ts';

const all = { sees: true, seesOther: true, deniedOther: false };

it.each([
  ['everybody sees both', [all, all], false],
  ['some see neither', [all, { sees: false, seesOther: false, deniedOther: false }], false],
  ['some see only the other one', [{ sees: false, seesOther: true, deniedOther: false }], false],
  ['some see only this one', [all, { sees: true, seesOther: false, deniedOther: false }], true],
  [
    'some are denied the other one alone, whatever else lets them in here',
    [all, { sees: false, seesOther: false, deniedOther: true }],
    true,
  ],
])('what is hidden is exposed or not where %s', (_, standings, exposed) => {
  expect(isExposed(standings)).toBe(exposed);
});
