import { beforeEach, describe, expect, test } from 'vitest';
import { mentionsPerson, ReadMarks } from '../../../console/page/store/read-marks.ts';
import { Timeline } from '../../../console/page/store/timeline.ts';
import { Typing } from '../../../console/page/store/typing.ts';
import type { Message } from '../../../console/page/wire/message.ts';
import { FakeSchedule } from '../../support/fake-schedule.ts';

const message = (id: string, more: Partial<Message> = {}): Message => ({
  id,
  channel_id: '1',
  type: 0,
  author: { id: '7', username: 'member' },
  content: `message ${id}`,
  timestamp: '2026-01-01T00:00:00.000Z',
  ...more,
});

let timeline: Timeline;
const ids = () => timeline.stream('1').messages.map(({ id }) => id);

beforeEach(() => {
  timeline = new Timeline();
});

describe('messages', () => {
  test('are ordered by age, whatever the order in which they came, and each is there once', () => {
    timeline.apply('MESSAGE_CREATE', message('100'));
    timeline.addHistory('1', [message('100'), message('99'), message('9')], 50);
    expect(ids()).toEqual(['9', '99', '100']);
  });

  test('change in place when edited, keeping what the edit does not mention', () => {
    timeline.apply('MESSAGE_CREATE', message('5', { embeds: [{ title: 'kept' }] }));
    timeline.apply('MESSAGE_UPDATE', { id: '5', channel_id: '1', content: 'new' });
    expect(timeline.find('1', '5')).toMatchObject({ content: 'new', embeds: [{ title: 'kept' }] });
  });

  test('disappear alone and in bulk', () => {
    for (const id of ['1', '2', '3', '4']) timeline.apply('MESSAGE_CREATE', message(id));
    timeline.apply('MESSAGE_DELETE', { id: '2', channel_id: '1' });
    timeline.apply('MESSAGE_DELETE_BULK', { ids: ['3', '4'], channel_id: '1' });
    expect(ids()).toEqual(['1']);
  });

  test('an edit of a message that is not here adds nothing', () => {
    timeline.apply('MESSAGE_UPDATE', message('5'));
    expect(ids()).toEqual([]);
  });

  test('keep their identity while nothing about them changes', () => {
    timeline.apply('MESSAGE_CREATE', message('5'));
    const before = timeline.find('1', '5');
    timeline.apply('MESSAGE_CREATE', message('6'));
    expect(timeline.find('1', '5')).toBe(before);
  });
});

describe('history', () => {
  test('is complete when a page comes back short', () => {
    timeline.startLoading('1');
    expect(timeline.stream('1').history).toBe('loading');
    timeline.addHistory('1', [message('1'), message('2')], 2);
    expect(timeline.stream('1').history).toBe('partial');
    timeline.addHistory('1', [], 2);
    expect(timeline.stream('1').history).toBe('complete');
  });

  test('can be tried again after a failure', () => {
    timeline.startLoading('1');
    timeline.stopLoading('1');
    expect(timeline.stream('1').history).toBe('unknown');
  });

  test('is asked for again after a new session, but ephemeral messages stay: nobody could send them again', () => {
    timeline.addHistory('1', [message('1')], 50);
    timeline.apply('MESSAGE_CREATE', message('2', { flags: 64 }));
    timeline.forget();
    expect(ids()).toEqual(['2']);
    expect(timeline.stream('1').history).toBe('unknown');
  });
});

describe('unread marks', () => {
  test('count mentions, remember the first message and end with reading', () => {
    const marks = new ReadMarks();
    marks.note(message('5'), false);
    marks.note(message('6'), true);
    expect(marks.unread('1')).toEqual({ sinceId: '5', mentions: 1 });
    marks.read('1');
    expect(marks.unread('1')).toBeUndefined();
  });

  test('are not made by ephemeral messages', () => {
    const marks = new ReadMarks();
    marks.note(message('5', { flags: 64 }), true);
    expect(marks.unread('1')).toBeUndefined();
  });

  test('a person is mentioned by name, role or everyone', () => {
    const mentions = (more: Partial<Message>) => mentionsPerson(message('1', more), '7', ['11']);
    expect(mentions({ mentions: [{ id: '7', username: 'member' }] })).toBe(true);
    expect(mentions({ mention_roles: ['11'] })).toBe(true);
    expect(mentions({ mention_everyone: true })).toBe(true);
    expect(mentions({ mentions: [{ id: '8', username: 'other' }], mention_roles: ['12'] })).toBe(false);
  });
});

test('typing ends after ten seconds, or with the message', () => {
  const timers = new FakeSchedule();
  const typing = new Typing(timers.schedule);
  typing.start('1', '7');
  typing.start('1', '8');
  timers.advance(9000);
  typing.start('1', '8');
  timers.advance(1000);
  expect(typing.userIds('1')).toEqual(['8']);
  typing.stop('1', '8');
  expect(typing.userIds('1')).toEqual([]);
  expect(timers.pendingMs).toEqual([]);
});
