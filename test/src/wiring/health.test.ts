import { expect, it } from 'vitest';
import { measures } from '../../../src/operations/measures.ts';
import { watchService } from '../../../src/wiring/health.ts';

async function watched() {
  const told: string[] = [];
  const part = watchService({
    report: (trouble, is) => void told.push(`${trouble} ${is ? 'begins' : 'ends'}`),
  });
  await part.open();
  const answers = (call: string, fault?: string) =>
    measures.serviceCall.tell({ call, tookMs: 1, failure: fault ? { fault, code: 'any' } : undefined });
  return { told, part, answers };
}

it('an account without credit is told until each call that it failed is answered again', async () => {
  const { told, part, answers } = await watched();
  answers('video create', 'arrears');
  answers('speech', 'arrears');
  answers('video create');
  expect(told).toEqual(['account-arrears begins', 'account-arrears begins']);
  answers('knowledge list');
  answers('speech');
  expect(told.at(-1)).toBe('account-arrears ends');
  expect(told).toHaveLength(3);
  await part.close();
});

it('a key that is refused is told by whose it is, and other failures are not told', async () => {
  const { told, part, answers } = await watched();
  answers('knowledge list', 'credentials');
  answers('speech', 'credentials');
  answers('video query', 'throttled');
  expect(told).toEqual(['knowledge-key-refused begins', 'key-refused begins']);
  await part.close();
  answers('speech');
  expect(told).toHaveLength(2);
});
