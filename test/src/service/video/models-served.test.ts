import { expect, test } from 'vitest';
import { modelsServed } from '../../../../src/service/models.ts';
import { documentedModels } from '../../../support/model-tables.ts';

const everything = documentedModels.map(({ name }) => name);

test.each(['beijing', 'singapore'] as const)('%s serves every model', (region) => {
  expect(modelsServed(region)).toEqual(everything);
});

test.each(['virginia', 'frankfurt'] as const)('%s serves all but the new protocol', (region) => {
  expect(modelsServed(region)).toEqual(everything.filter((name) => name !== 'gen2.7-t2v'));
});
