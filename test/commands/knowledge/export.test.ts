import { beforeAll, expect, it } from 'vitest';
import { wordsFor } from '../../../src/words/index.ts';
import { AuthorityStage } from '../../support/authority-stage.ts';
import { resize } from '../../support/video-scene.ts';

let stage: AuthorityStage;

beforeAll(async () => {
  stage = await AuthorityStage.open();
  return () => stage[Symbol.asyncDispose]();
});

it('is a file, unless Discord would refuse one of that size', async () => {
  const exported = await stage.command('owner', 'open', 'knowledge export', { base: 'handbook' });
  expect(exported.refused).toBe(false);
  expect(exported.text).toContain('.csv');
  await resize(stage, 10);
  const refused = await stage.command('owner', 'open', 'knowledge export', { base: 'handbook' });
  const code = 'knowledge-export-too-large';
  const { refusals } = wordsFor('en-US').errors;
  expect(refused.text).toContain(refusals[code]({ code, limitMegabytes: 0 }));
});
