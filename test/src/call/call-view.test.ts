import { expect, it } from 'vitest';
import { CallView } from '../../../src/call/call-view.ts';
import { silentLog } from '../../support/fake-log.ts';

it('who watches one thing hears of changes of that, and of nothing else', () => {
  let [people, speaker]: [string[], string] = [['ann'], 'nobody'];
  const view = new CallView(silentLog, () => JSON.stringify([people, speaker]));
  const told: string[] = [];
  view.onChange(() => told.push('anything'));
  const stop = view.onChange(
    () => told.push('people'),
    () => people,
  );
  view.changed();
  expect(told).toEqual(['anything']);
  speaker = 'ann';
  view.changed();
  expect(told.splice(0)).toEqual(['anything', 'anything']);
  people = ['ann', 'ben'];
  view.changed();
  view.changed();
  expect(told.splice(0)).toEqual(['anything', 'people']);
  stop();
  people = [];
  view.changed();
  expect(told).toEqual(['anything']);
});
