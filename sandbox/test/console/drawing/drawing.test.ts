import { describe, expect, test } from 'vitest';
import { avatarUrl } from '../../../console/page/drawing/avatar.ts';
import { fileSizeText } from '../../../console/page/drawing/file-size.ts';
import { invocationOf } from '../../../console/page/drawing/invocation.ts';
import { mediaKind, mediaOfAttachment } from '../../../console/page/drawing/media.ts';
import { isGrouped } from '../../../console/page/drawing/message-grouping.ts';
import { chosenAtFirst, toggled } from '../../../console/page/drawing/select-rows.ts';
import type { Select } from '../../../console/page/wire/component.ts';
import type { Message } from '../../../console/page/wire/message.ts';

const user = { id: '7', username: 'member' };
const message = (more: Partial<Message> = {}): Message => ({
  id: '1',
  channel_id: '1',
  type: 0,
  author: user,
  content: '',
  timestamp: '2026-01-01T12:00:00.000Z',
  ...more,
});

describe('a message stands under the one before', () => {
  test('of the same author within seven minutes', () => {
    expect(isGrouped(message({ timestamp: '2026-01-01T12:06:59.000Z' }), message())).toBe(true);
    expect(isGrouped(message({ timestamp: '2026-01-01T12:07:00.000Z' }), message())).toBe(false);
  });

  test('not of somebody else, not as an answer, not below a notice', () => {
    expect(isGrouped(message({ author: { id: '8', username: 'other' } }), message())).toBe(false);
    expect(isGrouped(message({ type: 19 }), message())).toBe(false);
    expect(isGrouped(message({ type: 20 }), message())).toBe(false);
    expect(isGrouped(message(), message({ type: 7 }))).toBe(false);
    expect(isGrouped(message(), undefined)).toBe(false);
  });

  test('not when only one of them is private', () => {
    expect(isGrouped(message(), message({ flags: 64 }))).toBe(false);
  });
});

describe('an attachment', () => {
  const kind = (contentType: string | undefined, name: string) => mediaKind({ contentType, name });

  test('is drawn by its content type', () => {
    expect(kind('video/mp4', 'a.bin')).toBe('video');
    expect(kind('image/png', 'a')).toBe('image');
    expect(kind('audio/ogg', 'a')).toBe('audio');
    expect(kind('text/html', 'a.mp4')).toBe('file');
  });

  test('is drawn by its name when the type says nothing', () => {
    expect(kind(undefined, 'clip.MP4')).toBe('video');
    expect(kind('application/octet-stream', 'a.webp')).toBe('image');
    expect(kind(undefined, 'notes.txt')).toBe('file');
  });

  test('is covered when it is a spoiler, by name or by flag', () => {
    const attachment = { id: '1', filename: 'a.png', size: 1, url: 'http://127.0.0.1/a.png' };
    expect(mediaOfAttachment(attachment).spoiler).toBe(false);
    expect(mediaOfAttachment({ ...attachment, filename: 'SPOILER_a.png' }).spoiler).toBe(true);
    expect(mediaOfAttachment({ ...attachment, flags: 8 }).spoiler).toBe(true);
  });

  test('has a size that people can read', () => {
    expect(fileSizeText(1)).toBe('1 byte');
    expect(fileSizeText(18)).toBe('18 bytes');
    expect(fileSizeText(1536)).toBe('1.50 KB');
    expect(fileSizeText(10 * 1024 * 1024)).toBe('10.00 MB');
  });
});

describe('a select', () => {
  const select = (more: Partial<Select> = {}): Select => ({ type: 3, custom_id: 's', ...more });

  test('opens with its defaults', () => {
    expect(chosenAtFirst(select({ options: [{ label: 'A', value: 'a', default: true }] }))).toEqual(['a']);
    expect(chosenAtFirst(select({ type: 5, default_values: [{ id: '4', type: 'user' }] }))).toEqual(['4']);
  });

  test('of one value replaces it and does not let go of a required one', () => {
    expect(toggled(select(), ['a'], 'b')).toEqual(['b']);
    expect(toggled(select(), ['a'], 'a')).toEqual(['a']);
    expect(toggled(select({ min_values: 0 }), ['a'], 'a')).toEqual([]);
  });

  test('of several values adds up to its limit', () => {
    const two = select({ max_values: 2 });
    expect(toggled(two, ['a'], 'b')).toEqual(['a', 'b']);
    expect(toggled(two, ['a', 'b'], 'c')).toEqual(['a', 'b']);
    expect(toggled(two, ['a', 'b'], 'a')).toEqual(['b']);
  });
});

describe('"somebody used a command"', () => {
  test('is read from either shape of the wire', () => {
    const interaction = { id: '1', type: 2, name: 'video text', user };
    expect(invocationOf(message({ type: 20, interaction }))).toEqual({
      user,
      name: 'video text',
      from: 'slash',
      target: undefined,
    });
    expect(invocationOf(message({ type: 23, interaction_metadata: interaction }))).toMatchObject({
      from: 'message',
      target: undefined,
    });
  });

  test('tells what a command of a menu was used on', () => {
    const metadata = { id: '1', type: 2, name: 'Use', user };
    const answered = message({ id: '5' });
    expect(
      invocationOf(message({ type: 23, interaction_metadata: metadata, referenced_message: answered })),
    ).toMatchObject({ from: 'message', target: { kind: 'message', message: { id: '5' } } });
    const other = { id: '8', username: 'owner' };
    expect(
      invocationOf(message({ type: 23, interaction_metadata: { ...metadata, target_user: other } })),
    ).toMatchObject({ from: 'user', target: { kind: 'user', user: other } });
  });

  test('is not said of a follow-up', () => {
    expect(
      invocationOf(message({ type: 19, interaction_metadata: { id: '1', type: 2, user, name: 'x' } })),
    ).toBeUndefined();
  });
});

test('somebody without a picture gets a disc with their initial', () => {
  expect(decodeURIComponent(avatarUrl('http://chat.test', user))).toContain('>M</text>');
  expect(decodeURIComponent(avatarUrl('http://chat.test', { id: '1', username: '<script>' }))).toContain(
    '>S</text>',
  );
  expect(avatarUrl('http://chat.test', { ...user, avatar: 'abc' })).toBe(
    'http://chat.test/avatars/7/abc.png?size=80',
  );
});
