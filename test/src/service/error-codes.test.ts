import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultOfAnswer, faultOfCode, type Remedy, remedyOf } from '../../../src/service/error-codes.ts';
import type { ServiceFault } from '../../../src/service/errors.ts';

/** Field notes 5. */
const table: readonly [status: number, code: string, fault: ServiceFault, remedy: Remedy][] = [
  [400, 'InvalidParameter', 'invalid-request', 'other-settings'],
  [400, 'InvalidParameter.DataInspection', 'invalid-request', 'other-settings'],
  [400, 'DataInspectionFailed', 'moderation', 'other-words'],
  [400, 'InvalidURL', 'invalid-media', 'other-files'],
  [400, 'InvalidURL.ConnectionRefused', 'invalid-media', 'other-files'],
  [400, 'InvalidFile.Format', 'invalid-media', 'other-files'],
  [400, 'InvalidFile.Duration', 'invalid-media', 'other-files'],
  [400, 'BadRequest.EmptyInput', 'invalid-request', 'other-settings'],
  [400, 'Arrearage', 'arrears', 'operator'],
  [400, 'UnsupportedOperation', 'too-late', 'again'],
  [401, 'InvalidApiKey', 'credentials', 'operator'],
  [403, 'AccessDenied', 'access', 'operator'],
  [403, 'AccessDenied.Unpurchased', 'access', 'operator'],
  [403, 'Model.AccessDenied', 'access', 'operator'],
  [403, 'AllocationQuota.FreeTierOnly', 'arrears', 'operator'],
  [404, 'ModelNotFound', 'not-found', 'operator'],
  [404, 'WorkSpaceNotFound', 'not-found', 'operator'],
  [429, 'Throttling', 'throttled', 'again'],
  [429, 'Throttling.RateQuota', 'throttled', 'again'],
  [429, 'Throttling.AllocationQuota', 'throttled', 'again'],
  [429, 'PrepaidBillOverdue', 'arrears', 'operator'],
  [429, 'PostpaidBillOverdue', 'arrears', 'operator'],
  [429, 'CommodityNotPurchased', 'arrears', 'operator'],
  [500, 'InternalError', 'server', 'again'],
  [500, 'InternalError.Algo', 'server', 'again'],
  [500, 'SystemError', 'server', 'again'],
  [500, 'RequestTimeOut', 'timeout', 'again'],
  [503, 'ModelUnavailable', 'server', 'again'],
];

test.each(table)('HTTP %i %s is %s, as an answer and as the code of a failed task', (status, code, fault) => {
  expect(faultOfAnswer(status, code)).toBe(fault);
  expect(faultOfCode(code)).toBe(fault);
});

test.each(table)('HTTP %i %s, which is %s, is helped by %s', (status, code, _, remedy) => {
  expect(remedyOf(faultOfAnswer(status, code), code)).toBe(remedy);
});

test.each<[ServiceFault, string, Remedy]>([
  ['unreachable', 'Redirected', 'operator'],
  ['unreachable', 'ECONNREFUSED', 'again'],
  ['malformed', 'Http400', 'again'],
  ['server', 'ModelNotFoundAnywhere', 'operator'],
  ['clock', 'Clock', 'operator'],
  ['region', 'Region', 'operator'],
  ['aborted', 'Aborted', 'again'],
])('%s (%s) is helped by %s', (fault, code, remedy) => {
  expect(remedyOf(fault, code)).toBe(remedy);
});

test.each([
  [401, 'credentials'],
  [403, 'access'],
  [404, 'not-found'],
  [429, 'throttled'],
  [408, 'timeout'],
  [500, 'server'],
  [502, 'server'],
  [504, 'timeout'],
  [418, 'invalid-request'],
] as const)('HTTP %i with a code that nobody documented is %s', (status, fault) => {
  expect(faultOfAnswer(status, 'SomethingNew')).toBe(fault);
  expect(faultOfAnswer(status, undefined)).toBe(fault);
});

test('a failed task without a code, or with an unknown one, is the trouble of the service', () => {
  expect(faultOfCode(undefined)).toBe('server');
  expect(faultOfCode('')).toBe('server');
  fc.assert(
    fc.property(fc.string(), (code) => {
      fc.pre(!table.some(([, known]) => code.startsWith(known.split('.')[0] ?? '')));
      expect(faultOfCode(code)).toBe('server');
    }),
  );
});
