import { expect, test } from 'vitest';
import { fittingModel } from '../../../src/video/carry-over.ts';

const before = { of: 'text', prompt: 'a kite', model: 'gen2.7-t2v', size: '1920*1080', duration: 7 } as const;

test("what another model doesn't have is left behind, and what it has comes along", () => {
  const ask = {
    of: 'text',
    prompt: 'a kite',
    model: 'gen2.1-t2v-turbo',
    shotType: 'multi',
    promptExtend: false,
    watermark: true,
    seed: 7,
  } as const;
  expect(fittingModel(ask, before)).toEqual({ ...ask, shotType: undefined });
});

test('a video that was to be silent is not made with sound', () => {
  const silent = { of: 'reference', prompt: 'a kite', model: 'gen2.6-r2v', audio: false } as const;
  expect(fittingModel(silent, before)).toEqual(silent);
  expect(fittingModel({ ...silent, audio: true }, before)).toEqual({ ...silent, audio: undefined });
});

test('an ask for a model that nobody knows stays as it is, to be refused', () => {
  const ask = { ...before, model: 'gen9', shotType: 'multi' };
  expect(fittingModel(ask, before)).toEqual(ask);
  expect(fittingModel(before, before)).toEqual(before);
});

test.each([
  ['gen2.1-t2v-plus', '1920*1080', 7, '1280*720', 5],
  ['gen2.1-t2v-turbo', '1080*1920', 10, '720*1280', 5],
  ['gen2.2-t2v-plus', '1280*720', 15, '832*480', 5],
  ['gen2.6-t2v', '1104*832', 15, '1088*832', 15],
  ['gen2.7-t2v', '1632*1248', 5, '1648*1248', 5],
  ['gen2.5-t2v-preview', '1440*1440', 12, '1440*1440', 10],
  ['gen2.5-t2v-preview', '1280*720', 3, '1280*720', 5],
])('a size and a length that nobody touched follow the model: %s', (model, size, duration, ...fitting) => {
  const was = { ...before, model: 'gen2.6-t2v-us', size, duration };
  const [fittingSize, fittingLength] = fitting;
  expect(fittingModel({ ...was, model }, was)).toMatchObject({ size: fittingSize, duration: fittingLength });
});

test('a size and a length that were chosen stay, to be refused if they must', () => {
  const chosen = { ...before, model: 'gen2.1-t2v-plus', size: '1440*1440', duration: 10 };
  expect(fittingModel(chosen, before)).toEqual(chosen);
  const shapeless = { ...before, size: '1632*1248' };
  expect(fittingModel({ ...shapeless, model: 'gen2.2-t2v-plus' }, shapeless).size).toBe('1632*1248');
});
