import type { Named, ReadingPhrases } from './reading-phrases.ts';

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const people = (who: Named) => ('names' in who ? who.names.join(' and ') : `${who.count} people`);

export const readingPhrases: ReadingPhrases = {
  locale: 'en',
  link: 'a link',
  code: 'code',
  spoiler: 'spoiler',
  somebody: 'someone',
  someRole: 'a role',
  someChannel: 'a channel',
  everyone: 'everyone',
  here: 'everyone here',
  command: (name) => `the command ${name}`,
  emoji: (name) => name,
  images: (count) => counted(count, 'an image', 'images'),
  videos: (count) => counted(count, 'a video', 'videos'),
  sounds: (count) => counted(count, 'an audio file', 'audio files'),
  files: (count) => counted(count, 'a file', 'files'),
  hiddenFiles: (count) => counted(count, 'a hidden file', 'hidden files'),
  sticker: (name) => `sticker ${name}`,
  poll: (question) => `a poll: ${question}`,
  forwarded: (text) => (text === '' ? 'a forwarded message' : `forwarded: ${text}`),
  embed: 'a card',
  said: (name, text) => `${name} said: ${text}`,
  joined: (who) => `${people(who)} joined.`,
  left: (who) => `${people(who)} left.`,
  andSoOn: 'and so on',
  unit: (value, unit) => relative.format(value, unit),
};
