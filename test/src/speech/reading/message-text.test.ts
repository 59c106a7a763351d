import { describe, expect, it } from 'vitest';
import type { FeedBody } from '../../../../src/discord/message-feed.ts';
import { messageText } from '../../../../src/speech/reading/message-text.ts';
import { wordsFor } from '../../../../src/words/index.ts';
import { names } from '../../../support/speech-world.ts';

const body = (changes: Partial<FeedBody>): FeedBody => ({
  content: '',
  files: [],
  stickers: [],
  hasEmbeds: false,
  names,
  ...changes,
});
const reading = { phrases: wordsFor('en-US').speech.reading, emoji: true, now: 0 };
const image = { kind: 'image', spoiler: false } as const;

describe('a message is said with', () => {
  it.each([
    ['its pictures named', { content: 'look', files: [image] }, 'look. an image'],
    ['several counted', { files: [image, image, { kind: 'video', spoiler: false }] }, '2 images. a video'],
    [
      'sounds and other files',
      {
        files: [
          { kind: 'sound', spoiler: false },
          { kind: 'other', spoiler: false },
        ],
      },
      'an audio file. a file',
    ],
    ['hidden files only as hidden', { files: [{ kind: 'image', spoiler: true }] }, 'a hidden file'],
    ['its stickers by name', { stickers: ['Happy_Fox!'] }, 'sticker Happy Fox'],
    ['the question of its poll', { poll: 'Tea or coffee?' }, 'a poll: Tea or coffee?'],
    [
      'what it forwards',
      { forwarded: body({ content: 'old news', files: [image] }) },
      'forwarded: old news. an image',
    ],
    ['a forward of nothing that can be said', { forwarded: body({}) }, 'a forwarded message'],
    ['a card where there is nothing else', { hasEmbeds: true }, 'a card'],
    ['no card beside a text', { content: 'text', hasEmbeds: true }, 'text'],
    ['nothing when it is empty', { content: '** **' }, ''],
  ] satisfies readonly [string, Partial<FeedBody>, string][])('%s', (_, changes, expected) => {
    expect(messageText(body(changes), reading)).toBe(expected);
  });
});
