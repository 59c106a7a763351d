import { beforeAll, expect, it } from 'vitest';
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
  expect(refused.refused).toBe(true);
  expect(refused.text).not.toContain('.csv');
});
