import { test as base, expect } from 'vitest';
import { nextNonce } from '../../../console/page/client/nonce.ts';
import { PendingInteractions } from '../../../console/page/client/pending-interactions.ts';

const test = base.extend('pending', () => new PendingInteractions());

const press = (messageId: string) =>
  ({ kind: 'component', channelId: '1', messageId, customId: 'x' }) as const;

test('a component waits until it is answered', ({ pending }) => {
  pending.start('a', press('m'));
  expect(pending.onMessage('m')?.state).toBe('sent');
  pending.finish('a');
  expect(pending.onMessage('m')).toBeUndefined();
});

test('a failure stays with its message until the message is used again', ({ pending }) => {
  pending.start('a', press('m'));
  pending.fail('a', 'This interaction failed');
  pending.start('other', press('n'));
  expect(pending.onMessage('m')).toMatchObject({ state: 'failed', reason: 'This interaction failed' });
  pending.start('b', press('m'));
  expect(pending.onMessage('m')?.state).toBe('sent');
  expect(pending.find('a')).toBeUndefined();
});

test('commands are listed where they were sent', ({ pending }) => {
  pending.start('a', { kind: 'command', channelId: '1', label: 'ping', target: undefined });
  expect(pending.commandsIn('1')).toHaveLength(1);
  expect(pending.commandsIn('2')).toEqual([]);
});

test('an answer to something unknown changes nothing', ({ pending }) => {
  let changes = 0;
  pending.subscribe(() => {
    changes += 1;
  });
  pending.finish('nobody');
  pending.fail('nobody', 'x');
  expect(changes).toBe(0);
});

test('nonces are decimal, short enough for Discord and differ within a millisecond', () => {
  const nonces = [nextNonce(1_800_000_000_000), nextNonce(1_800_000_000_000)];
  expect(new Set(nonces).size).toBe(2);
  for (const nonce of nonces) expect(nonce).toMatch(/^\d{17,20}$/);
});
