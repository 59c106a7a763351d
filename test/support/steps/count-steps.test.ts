import { afterAll, describe, expect, it } from 'vitest';
import { openStepCounter } from './count-steps.ts';

const counter = openStepCounter();
afterAll(() => counter.close());
const { parseXml } = await import('@rgrove/parse-xml');
const { distance } = await import('fastest-levenshtein');

/** How many times more there is to do for twice as much. */
const growthOf = (work: (size: number) => unknown) =>
  counter.stepsOf(() => work(600)) / counter.stepsOf(() => work(300));

describe('counted steps', () => {
  it.each<readonly [string, (size: number) => unknown]>([
    ['one look through a text', (size) => /b/.test('a'.repeat(size))],
    ['an expression whose ways do not branch', (size) => 'ab '.repeat(size).replace(/\b(\w+)\s/gu, '$1')],
    ['a text that is joined from its pieces', (size) => Array.from({ length: size }, () => 'a').join('')],
    ['a package', (size) => parseXml(`<a>${'<b/>'.repeat(size)}</a>`)],
  ])('of %s grow with it', (_, work) => {
    expect(growthOf(work)).toBeGreaterThan(1.6);
    expect(growthOf(work)).toBeLessThan(2.2);
  });

  it.each<readonly [string, (size: number) => unknown]>([
    ['a bracket that is never closed, from each of them', (size) => /\[[^\]]*\]/u.test('['.repeat(size))],
    ['repetitions side by side', (size) => /^\S*\/\/\S*$/u.test(`${'/'.repeat(size)} x`)],
    ['a lazy look from each beginning', (size) => 'ab'.repeat(size).replace(/a.*?c/g, '')],
    ['a look ahead that goes to the end', (size) => /a(?=a*c)/.test('a'.repeat(size))],
    ['a loop in a loop', (size) => distance('a'.repeat(size), 'b'.repeat(size))],
    [
      'a text that is looked through for each of its pieces',
      (size) => Array.from({ length: size }, () => 'a'.repeat(size).indexOf('b')),
    ],
    [
      'a list that is copied for each of its pieces',
      (size) => {
        let list: number[] = [];
        for (let each = 0; each < size; each += 1) list = [...list, each];
        return list;
      },
    ],
    [
      'bytes that are joined anew for each piece',
      (size) => {
        let bytes: Uint8Array = new Uint8Array();
        for (let each = 0; each < size; each += 1) bytes = Buffer.concat([bytes, Buffer.from('a')]);
        return bytes;
      },
    ],
    ['accents that are put into their order', (size) => '\u0301\u0323'.repeat(size).normalize('NFD')],
  ])('of %s grow faster', (_, work) => {
    expect(growthOf(work)).toBeGreaterThan(3);
  });

  it('are the same each time', () => {
    const steps = () =>
      counter.stepsOf(() =>
        'Dr. Who, '
          .repeat(100)
          .replace(/\p{Lu}\p{Ll}+/gu, '')
          .split(','),
      );
    steps();
    expect(steps()).toBe(steps());
  });

  it('leave everything as it was', () => {
    const { exec } = RegExp.prototype;
    counter.stepsOf(() => /a/.test('a'));
    expect(RegExp.prototype.exec).toBe(exec);
    expect(() =>
      counter.stepsOf(() => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(RegExp.prototype.exec).toBe(exec);
  });
});
