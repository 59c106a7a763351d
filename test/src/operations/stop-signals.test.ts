import { expect, it } from 'vitest';
import { onStopSignals } from '../../../src/operations/stop-signals.ts';

it('the first signal asks, its echo is ignored, a later one insists', () => {
  const calls: string[] = [];
  let nowMs = 0;
  const forget = onStopSignals(
    () => calls.push('first'),
    () => calls.push('again'),
    () => nowMs,
  );
  const listeners = process.listeners('SIGHUP');
  process.emit('SIGHUP', 'SIGHUP');
  nowMs = 299;
  process.emit('SIGHUP', 'SIGHUP');
  expect(calls).toEqual(['first']);
  nowMs = 300;
  process.emit('SIGHUP', 'SIGHUP');
  expect(calls).toEqual(['first', 'again']);
  forget();
  expect(process.listeners('SIGHUP')).toHaveLength(listeners.length - 1);
});
