import { isSilent, type Sound } from '../../call/sessions/backlog.ts';
import { BoundedMap } from '../../operations/bounded-map.ts';
import { inputBytesPerMs } from '../../service/realtime/audio.ts';

/** How many items' speakers are remembered. Transcripts come seconds later, not minutes. */
const mostItems = 100;
/** How many pieces of speech are remembered, of each session. */
const mostPieces = 100;
/** How much earlier than a first word the service may take it to begin. */
const earlyMs = 600;

interface Piece {
  readonly userId: string;
  readonly fromMs: number;
  toMs: number;
}

/** What one session was given, from its first sound on. */
interface Given {
  lengthMs: number;
  /** The last item that the service said where it begins, and where. */
  last: { readonly itemId: string; readonly atMs: number } | undefined;
  pieces: readonly Piece[];
}

/**
 * Who said what: a session gets one person after the other, so where an item begins in what it was given tells whose it
 * is.
 */
export class Speakers {
  readonly #items = new BoundedMap<string, string>(mostItems);
  readonly #given = new WeakMap<object, Given>();

  /** A session was given a person's sound, or their silence. */
  gave(session: object, { pcm, userId }: Sound): void {
    const given = this.#given.get(session) ?? { lengthMs: 0, last: undefined, pieces: [] };
    this.#given.set(session, given);
    const fromMs = given.lengthMs;
    given.lengthMs += pcm.length / inputBytesPerMs;
    if (userId === undefined || isSilent(pcm)) return;
    const last = given.pieces.at(-1);
    if (last?.userId === userId) last.toMs = given.lengthMs;
    else given.pieces = [...given.pieces, { userId, fromMs, toMs: given.lengthMs }].slice(-mostPieces);
  }

  /** The service hears speech. @param atMs where in the session's sound it begins; undefined if it didn't say */
  started(session: object, itemId: string, atMs: number | undefined): void {
    const given = this.#given.get(session);
    if (!given) return;
    const isPlausible =
      atMs !== undefined &&
      atMs <= given.lengthMs &&
      (given.last === undefined || given.last.itemId === itemId || given.last.atMs < atMs);
    if (isPlausible) given.last = { itemId, atMs };
    this.#note(itemId, speakerAt(given.pieces, isPlausible ? atMs : undefined));
  }

  /** The service has a turn; returns its speaker. */
  committed(session: object, itemId: string): string | undefined {
    if (!this.#items.has(itemId))
      this.#note(itemId, speakerAt(this.#given.get(session)?.pieces ?? [], undefined));
    return this.#items.get(itemId);
  }

  of(itemId: string): string | undefined {
    return this.#items.get(itemId);
  }

  /** This person's turns that are still remembered. */
  itemsOf(userId: string): readonly string[] {
    return [...this.#items].filter(([, speaker]) => speaker === userId).map(([itemId]) => itemId);
  }

  #note(itemId: string, userId: string | undefined): void {
    if (userId !== undefined) this.#items.set(itemId, userId);
  }
}

/** The first one who's heard from there on, or who was heard last. */
function speakerAt(pieces: readonly Piece[], atMs: number | undefined): string | undefined {
  const from = atMs ?? Number.POSITIVE_INFINITY;
  const next = pieces.find(({ toMs }) => toMs > from);
  const before = pieces.findLast(({ toMs }) => toMs <= from);
  const isNext = next !== undefined && (next.fromMs <= from + earlyMs || before === undefined);
  return (isNext ? next : before)?.userId;
}
