import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Actor } from '../authority/actor.ts';
import { sees } from '../authority/place.ts';
import type { Clock } from '../operations/clock.ts';
import { Sweep } from '../operations/sweep.ts';
import type { Collection } from '../storage/collection.ts';
import type { Reader } from './access.ts';

const gapSchema = z.object({
  id: z.string(),
  question: z.string(),
  /** How many times people said so. */
  count: z.number(),
  /** Epoch milliseconds. */
  lastAt: z.number(),
  /** Where it was asked. People who can't see any of these channels can't see the question. */
  channelIds: z.array(z.string()).optional(),
  /** Whether anything was found. */
  found: z.boolean(),
});
export type Gap = z.output<typeof gapSchema>;

/** A guild's open questions, without who asked. */
export const guildGapsSchema = z.object({ gaps: z.array(gapSchema) });
export type GuildGaps = z.output<typeof guildGapsSchema>;

export const mostGaps = 200;
const mostChannels = 25;
const dayMs = 24 * 60 * 60_000;
const everyMs = 60 * 60_000;

/** Questions that the documents didn't answer, for moderators. */
export class Gaps {
  readonly #shelf: Collection<GuildGaps>;
  readonly #clock: Clock;
  readonly keepDays: number;
  readonly #old: Sweep<GuildGaps>;

  constructor({
    shelf,
    clock,
    log,
    keepDays,
  }: {
    readonly shelf: Collection<GuildGaps>;
    readonly clock: Clock;
    readonly log: Logger;
    /** How long a question is kept after it was last asked. */
    readonly keepDays: number;
  }) {
    this.#shelf = shelf;
    this.#clock = clock;
    this.keepDays = keepDays;
    this.#old = new Sweep<GuildGaps>({
      name: 'old questions',
      clock,
      log,
      everyMs,
      records: () => shelf.entries(),
      judge: (guildId, { gaps }) =>
        gaps.every((gap) => this.#isYoung(gap))
          ? 'keep'
          : async () => await this.#change(guildId, (young) => young),
    });
  }

  open(): void {
    this.#old.start();
  }

  async close(): Promise<void> {
    await this.#old.close();
  }

  /** The ones from channels that they can see, newest first. */
  async list(actor: Actor): Promise<readonly Gap[]> {
    return this.#youngIn(await this.#shelf.get(actor.guildId)).filter((gap) => existsFor(actor, gap));
  }

  #youngIn(stored: GuildGaps | undefined): readonly Gap[] {
    return (stored?.gaps ?? [])
      .filter((gap) => this.#isYoung(gap))
      .toSorted((one, other) => other.lastAt - one.lastAt)
      .slice(0, mostGaps);
  }

  /** The same question is one entry, whatever its spaces and case. */
  async add({ guildId, channelIds }: Reader, question: string, found: boolean): Promise<void> {
    const [channelId = ''] = channelIds;
    await this.#change(guildId, async (gaps) => {
      const same = await sameAs(question, gaps);
      const gap: Gap = {
        id: same?.id ?? randomBytes(6).toString('base64url'),
        question,
        channelIds: [...new Set([channelId, ...(same?.channelIds ?? [])])].slice(0, mostChannels),
        count: (same?.count ?? 0) + 1,
        lastAt: this.#clock.now(),
        found,
      };
      return [gap, ...gaps.filter((other) => other !== same)].slice(0, mostGaps);
    });
  }

  async remove(actor: Actor, ids: readonly string[]): Promise<void> {
    await this.#change(actor.guildId, (gaps) =>
      gaps.filter((gap) => !ids.includes(gap.id) || !existsFor(actor, gap)),
    );
  }

  /** Only of what was read: if another change came first, it's worked out again. */
  async #change(
    guildId: string,
    change: (gaps: readonly Gap[]) => readonly Gap[] | Promise<readonly Gap[]>,
  ): Promise<void> {
    for (let isDone = false; !isDone; ) {
      const read = await this.#shelf.get(guildId);
      const gaps = [...(await change(this.#youngIn(read)))];
      await this.#shelf.change(guildId, (now) => {
        isDone = isDeepStrictEqual(now, read);
        if (!isDone) return now;
        return gaps.length > 0 ? { gaps } : undefined;
      });
    }
  }

  #isYoung({ lastAt }: Gap): boolean {
    return lastAt >= this.#clock.now() - this.keepDays * dayMs;
  }
}

/** Old entries without channels are for every moderator. */
function existsFor(actor: Actor, { channelIds }: Gap): boolean {
  const { guildId } = actor;
  return channelIds?.some((channelId) => sees(actor, { guildId, channelId })) ?? true;
}

/** How many are compared before other work gets a turn. */
const comparedATurn = 40;

async function sameAs(question: string, gaps: readonly Gap[]): Promise<Gap | undefined> {
  const wanted = keyOf(question);
  for (const [index, gap] of gaps.entries()) {
    if (index > 0 && index % comparedATurn === 0) await nextTurn();
    if (keyOf(gap.question) === wanted) return gap;
  }
  return undefined;
}

function keyOf(question: string): string {
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s?？!！.。]+/g, ' ')
    .trim();
}
