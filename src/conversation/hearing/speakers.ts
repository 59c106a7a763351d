import { isSilent, type Sound } from '../../call/sessions/backlog.ts';
import { BoundedMap } from '../../operations/bounded-map.ts';
import { inputBytesPerMs } from '../../service/realtime/audio.ts';

/** How many items' speakers are remembered. Transcripts come seconds later, not minutes. */
const mostItems = 100;
/** How many bursts of speech are remembered, of each session. */
const mostBursts = 100;
/** A pause that long begins a new burst. */
const pauseMs = 200;
/** How far from a first word the service may say that it begins. */
const nearMs = 600;
/** A turn doesn't begin so shortly before its speaker falls silent. */
const shortestMs = 150;

/** One person's sound without a pause. */
interface Burst {
  readonly number: number;
  readonly userId: string;
  readonly fromMs: number;
  toMs: number;
}

/** What one session was given, from its first sound on. */
interface Given {
  lengthMs: number;
  /** The last item that the service said where it begins, and where. */
  last: { readonly itemId: string; readonly atMs: number } | undefined;
  /** The latest burst that an item began with. */
  heard: number;
  /** How far our count is ahead: a service that loses the rest of an append may not count it either. */
  aheadMs: number;
  bursts: readonly Burst[];
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
    const given = this.#given.get(session) ?? nothingGiven();
    this.#given.set(session, given);
    const fromMs = given.lengthMs;
    given.lengthMs += pcm.length / inputBytesPerMs;
    if (userId === undefined || isSilent(pcm)) return;
    const last = given.bursts.at(-1);
    if (last?.userId === userId && fromMs - last.toMs < pauseMs) last.toMs = given.lengthMs;
    else {
      const burst = { number: (last?.number ?? 0) + 1, userId, fromMs, toMs: given.lengthMs };
      given.bursts = [...given.bursts, burst].slice(-mostBursts);
    }
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
    this.#note(itemId, isPlausible ? burstAt(given, atMs)?.userId : given.bursts.at(-1)?.userId);
  }

  /** The service has a turn; returns its speaker. */
  committed(session: object, itemId: string): string | undefined {
    if (!this.#items.has(itemId)) this.#note(itemId, this.#given.get(session)?.bursts.at(-1)?.userId);
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

function nothingGiven(): Given {
  return { lengthMs: 0, last: undefined, heard: 0, aheadMs: 0, bursts: [] };
}

/** The burst that a turn begins with. @param saidMs where the service says that it begins */
function burstAt(given: Given, saidMs: number): Burst | undefined {
  const { bursts } = given;
  const atMs = saidMs + given.aheadMs;
  const within = bursts.find(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs - shortestMs);
  const found = within ?? nearestUnheard(given, atMs);
  if (!found) return bursts.findLast(({ toMs }) => toMs <= atMs) ?? bursts[0];
  if (found.number <= given.heard) return found;
  given.heard = found.number;
  const offMs = found.fromMs - atMs;
  if (Math.abs(offMs) <= nearMs) given.aheadMs += offMs / 2;
  return found;
}

function nearestUnheard({ bursts, heard }: Given, atMs: number): Burst | undefined {
  const offMs = ({ fromMs }: Burst) => Math.abs(fromMs - atMs);
  const near = bursts.filter((burst) => burst.number > heard && offMs(burst) <= nearMs);
  return near.toSorted((one, other) => offMs(one) - offMs(other))[0];
}
