import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MalformedMls, MlsReader, vector } from '../../../../discord/voice/dave/mls-bytes.ts';

describe('the bytes of MLS', () => {
  test.each([
    [0, '00'],
    [63, '3f'],
    [64, '4040'],
    [16_383, '7fff'],
    [16_384, '80004000'],
  ])('a vector of %i bytes begins with %s', (length, prefix) => {
    const bytes = vector(Buffer.alloc(length));
    expect(bytes.subarray(0, bytes.length - length).toString('hex')).toBe(prefix);
  });

  test('vectors are read as they were written, one after the other', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (contents) => {
        const reader = new MlsReader(Buffer.concat(contents.map((content) => vector(content))));
        for (const content of contents) expect(reader.vector()).toEqual(Buffer.from(content));
        expect(reader.atEnd).toBe(true);
      }),
    );
  });

  test.each([
    ['a length in more bytes than it needs', '4001ff'],
    ['a length in four bytes that two can hold', '80000001ff'],
    ['a length of eight bytes', 'c000000000000001ff'],
    ['a vector that ends early', '0241'],
    ['nothing', ''],
  ])('%s is malformed', (_, hex) => {
    expect(() => new MlsReader(Buffer.from(hex, 'hex')).vector()).toThrow(MalformedMls);
  });

  test('whatever the bytes, a reader ends or says that they are malformed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const reader = new MlsReader(Buffer.from(bytes));
        try {
          while (!reader.atEnd) reader.list((inner) => inner.vector());
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedMls);
        }
      }),
    );
  });

  test('an optional value is there or not', () => {
    expect(new MlsReader(Buffer.of(0)).optional((reader) => reader.uint8())).toBeUndefined();
    expect(new MlsReader(Buffer.of(1, 9)).optional((reader) => reader.uint8())).toBe(9);
    expect(() => new MlsReader(Buffer.of(2, 9)).optional((reader) => reader.uint8())).toThrow(MalformedMls);
  });
});
