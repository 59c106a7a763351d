import { test as base, expect } from 'vitest';
import { SuggestionDesk } from '../../../console/page/client/suggestion-desk.ts';
import type { Suggestions } from '../../../console/page/composer/popup.ts';
import { FakeSchedule } from '../../support/fake-schedule.ts';

const test = base.extend('opened', () => openDesk());

function openDesk(ask: () => Promise<void> = async () => {}) {
  const timers = new FakeSchedule();
  const asked: string[] = [];
  const shown: Suggestions[] = [];
  let count = 0;
  const desk = new SuggestionDesk({
    schedule: timers.schedule,
    nonce: () => {
      count += 1;
      return `n${count}`;
    },
    ask: (nonce) => {
      asked.push(nonce);
      return ask();
    },
    show: (suggestions) => shown.push(suggestions),
  });
  return { desk, timers, asked, shown };
}

const items = [{ key: 'c', label: 'Cherry', value: 'c' }];

test('asks once when typing rests, not for every letter', ({ opened: { desk, timers, asked } }) => {
  for (let letter = 0; letter < 5; letter += 1) {
    desk.request('voice');
    timers.advance(100);
  }
  expect(asked).toEqual([]);
  timers.advance(250);
  expect(asked).toEqual(['n1']);
});

test('shows only the answer to the newest question', ({ opened: { desk, timers, shown } }) => {
  desk.request('voice');
  timers.advance(250);
  desk.request('voice');
  timers.advance(250);
  desk.answer('n1', []);
  expect(shown.at(-1)?.state).toBe('loading');
  desk.answer('n2', items);
  expect(shown.at(-1)).toEqual({ option: 'voice', state: 'ready', items });
});

test('says that it failed when no answer comes', ({ opened: { desk, timers, shown } }) => {
  desk.request('voice');
  timers.advance(250 + 4000);
  expect(shown.at(-1)).toEqual({ option: 'voice', state: 'failed', items: [] });
});

test('says that it failed when the question was refused', async () => {
  const { desk, timers, shown } = openDesk(() => Promise.reject(new Error('refused')));
  desk.request('voice');
  timers.advance(250);
  await Promise.resolve();
  await Promise.resolve();
  expect(shown.at(-1)?.state).toBe('failed');
});

test('an answer after the time is up changes nothing', ({ opened: { desk, timers, shown } }) => {
  desk.request('voice');
  timers.advance(5000);
  desk.answer('n1', items);
  expect(shown.at(-1)?.state).toBe('failed');
});
