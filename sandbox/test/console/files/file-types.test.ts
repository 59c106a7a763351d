import { expect, test } from 'vitest';
import {
  acceptedBy,
  fitsFileTypes,
  kindInWords,
  typesInWords,
} from '../../../console/page/files/file-types.ts';

test.each([
  ['a.PNG', ['image'], true],
  ['a.pdf', ['image', '.pdf'], true],
  ['a.mp4', ['image', '.pdf'], false],
  ['png', ['image'], false],
  ['anything', undefined, true],
  ['anything', [], true],
])('%s where %j is asked for fits: %s', (name, types, fits) => {
  expect(fitsFileTypes(name, types)).toBe(fits);
});

test('groups and endings are told to the browser and in words', () => {
  expect(acceptedBy(['image', '.pdf'])).toBe('image/*,.pdf');
  expect(typesInWords(['image', 'video', '.pdf'])).toBe('pictures, videos, .pdf');
  expect([acceptedBy([]), typesInWords(undefined)]).toEqual([undefined, undefined]);
});

test('a file is called by its ending, else by what the browser takes it for', () => {
  expect(kindInWords({ name: 'a.b.mp4', type: 'video/mp4' })).toBe('MP4');
  expect(kindInWords({ name: 'LICENSE', type: '' })).toBe('file');
});
