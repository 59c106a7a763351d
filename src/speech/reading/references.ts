import type { ReadingPhrases } from '../words/reading-phrases.ts';
import { dateWords } from './dates.ts';
import { spokenName } from './names.ts';
import { type Piece, replaceRaw, saidWord } from './pieces.ts';

/** Who and what is meant by ids in a message; undefined for what the bot does not know. */
export interface ReferenceNames {
  user(id: string): string | undefined;
  role(id: string): string | undefined;
  channel(id: string): string | undefined;
}

const reference =
  /<(?:@!?(?<user>\d+)|@&(?<role>\d+)|#(?<channel>\d+)|a?:(?<emoji>\w+):\d+|t:(?<time>-?\d{1,13})(?::(?<style>[tTdDfFsSR]))?|\/(?<command>[^:<>\n]+):\d+|id:(?<place>\w+)|sound:\d+:\d+)>/gu;

export interface ReferenceReading {
  readonly names: ReferenceNames;
  readonly phrases: ReadingPhrases;
  /** Are emoji said at all? */
  readonly emoji: boolean;
  /** Epoch milliseconds: what "in 5 minutes" counts from. */
  readonly now: number;
}

/** Mentions, custom emoji, times and commands, by what a reader of the message sees. */
export function readReferences(pieces: readonly Piece[], reading: ReferenceReading): readonly Piece[] {
  const { phrases } = reading;
  const named = replaceRaw(pieces, reference, ({ groups = {} }) => saidWord(wordsFor(groups, reading)));
  return replaceRaw(named, /@(everyone|here)\b/gu, ([, whom]) =>
    saidWord(whom === 'here' ? phrases.here : phrases.everyone),
  );
}

type Groups = Readonly<Record<string, string | undefined>>;

function wordsFor(groups: Groups, { names, phrases, emoji, now }: ReferenceReading): string {
  const { user, role, channel, time, style, command } = groups;
  if (user !== undefined) return nameOr(names.user(user), phrases.somebody);
  if (role !== undefined) return nameOr(names.role(role), phrases.someRole);
  if (channel !== undefined) return nameOr(names.channel(channel), phrases.someChannel);
  if (time !== undefined) return dateWords(Number(time) * 1000, style, now, phrases);
  if (command !== undefined) return phrases.command(command);
  if (groups.emoji !== undefined) return emoji ? phrases.emoji(wordsOf(groups.emoji)) : '';
  return groups.place === undefined ? '' : phrases.someChannel;
}

function nameOr(name: string | undefined, otherwise: string): string {
  return (name === undefined ? undefined : spokenName(name)) ?? otherwise;
}

/** `partyParrot_2` as words. */
function wordsOf(name: string): string {
  return name
    .replaceAll('_', ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/(?<=\p{L})(?=\p{N})/gu, ' ')
    .trim();
}
