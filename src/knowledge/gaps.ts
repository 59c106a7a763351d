import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../operations/clock.ts';
import { Turns } from '../operations/turns.ts';

const gapSchema = z.object({
  id: z.string(),
  question: z.string(),
  /** How often people said so. */
  count: z.number(),
  /** Epoch milliseconds. */
  lastAt: z.number(),
  /** Was anything found? */
  found: z.boolean(),
});
export type Gap = z.output<typeof gapSchema>;

/** The open questions of a guild. Who asked is not kept. */
export const guildGapsSchema = z.object({ gaps: z.array(gapSchema) });
export type GuildGaps = z.output<typeof guildGapsSchema>;

export interface GapShelf {
  get(guildId: string): Promise<GuildGaps | undefined>;
  set(guildId: string, gaps: GuildGaps): Promise<void>;
}

export const keptForDays = 90;
export const mostGaps = 200;
const dayMs = 24 * 60 * 60_000;

/** Questions that the documents did not answer, for moderators. */
export class Gaps {
  readonly #shelf: GapShelf;
  readonly #clock: Clock;
  readonly #turns = new Turns();

  constructor({ shelf, clock }: { shelf: GapShelf; clock: Clock }) {
    this.#shelf = shelf;
    this.#clock = clock;
  }

  /** The latest first. */
  async list(guildId: string): Promise<readonly Gap[]> {
    const since = this.#clock.now() - keptForDays * dayMs;
    const { gaps } = (await this.#shelf.get(guildId)) ?? { gaps: [] };
    return gaps
      .filter(({ lastAt }) => lastAt >= since)
      .toSorted((one, other) => other.lastAt - one.lastAt)
      .slice(0, mostGaps);
  }

  /** The same question is one entry, however it is spaced and cased. */
  async add(guildId: string, question: string, found: boolean): Promise<void> {
    await this.#change(guildId, (gaps) => {
      const same = gaps.find((gap) => keyOf(gap.question) === keyOf(question));
      const gap: Gap = {
        id: same?.id ?? randomBytes(6).toString('base64url'),
        question,
        count: (same?.count ?? 0) + 1,
        lastAt: this.#clock.now(),
        found,
      };
      return [gap, ...gaps.filter((other) => other !== same)].slice(0, mostGaps);
    });
  }

  async remove(guildId: string, ids: readonly string[]): Promise<void> {
    await this.#change(guildId, (gaps) => gaps.filter(({ id }) => !ids.includes(id)));
  }

  async #change(guildId: string, change: (gaps: readonly Gap[]) => readonly Gap[]): Promise<void> {
    await this.#turns.take(guildId, async () => {
      await this.#shelf.set(guildId, { gaps: [...change(await this.list(guildId))] });
    });
  }
}

function keyOf(question: string): string {
  return question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s?？!！.。]+/g, ' ')
    .trim();
}
