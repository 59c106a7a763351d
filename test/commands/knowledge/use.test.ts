import { beforeAll, expect, it } from 'vitest';
import { AuthorityStage } from '../../support/authority-stage.ts';

let stage: AuthorityStage;

beforeAll(async () => {
  stage = await AuthorityStage.open();
  return () => stage[Symbol.asyncDispose]();
});

it.each([
  ['each base that is there', {}, 2],
  ['only the base that was named', { base: 'handbook' }, 1],
])('shows %s', async (_, values, bases) => {
  const { text } = await stage.command('owner', 'open', 'knowledge use', values);
  expect(text.match(/📚/g)).toHaveLength(bases);
});
