import { expect, it } from 'vitest';
import { measures } from '../../../src/operations/measures.ts';
import { measuredCall } from '../../../src/service/answer.ts';
import { ServiceError, type ServiceFault } from '../../../src/service/errors.ts';
import { watchService } from '../../../src/wiring/health.ts';

async function watched() {
  const told: string[] = [];
  const part = watchService({
    report: (trouble, is) => void told.push(`${trouble} ${is ? 'begins' : 'ends'}`),
  });
  await part.open();
  const answers = async (call: string, fault?: ServiceFault) => {
    const answer = async () => {
      if (fault) throw new ServiceError({ fault, code: 'any', nothingHappened: true });
    };
    await measuredCall(call, answer).catch(() => undefined);
  };
  return { told, part, answers };
}

it('an account without credit is told until each call that it failed is answered again', async () => {
  const { told, part, answers } = await watched();
  await answers('video create', 'arrears');
  await answers('speech', 'arrears');
  await answers('video create');
  expect(told).toEqual(['account-arrears begins', 'account-arrears begins']);
  await answers('knowledge list');
  await answers('speech');
  expect(told.at(-1)).toBe('account-arrears ends');
  expect(told).toHaveLength(3);
  await part.close();
});

it('a key that is refused is told by whose it is, and other failures are not told', async () => {
  const { told, part, answers } = await watched();
  await answers('knowledge list', 'credentials');
  await answers('speech', 'credentials');
  await answers('video query', 'throttled');
  expect(told).toEqual(['knowledge-key-refused begins', 'key-refused begins']);
  await part.close();
  await answers('speech');
  expect(told).toHaveLength(2);
});

it('a trouble that comes back is told again, and answers are only looked at while there is one', async () => {
  const { told, part, answers } = await watched();
  expect(measures.serviceCall.isHeard).toBe(false);
  for (const _ of [1, 2]) {
    await answers('speech', 'arrears');
    expect(measures.serviceCall.isHeard).toBe(true);
    await answers('speech');
    expect(measures.serviceCall.isHeard).toBe(false);
  }
  const once = ['account-arrears begins', 'account-arrears ends'];
  expect(told).toEqual([...once, ...once]);
  await answers('speech', 'arrears');
  await part.close();
  await answers('speech');
  expect(told).toEqual([...once, ...once, 'account-arrears begins']);
});
