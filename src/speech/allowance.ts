import type { Allowance as Left, Spending } from '../community/spending.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';

/** What spends characters: whose they are, and when they were set aside. */
export interface Spender {
  readonly id: string;
  readonly guildId: string;
  readonly userId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** What people, guilds and the whole bot may still have spoken today, in billed characters. */
export class CharacterAllowance {
  readonly #spending: Spending;
  readonly #clock: Clock;

  constructor(spending: Spending, clock: Clock) {
    this.#spending = spending;
    this.#clock = clock;
  }

  /** @throws {Refusal} `quota-spent`; then nothing is set aside */
  async reserve(by: Omit<Spender, 'at'>, characters: number, at = this.#clock.now()): Promise<Spender> {
    const spender = { ...by, at };
    const exceeded = await this.#spending.reserve(spender, characters);
    if (exceeded) throw new Refusal({ code: 'quota-spent', ...exceeded, asked: characters });
    return spender;
  }

  async settle({ id, guildId, userId, at }: Spender, characters: number): Promise<void> {
    await this.#spending.finish({ id, guildId, userId, at }, characters);
  }

  /** Undefined when there is no limit. */
  async left(guildId: string, userId: string): Promise<Left | undefined> {
    return await this.#spending.left(guildId, userId);
  }
}
