import { expect, test } from 'vitest';
import { type Region, regionsServing, type VideoRequestKind } from '../../../src/service/regions.ts';

/** Document 1, "Endpoint availability by request kind". */
const documented: readonly [VideoRequestKind, readonly Region[]][] = [
  ['new-text', ['beijing', 'singapore']],
  ['legacy-text', ['beijing', 'singapore', 'virginia', 'frankfurt']],
  ['reference', ['beijing', 'singapore', 'virginia', 'frankfurt']],
];

test.each(documented)('%s is served where the document says, and nowhere else', (kind, served) => {
  expect(regionsServing(kind).toSorted()).toEqual(served.toSorted());
});
