import { expect, test } from 'vitest';
import { ServiceError } from '../../../src/service/errors.ts';
import {
  assertServed,
  type Region,
  regions,
  regionsServing,
  type VideoRequestKind,
} from '../../../src/service/regions.ts';

/** Document 1, "Endpoint availability by request kind". */
const documented: readonly [VideoRequestKind, readonly Region[]][] = [
  ['new-text', ['beijing', 'singapore']],
  ['legacy-text', ['beijing', 'singapore', 'virginia', 'frankfurt']],
  ['reference', ['beijing', 'singapore', 'virginia', 'frankfurt']],
];

test.each(documented)('%s is served where the document says, and nowhere else', (kind, served) => {
  const accepted = regions.filter((region) => {
    try {
      assertServed(region, kind);
      return true;
    } catch {
      return false;
    }
  });
  expect(accepted.toSorted()).toEqual(served.toSorted());
  expect(regionsServing(kind).toSorted()).toEqual(served.toSorted());
});

test('a refused region is an error that nothing came of, and that names the regions which serve it', () => {
  const error = (() => {
    try {
      assertServed('frankfurt', 'new-text');
    } catch (caught) {
      return caught;
    }
  })();
  expect(error).toBeInstanceOf(ServiceError);
  expect(error).toMatchObject({
    fault: 'region',
    code: 'RegionDoesNotServeNewTextToVideo',
    nothingHappened: true,
    retryable: false,
    message: expect.stringMatching(/beijing, singapore/),
  });
});
