import { expect, test } from 'vitest';
import { fittingModel } from '../../../src/video/carry-over.ts';

const of = { of: 'text', prompt: 'a kite' } as const;

test("what another model doesn't have is left behind, and what it has comes along", () => {
  const ask = {
    ...of,
    model: 'gen2.1-t2v-turbo',
    shotType: 'multi',
    promptExtend: false,
    watermark: true,
    seed: 7,
  };
  expect(fittingModel(ask)).toEqual({ ...ask, shotType: undefined });
});

test('a video that was to be silent is not made with sound', () => {
  const silent = { of: 'reference', prompt: 'a kite', model: 'gen2.6-r2v', audio: false } as const;
  expect(fittingModel(silent)).toEqual(silent);
  expect(fittingModel({ ...silent, audio: true })).toEqual({ ...silent, audio: undefined });
});

test('an ask for a model that nobody knows stays as it is, to be refused', () => {
  const ask = { ...of, model: 'gen9', shotType: 'multi' };
  expect(fittingModel(ask)).toEqual(ask);
  expect(fittingModel(of)).toEqual(of);
});
