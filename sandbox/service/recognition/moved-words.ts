import { coarseRateHz } from './places.ts';
import type { VoicedSound } from './voiced-sounds.ts';

/** A word of a voiced sound: where it is in that sound, in coarse samples, and how much later than expected it was heard. */
export interface PlacedWord {
  readonly from: number;
  readonly until: number;
  /** Undefined if it didn't arrive. */
  readonly shift: number | undefined;
}

/**
 * How alike a word is to what's heard, at that many samples behind the place where it's expected; 0 if nothing is left there.
 * `roughly`: or right beside that.
 */
export type LikenessOfWord = (
  from: number,
  until: number,
  shift: number,
  how: 'exactly' | 'roughly',
) => number;

/** Of a word at its place: a codec and other voices pass, a gap does not. */
const alikeAsWord = 0.4;
/** Of one that was looked for, which may be alike by chance. */
const alikeAsMoved = 0.75;
/** So alike is one that's there for sure. Less may be one that's a period of its voice away. */
const alikeForSure = 0.92;
/** A pause within a sentence may come that much longer or shorter than it was voiced: packets are late, and clocks differ. */
const mostMoved = 0.2 * coarseRateHz;
/** Where a word is torn, as a share of it. */
const partsOfTorn = [1 / 4, 1 / 2, 3 / 4];
/** Shorter ones are alike by chance; they follow the words beside them. */
const leastToFind = 0.08 * coarseRateHz;

/**
 * Where each word of a sound is. People's pauses come a little longer or shorter than they were voiced, so what's behind
 * one, or before it, is looked for nearby: beside the next word that arrived, since one between may be torn inside.
 */
export function placeWords({ words }: VoicedSound, likeness: LikenessOfWord): readonly PlacedWord[] {
  const placed = words.map((word) => {
    const from = Math.floor((word.beginMs * coarseRateHz) / 1000);
    const until = Math.ceil((word.endMs * coarseRateHz) / 1000);
    return placeOf({ from, until }, 0, likeness);
  });
  const before = (at: number) => placed.slice(0, at).findLast(arrived);
  const behind = (at: number) => placed.slice(at + 1).find(arrived);
  for (const [at, word] of placed.entries()) placed[at] = beside(word, before(at));
  for (const [at, word] of [...placed.entries()].toReversed()) placed[at] = beside(word, behind(at));
  return placed.map((word, at) => (arrived(word) ? word : torn(word, [before(at), behind(at)], likeness)));

  function beside(word: HeardWord, other: HeardWord | undefined): HeardWord {
    if (word.alike >= alikeForSure || other?.shift === undefined) return word;
    const there = other.shift === 0 ? word : placeOf(word, other.shift, likeness);
    if (there.alike >= alikeForSure) return there;
    const known = there.alike > word.alike ? there : word;
    const moved = movedFrom(word, other.shift, likeness);
    return moved && moved.alike > known.alike ? moved : known;
  }
}

interface HeardWord extends PlacedWord {
  readonly alike: number;
}

const arrived = ({ shift }: PlacedWord) => shift !== undefined;

/** A word that was pulled apart or pushed together inside: it begins beside the one before it and ends beside the one behind it. */
function torn(
  word: HeardWord,
  [before, behind]: readonly [HeardWord | undefined, HeardWord | undefined],
  likeness: LikenessOfWord,
): HeardWord {
  if (before?.shift === undefined || behind?.shift === undefined) return word;
  const { from, until } = word;
  for (const share of partsOfTorn) {
    const tear = Math.round(from + (until - from) * share);
    const alike = Math.min(
      likeness(from, tear, before.shift, 'roughly'),
      likeness(tear, until, behind.shift, 'roughly'),
    );
    if (alike >= alikeAsMoved) return { ...word, shift: before.shift, alike };
  }
  return word;
}

function placeOf(
  { from, until }: Pick<PlacedWord, 'from' | 'until'>,
  shift: number,
  likeness: LikenessOfWord,
): HeardWord {
  const alike = likeness(from, until, shift, 'roughly');
  return { from, until, alike, shift: alike >= alikeAsWord ? shift : undefined };
}

function movedFrom(
  { from, until }: HeardWord,
  near: number,
  likeness: LikenessOfWord,
): HeardWord | undefined {
  if (until - from < leastToFind) return undefined;
  let [best, alike] = [near, 0];
  for (let shift = near - mostMoved; shift <= near + mostMoved; shift += 1) {
    const found = likeness(from, until, shift, 'exactly');
    if (found > alike) [best, alike] = [shift, found];
  }
  return alike >= alikeAsMoved ? { from, until, shift: best, alike } : undefined;
}
