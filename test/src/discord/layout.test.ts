import { describe, expect, it } from 'vitest';
import { encodeCustomId, parseCustomId } from '../../../src/discord/layout.ts';

describe('custom ids', () => {
  it('come back as they went in', () => {
    const customId = { feature: 'video', action: 'try-again', id: 'a:b_C-1' };
    expect(encodeCustomId(customId)).toBe('video:try-again:a:b_C-1');
    expect(parseCustomId('video:try-again:a:b_C-1')).toEqual(customId);
  });

  it.each([
    '',
    'video',
    'video:again',
    'video:again:',
    ':again:1',
    'Video:again:1',
    'video:again:a b',
    'video:again:é',
  ])('of somebody else are not read: "%s"', (text) => expect(parseCustomId(text)).toBeUndefined());

  it('longer than Discord allows are neither written nor read', () => {
    const long = { feature: 'f'.repeat(30), action: 'a'.repeat(30), id: 'i'.repeat(60) };
    expect(() => encodeCustomId(long)).toThrow(RangeError);
    expect(parseCustomId(`video:again:${'i'.repeat(100)}`)).toBeUndefined();
  });

  it('with a part that could not be read again are not written', () => {
    expect(() => encodeCustomId({ feature: 'video:x', action: 'again', id: '1' })).toThrow(RangeError);
    expect(() => encodeCustomId({ feature: 'video', action: 'again', id: 'a b' })).toThrow(RangeError);
  });
});
