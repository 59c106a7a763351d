import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultOfAnswer, faultOfCode } from '../../../src/service/error-codes.ts';
import type { ServiceFault } from '../../../src/service/errors.ts';

/** Field notes 5. */
const table: readonly [status: number, code: string, fault: ServiceFault][] = [
  [400, 'InvalidParameter', 'invalid-request'],
  [400, 'InvalidParameter.DataInspection', 'invalid-request'],
  [400, 'DataInspectionFailed', 'moderation'],
  [400, 'InvalidURL', 'invalid-media'],
  [400, 'InvalidURL.ConnectionRefused', 'invalid-media'],
  [400, 'InvalidFile.Format', 'invalid-media'],
  [400, 'InvalidFile.Duration', 'invalid-media'],
  [400, 'BadRequest.EmptyInput', 'invalid-request'],
  [400, 'Arrearage', 'arrears'],
  [400, 'UnsupportedOperation', 'too-late'],
  [401, 'InvalidApiKey', 'credentials'],
  [403, 'AccessDenied', 'access'],
  [403, 'AccessDenied.Unpurchased', 'access'],
  [403, 'Model.AccessDenied', 'access'],
  [403, 'AllocationQuota.FreeTierOnly', 'arrears'],
  [404, 'ModelNotFound', 'not-found'],
  [404, 'WorkSpaceNotFound', 'not-found'],
  [429, 'Throttling', 'throttled'],
  [429, 'Throttling.RateQuota', 'throttled'],
  [429, 'Throttling.AllocationQuota', 'throttled'],
  [429, 'PrepaidBillOverdue', 'arrears'],
  [429, 'PostpaidBillOverdue', 'arrears'],
  [429, 'CommodityNotPurchased', 'arrears'],
  [500, 'InternalError', 'server'],
  [500, 'InternalError.Algo', 'server'],
  [500, 'SystemError', 'server'],
  [500, 'RequestTimeOut', 'timeout'],
  [503, 'ModelUnavailable', 'server'],
];

test.each(table)('HTTP %i %s is %s, as an answer and as the code of a failed task', (status, code, fault) => {
  expect(faultOfAnswer(status, code)).toBe(fault);
  expect(faultOfCode(code)).toBe(fault);
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
