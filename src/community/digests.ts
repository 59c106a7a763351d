import type { Logger } from 'pino';
import { z } from 'zod';
import { container, liveTime, text } from '../discord/layout.ts';
import { MessageError, type Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { Rounds } from '../operations/rounds.ts';
import type { RefusalCode } from '../refusal/refusal.ts';
import { type SpendingUnit, spendingUnits } from '../refusal/spending.ts';
import type { Money } from '../storage/atomic/atomic.ts';
import type { Collection } from '../storage/collection.ts';
import { localTimeIn, nextHourIn } from './local-time.ts';
import {
  type CountedThing,
  countedThingOf,
  countedThings,
  type News,
  type NewsEvent,
  type RefusalKind,
  refusalKindOf,
  refusalKinds,
} from './news.ts';
import type { NewsPage, SettingsPage } from './settings-pages.ts';
import { dayOf, givenBackIn } from './spending.ts';
import type { NewsWords } from './words/news.en.ts';
import type { SpendingWords } from './words/spending.en.ts';

const amounts = z.record(z.string(), z.number());

/** By server: what happened since its last digest, by counts alone. */
export const digestSchema = z.object({
  guildId: z.string(),
  since: z.number(),
  counts: amounts.prefault({}),
  refusals: amounts.prefault({}),
  /** By day and unit: what was used when the counting began. */
  spent: amounts.prefault({}),
  /** The day of the last digest, where the server is. */
  lastDay: z.string().optional(),
  /** When its moderators want it: after a change, today's hour may have passed. */
  wanted: z.string(),
  /** Written before the first try to post it. */
  posting: z.object({ at: z.number(), nonce: z.string() }).optional(),
});
type Digest = z.infer<typeof digestSchema>;

interface Pending {
  readonly counts: Map<CountedThing, number>;
  readonly refusals: Map<RefusalKind, number>;
}

/** Counts wait for so long before they're written. */
const writtenWithinMs = 60_000;
/** Discord knows a nonce for minutes. Later, nobody can tell whether it was posted, so it's counted into the next day's. */
const nonceKnownMs = 3 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** Tells a server's moderators once a day how often what happened, if they want that and if anything did. */
export class Digests implements News {
  readonly #parts;
  readonly #pending = new Map<string, Pending>();
  readonly #rounds: Rounds;

  constructor(parts: {
    readonly page: Pick<SettingsPage<NewsPage>, 'of'>;
    readonly shelf: Pick<Collection<Digest>, 'get' | 'set' | 'delete' | 'entries'>;
    readonly money: Pick<Money, 'sumsOf'>;
    readonly messenger: Pick<Messenger, 'post'>;
    /** In a server's language. */
    readonly wordsFor: (guildId: string) => { readonly news: NewsWords; readonly spending: SpendingWords };
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    const { clock, log } = parts;
    const work = async (guildId: string) => await this.#look(guildId);
    this.#rounds = new Rounds({ name: 'digests', clock, log, atOnce: 2, work });
  }

  async open(): Promise<void> {
    for await (const [guildId] of this.#parts.shelf.entries()) this.lookAt(guildId);
    this.#rounds.start();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
    const waiting = [...this.#pending.keys()];
    await Promise.allSettled(waiting.map(async (guildId) => await this.#read(guildId)));
  }

  /** Its moderators changed something about it. */
  lookAt(guildId: string): void {
    this.#rounds.schedule(guildId, this.#parts.clock.now());
  }

  tellNews(event: NewsEvent): void {
    const thing = countedThingOf(event);
    if (thing) this.#count(event.guildId, ({ counts }) => add(counts, thing));
  }

  countRefusal(guildId: string, code: RefusalCode): void {
    this.#count(guildId, ({ refusals }) => add(refusals, refusalKindOf(code)));
  }

  #count(guildId: string, count: (pending: Pending) => void): void {
    const known = this.#pending.get(guildId);
    const pending = known ?? { counts: new Map(), refusals: new Map() };
    count(pending);
    if (known) return;
    this.#pending.set(guildId, pending);
    this.#rounds.schedule(guildId, this.#parts.clock.now() + writtenWithinMs);
  }

  /** Writes down what was counted, and posts what's due. Resolves to when there's more to do. */
  async #look(guildId: string): Promise<number | undefined> {
    const { clock, page } = this.#parts;
    const digest = await this.#read(guildId);
    if (!digest) return undefined;
    const { digestHour = 0, timeZone } = await page.of(guildId);
    const due = nextHourIn(timeZone, digestHour, clock.now(), digest.lastDay);
    if (due > clock.now()) return due;
    await this.#post(guildId, digest);
    return nextHourIn(timeZone, digestHour, clock.now(), localTimeIn(timeZone, clock.now()).day);
  }

  /** With what was counted since the last write; undefined if this server's moderators want none. */
  async #read(guildId: string): Promise<Digest | undefined> {
    const { shelf, clock, page } = this.#parts;
    const { digestHour, timeZone, channelId } = await page.of(guildId);
    if (digestHour === undefined || channelId === undefined) {
      this.#pending.delete(guildId);
      if (await shelf.get(guildId)) await shelf.delete(guildId);
      return undefined;
    }
    const known = await shelf.get(guildId);
    const pending = this.#pending.get(guildId);
    this.#pending.delete(guildId);
    // The first one comes at the next such hour, not at once.
    const { day, hour } = localTimeIn(timeZone, clock.now());
    const wanted = `${digestHour} ${timeZone}`;
    if (known?.wanted === wanted && !pending) return known;
    const from = known ?? { ...(await this.#blank(guildId)), wanted };
    const before =
      known?.wanted === wanted ? from : { ...from, wanted, ...(hour >= digestHour ? { lastDay: day } : {}) };
    const counts = summed(before.counts, pending?.counts ?? new Map());
    const after = { ...before, counts, refusals: summed(before.refusals, pending?.refusals ?? new Map()) };
    try {
      await shelf.set(guildId, after);
    } catch (error) {
      // Counted again with the next write.
      if (pending) this.#restore(guildId, pending);
      throw error;
    }
    return after;
  }

  #restore(guildId: string, { counts, refusals }: Pending): void {
    const now = this.#pending.get(guildId);
    for (const [thing, count] of now?.counts ?? []) add(counts, thing, count);
    for (const [kind, count] of now?.refusals ?? []) add(refusals, kind, count);
    this.#pending.set(guildId, { counts, refusals });
  }

  async #blank(guildId: string): Promise<Omit<Digest, 'wanted'>> {
    const now = this.#parts.clock.now();
    return { guildId, since: now, counts: {}, refusals: {}, spent: await this.#spentIn(guildId, now) };
  }

  async #post(guildId: string, digest: Digest): Promise<void> {
    const { page, shelf, messenger, clock, log } = this.#parts;
    const { channelId, timeZone } = await page.of(guildId);
    const now = clock.now();
    const lastDay = localTimeIn(timeZone, now).day;
    const lines = await this.#lines(guildId, digest);
    if (digest.posting && now - digest.posting.at >= nonceKnownMs) {
      const { posting: _, ...counted } = digest;
      await shelf.set(guildId, { ...counted, lastDay });
      return;
    }
    if (channelId !== undefined && lines.length > 0) {
      const posting = digest.posting ?? { at: now, nonce: `dg-${lastDay}-${guildId.slice(-10)}` };
      await shelf.set(guildId, { ...digest, posting });
      try {
        const body = { components: [container([text(lines.join('\n'))])], silent: true };
        await messenger.post(channelId, body, posting.nonce);
      } catch (error) {
        if (!(error instanceof MessageError) || error.reason === 'temporary') throw error;
        log.warn({ err: error, guildId }, "couldn't post a day's summary into the moderators' channel");
      }
    }
    await shelf.set(guildId, { ...(await this.#blank(guildId)), wanted: digest.wanted, lastDay });
  }

  async #lines(guildId: string, { since, counts, refusals, spent }: Digest): Promise<readonly string[]> {
    const { wordsFor, clock } = this.#parts;
    const { news, spending } = wordsFor(guildId);
    const { digest: say, refusals: kinds, and } = news;
    const used = usedSince(spent, await this.#spentIn(guildId, clock.now()));
    const refused = refusalKinds.flatMap((kind) => {
      const count = refusals[kind] ?? 0;
      return count > 0 ? [kinds[kind](count)] : [];
    });
    const lines = [
      ...(used.size > 0
        ? [say.used(Array.from(used, ([unit, amount]) => spending.all(unit, amount)).join(and))]
        : []),
      ...countedThings.flatMap((thing) => {
        const count = counts[thing] ?? 0;
        return count > 0 ? [say.things[thing](count)] : [];
      }),
      ...(refused.length > 0 ? [say.refused(refused.join(and))] : []),
    ];
    return lines.length > 0 ? [say.title(liveTime(since, 'f')), ...lines.map((line) => `- ${line}`)] : [];
  }

  /** By day and unit, for the days that may still change. */
  async #spentIn(guildId: string, now: number): Promise<Record<string, number>> {
    const from = dayOf(now - 2 * dayMs);
    const found: Record<string, number> = {};
    for (const { unit, period, userId, amount } of await this.#parts.money.sumsOf({ guildId })) {
      if (userId !== undefined || period < from) continue;
      const counted = spendingUnits.find((each) => unit === each || unit === givenBackIn(each));
      if (counted) found[`${period}/${counted}`] = (found[`${period}/${counted}`] ?? 0) + amount;
    }
    return found;
  }
}

function usedSince(
  before: Readonly<Record<string, number>>,
  now: Readonly<Record<string, number>>,
): ReadonlyMap<SpendingUnit, number> {
  const used = new Map<SpendingUnit, number>();
  for (const [key, amount] of Object.entries(now)) {
    const unit = spendingUnits.find((each) => key.endsWith(`/${each}`));
    if (unit) add(used, unit, amount - (before[key] ?? 0));
  }
  return new Map([...used].filter(([, amount]) => amount >= 1));
}

function add<Key>(counts: Map<Key, number>, key: Key, more = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + more);
}

function summed(
  before: Readonly<Record<string, number>>,
  more: ReadonlyMap<string, number>,
): Record<string, number> {
  const sums = { ...before };
  for (const [name, count] of more) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
