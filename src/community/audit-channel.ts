import type { Logger } from 'pino';
import { container, text } from '../discord/layout.ts';
import { type MessageBody, MessageError, type Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { newReference } from '../operations/log.ts';
import { Rounds } from '../operations/rounds.ts';
import type { RefusalCode } from '../refusal/refusal.ts';
import { type News, type NewsEvent, type RefusalKind, refusalKindOf } from './news.ts';
import type { NewsPage, SettingsPage } from './settings-pages.ts';
import type { NewsWords } from './words/news.en.ts';

/** What happens together is one message. */
const togetherMs = 2_000;
/** Refusals are counted for so long before they're told. */
const countedMs = 60 * 60_000;
const mostLines = 20;
/** The rest is counted. */
const mostWaiting = 200;

interface Waiting {
  readonly events: NewsEvent[];
  refusals: Map<RefusalKind, number>;
  dropped: number;
  /** When its refusals are told. */
  refusalsAt: number | undefined;
  /** Until it's known what became of it: sent again as it is, because Discord takes the same nonce for the same message. */
  sending: { readonly body: MessageBody; readonly nonce: string } | undefined;
}

/** Posts news into the channel that a server's moderators chose, silently and in their order. Without one, nobody is told. */
export class AuditChannel implements News {
  readonly #parts;
  readonly #waiting = new Map<string, Waiting>();
  readonly #rounds: Rounds;

  constructor(parts: {
    readonly page: Pick<SettingsPage<NewsPage>, 'of'>;
    readonly messenger: Pick<Messenger, 'post'>;
    /** In a server's language. */
    readonly wordsFor: (guildId: string) => NewsWords;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#parts = parts;
    const { clock, log } = parts;
    const work = async (guildId: string) => await this.#post(guildId);
    this.#rounds = new Rounds({ name: 'news', clock, log, atOnce: 4, work });
  }

  open(): void {
    this.#rounds.start();
  }

  async close(): Promise<void> {
    await this.#rounds.close();
    const last = [...this.#waiting].map(async ([guildId, { sending }]) => {
      if (sending) await this.#post(guildId, true);
      await this.#post(guildId, true);
    });
    await Promise.allSettled(last);
  }

  tellNews(event: NewsEvent): void {
    const waiting = this.#of(event.guildId);
    if (waiting.events.length < mostWaiting) waiting.events.push(event);
    else waiting.dropped += 1;
    this.#rounds.schedule(event.guildId, this.#parts.clock.now() + togetherMs);
  }

  countRefusal(guildId: string, code: RefusalCode): void {
    const waiting = this.#of(guildId);
    const kind = refusalKindOf(code);
    waiting.refusals.set(kind, (waiting.refusals.get(kind) ?? 0) + 1);
    waiting.refusalsAt ??= this.#parts.clock.now() + countedMs;
    if (!this.#rounds.isScheduled(guildId)) this.#rounds.schedule(guildId, waiting.refusalsAt);
  }

  #of(guildId: string): Waiting {
    const known = this.#waiting.get(guildId);
    if (known) return known;
    const made = {
      events: [],
      refusals: new Map(),
      dropped: 0,
      refusalsAt: undefined,
      sending: undefined,
    };
    this.#waiting.set(guildId, made);
    return made;
  }

  /** Resolves to when there's more to tell. */
  async #post(guildId: string, isLast = false): Promise<number | undefined> {
    const { page, messenger, clock, log } = this.#parts;
    const waiting = this.#waiting.get(guildId);
    if (!waiting) return undefined;
    const { channelId } = await page.of(guildId);
    if (channelId === undefined) {
      this.#waiting.delete(guildId);
      return undefined;
    }
    waiting.sending ??= this.#messageOf(guildId, waiting, isLast);
    const { sending } = waiting;
    if (!sending) return waiting.refusalsAt;
    try {
      await messenger.post(channelId, sending.body, sending.nonce);
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
      // The same message again, later.
      if (error.reason === 'temporary' && !isLast) throw error;
      log.warn({ err: error, guildId }, "couldn't post news into the moderators' channel");
    }
    waiting.sending = undefined;
    if (waiting.events.length > 0) return clock.now() + togetherMs;
    if (waiting.refusalsAt === undefined) this.#waiting.delete(guildId);
    return waiting.refusalsAt;
  }

  /** Takes what it tells off what waits; undefined if there's nothing to tell yet. */
  #messageOf(guildId: string, waiting: Waiting, isLast: boolean): Waiting['sending'] {
    const { refusals, refusalsAt = Number.POSITIVE_INFINITY, dropped } = waiting;
    const isDue = isLast || refusalsAt <= this.#parts.clock.now();
    const told = waiting.events.splice(0, mostLines);
    waiting.dropped = 0;
    if (isDue) Object.assign(waiting, { refusals: new Map(), refusalsAt: undefined });
    const lines = this.#lines(guildId, told, isDue ? refusals : new Map(), dropped);
    if (lines.length === 0) return undefined;
    const body = { components: [container([text(lines.join('\n'))])], silent: true };
    return { body, nonce: newReference() };
  }

  #lines(
    guildId: string,
    events: readonly NewsEvent[],
    refusals: ReadonlyMap<RefusalKind, number>,
    dropped: number,
  ): readonly string[] {
    const words = this.#parts.wordsFor(guildId);
    const counts = [...refusals].map(([kind, count]) => words.refusals[kind](count));
    return [
      ...events.map((event) => sentenceOf(event, words)),
      ...(counts.length > 0 ? [words.refused(counts.join(words.and))] : []),
      ...(dropped > 0 ? [words.more(dropped)] : []),
    ];
  }
}

function sentenceOf(event: NewsEvent, words: NewsWords): string {
  const say = words.events[event.is] as (event: NewsEvent) => string;
  return say(event);
}
