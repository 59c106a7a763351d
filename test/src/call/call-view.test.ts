import { expect, it } from 'vitest';
import { CallView } from '../../../src/call/call-view.ts';
import type { CallEvent } from '../../../src/call/types.ts';
import { recordingLog, silentLog } from '../../support/fake-log.ts';

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

it('who listens hears what happens, also when another listener fails, until they stop', () => {
  const { log, lines } = recordingLog();
  const view = new CallView<string>(log, () => '');
  const heard: CallEvent<string>[] = [];
  view.watch(() => {
    throw new Error('broken');
  });
  const stop = view.watch((event) => heard.push(event));
  const events = [
    { is: 'line', line: 'hello' },
    { is: 'echo', userId: 'ann' },
    { is: 'left', userId: 'ben' },
  ] as const;
  for (const event of events) view.tell(event);
  expect(heard).toEqual(events);
  stop();
  view.tell({ is: 'line', line: 'more' });
  expect(heard).toHaveLength(3);
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(4);
});
