import { stripDeceptive } from '../../discord/escape.ts';
import type { ReadingPhrases } from '../words/reading.en.ts';
import { readGuarded, readLinks, stripMarkup } from './markup.ts';
import { joined, rawPieces } from './pieces.ts';
import { type ReferenceNames, readEmoji, readReferences } from './references.ts';

interface TextReading {
  readonly names: ReferenceNames;
  readonly phrases: ReadingPhrases;
  /** Whether emoji are said. */
  readonly emoji: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Invisible characters that voices stumble over. Some of them join emoji, so emoji are handled first. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** A message's text as it should sound: one line of plain words, empty if there's nothing to say. */
export function spokenText(content: string, reading: TextReading): string {
  const { phrases } = reading;
  const guarded = readGuarded(rawPieces(stripDeceptive(content)), phrases);
  const linked = readLinks(guarded, phrases);
  const named = readReferences(linked, reading);
  const plain = stripMarkup(named);
  const words = readEmoji(plain, phrases.locale, reading.emoji ? phrases.emoji : undefined);
  return oneLine(limitRepetition(joined(words).replace(invisible, '')));
}

/** Repeating a character more often than this adds nothing. Digits stay, since 1000000 is a number. */
const mostRepeated = 3;
const characters = /([^\p{N}\s])\1{3,}/gu;
const marks = /([!?.,;:~…！？。，、])\1{2,}/gu;
const groups = /(\S{2,4}?)\1{3,}/gu;
const combining = /(\p{M}{2})\p{M}+/gu;

/** `noooooo` becomes `nooo`, `hahahahaha` becomes `hahaha`, `!!!!!!` becomes `!`, and towers of accents keep two. */
function limitRepetition(text: string): string {
  return text
    .replace(combining, '$1')
    .replace(marks, '$1')
    .replace(characters, (_, character: string) => character.repeat(mostRepeated))
    .replace(groups, (whole, group: string) =>
      /^\p{N}+$/u.test(group) ? whole : group.repeat(mostRepeated),
    );
}

/** Turns lines into sentences, so a voice pauses between them. */
export function oneLine(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/\s+/gu, ' ').trim());
  return lines
    .filter((line) => line !== '')
    .map((line, index, all) => (index < all.length - 1 && !/[\p{P}]$/u.test(line) ? `${line}.` : line))
    .join(' ')
    .replace(/ +([,.!?;:。，！？；：、])/gu, '$1')
    .trim();
}

/** Whether a voice can say any of it. */
export function canBeSaid(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
