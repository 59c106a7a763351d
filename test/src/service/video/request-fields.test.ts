import { globSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextVideoRequest, VideoRequest } from '../../../../src/service/video/request.ts';
import { checkVideoRequest, requestFields } from '../../../../src/service/video/request-fields.ts';
import { textVideoRequest } from '../../../support/service-settings.ts';

test.each<[string, Partial<TextVideoRequest>]>([
  ['the shortest', { prompt: 'x', durationSeconds: 2, seed: 0 }],
  ['the longest', { prompt: 'x'.repeat(5_000), durationSeconds: 15, seed: 2_147_483_647 }],
  ['one of 5,000 characters that are 10,000 code units', { prompt: '🎬'.repeat(5_000) }],
  ['one with everything', { negativePrompt: 'y'.repeat(500), audioUrl: 'https://files.test/a.mp3' }],
])('%s request breaks no rule', (_, changes) => {
  expect(checkVideoRequest(textVideoRequest(changes))).toEqual([]);
});

test.each(['720P', '1080P'] as const)('every shape of the document passes with %s', (resolution) => {
  for (const ratio of ['16:9', '9:16', '1:1', '4:3', '3:4'] as const)
    expect(checkVideoRequest(textVideoRequest({ resolution, ratio }))).toEqual([]);
});

test.each<[Record<string, unknown>, string, string]>([
  [{ model: 'gen9' }, 'model', 'unknown'],
  [{ model: 'constructor' }, 'model', 'unknown'],
  [{ prompt: '' }, 'prompt', 'empty'],
  [{ prompt: ' \n ' }, 'prompt', 'empty'],
  [{ prompt: 7 }, 'prompt', 'wrong-type'],
  [{ prompt: 'x'.repeat(5_001) }, 'prompt', 'too-long'],
  [{ negativePrompt: 'x'.repeat(501) }, 'negativePrompt', 'too-long'],
  [{ audioUrl: 'ftp://files.test/a.mp3' }, 'audioUrl', 'not-http'],
  [{ audioUrl: 'a.mp3' }, 'audioUrl', 'not-http'],
  [{ audioUrl: 5 }, 'audioUrl', 'wrong-type'],
  [{ resolution: '480P' }, 'resolution', 'unknown'],
  [{ ratio: '2:1' }, 'ratio', 'unknown'],
  [{ durationSeconds: 1 }, 'durationSeconds', 'out-of-range'],
  [{ durationSeconds: 16 }, 'durationSeconds', 'out-of-range'],
  [{ durationSeconds: 5.5 }, 'durationSeconds', 'not-whole'],
  [{ durationSeconds: Number.NaN }, 'durationSeconds', 'not-whole'],
  [{ durationSeconds: '5' }, 'durationSeconds', 'wrong-type'],
  [{ promptExtend: 'yes' }, 'promptExtend', 'wrong-type'],
  [{ watermark: 1 }, 'watermark', 'wrong-type'],
  [{ seed: -1 }, 'seed', 'out-of-range'],
  [{ seed: 2_147_483_648 }, 'seed', 'out-of-range'],
  [{ seed: 0.5 }, 'seed', 'not-whole'],
])('%j breaks the rule of its field', (changes, field, rule) => {
  const request = { ...textVideoRequest(), ...changes } as VideoRequest;
  expect(checkVideoRequest(request)).toEqual([expect.objectContaining({ field, rule })]);
});

test('every broken rule is reported, not only the first', () => {
  const request = textVideoRequest({ prompt: '', durationSeconds: 99, seed: -4 });
  expect(checkVideoRequest(request).map(({ field }) => field)).toEqual(['prompt', 'durationSeconds', 'seed']);
});

test('a duration passes exactly when it is a whole number from 2 to 15', () => {
  fc.assert(
    fc.property(fc.oneof(fc.integer({ min: -5, max: 30 }), fc.double()), (durationSeconds) => {
      const fine = Number.isInteger(durationSeconds) && durationSeconds >= 2 && durationSeconds <= 15;
      expect(checkVideoRequest(textVideoRequest({ durationSeconds })).length === 0).toBe(fine);
    }),
  );
});

test('each field is one that the stand-in reads, and that a test sends', () => {
  const textOf = (glob: string) =>
    globSync(glob)
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
  const standIn = textOf('sandbox/service/video/create-*.ts');
  const sent = textOf('test/src/service/video/{http-client,wire-body}.test.ts');
  const names = Object.values(requestFields).map(({ wire: [, name] }) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const [where, text] of Object.entries({ standIn, sent })) {
    expect(
      names.filter((name) => !new RegExp(`\\b${name}:|'${name}'|\\.${name}\\b`).test(text)),
      where,
    ).toEqual([]);
  }
});
