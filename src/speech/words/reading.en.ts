import type { Translated } from '../../language/languages.ts';

/** One or two people, or how many they are. */
export type Named = { readonly names: readonly string[] } | { readonly count: number };

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const people = (who: Named) => ('names' in who ? who.names.join(' and ') : `${who.count} people`);

/** Said instead of what can't be read, in the guild's language. */
export const readingPhrases = {
  /** For `Intl`, and for the names of emoji. */
  locale: 'en',
  link: 'a link',
  code: 'code',
  spoiler: 'spoiler',
  somebody: 'someone',
  someRole: 'a role',
  someChannel: 'a channel',
  everyone: 'everyone',
  here: 'everyone here',
  command: (name: string) => `the command ${name}`,
  emoji: (name: string) => name,
  images: (count: number) => counted(count, 'an image', 'images'),
  videos: (count: number) => counted(count, 'a video', 'videos'),
  sounds: (count: number) => counted(count, 'an audio file', 'audio files'),
  files: (count: number) => counted(count, 'a file', 'files'),
  hiddenFiles: (count: number) => counted(count, 'a hidden file', 'hidden files'),
  sticker: (name: string) => `sticker ${name}`,
  poll: (question: string) => `a poll: ${question}`,
  forwarded: (text: string) => (text === '' ? 'a forwarded message' : `forwarded: ${text}`),
  embed: 'a card',
  said: (name: string, text: string) => `${name} said: ${text}`,
  joined: (who: Named) => `${people(who)} joined.`,
  left: (who: Named) => `${people(who)} left.`,
  andSoOn: 'and so on',
  unit: (value: number, unit: Intl.RelativeTimeFormatUnit) => relative.format(value, unit),
};

export type ReadingPhrases = Translated<typeof readingPhrases>;
