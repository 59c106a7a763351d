import { expectTypeOf, it } from 'vitest';
import type { Translated } from '../../../src/language/languages.ts';

/** The compiler is the judge here: `npm run check` fails, not the run. */
it('another language has the same keys, and sentences that take the same facts', () => {
  const english = {
    none: 'Nothing',
    taken: (count: number) => (count === 1 ? 'one' : 'some'),
    deep: { on: 'On' },
  };
  type Other = Translated<typeof english>;

  expectTypeOf({ none: '', taken: (count: number) => `${count}`, deep: { on: '' } }).toExtend<Other>();
  expectTypeOf({ none: '', taken: () => '', deep: { on: '' } }).toExtend<Other>();
  expectTypeOf({ none: '', taken: () => '' }).not.toExtend<Other>();
  expectTypeOf({ none: '', taken: (name: string) => name, deep: { on: '' } }).not.toExtend<Other>();
  expectTypeOf({
    none: '',
    taken: (_: number, name: string) => name,
    deep: { on: '' },
  }).not.toExtend<Other>();
  expectTypeOf({ none: '', taken: '', deep: { on: '' } }).not.toExtend<Other>();
});
