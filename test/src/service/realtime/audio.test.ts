import { describe, expect, it } from 'vitest';
import { pcmOfBase64 } from '../../../../src/service/realtime/audio.ts';

const base64 = (bytes: readonly number[]) => Buffer.from(bytes).toString('base64');

describe('audio out of Base64', () => {
  it.each([[[]], [[1, 2]], [[1, 2, 3, 4]], [[1, 2, 3, 4, 5, 6]]])('is what was put in: %j', (bytes) => {
    expect([...(pcmOfBase64(base64(bytes)) ?? [])]).toEqual(bytes);
  });

  it.each([
    ['half a sample', base64([1, 2, 3])],
    ['no Base64', '!!!!****'],
    ['Base64 with something else in it', `${base64([1, 2, 3, 4, 5, 6])}$$$$`],
    ['text', 'hello there, this is no audio'],
  ])('is not taken from %s', (_, text) => {
    expect(pcmOfBase64(text)).toBeUndefined();
  });
});
