import type { Clock } from '../operations/clock.ts';
import { type Check, examine } from './doctor.ts';
import type { CheckName, Finding } from './finding.ts';

type Checks = Readonly<Partial<Record<CheckName, Check>>>;

/** What people ask about the bot's health. */
export class DoctorDesk {
  readonly #checks: () => Checks;
  readonly #isOwner: (userId: string) => Promise<boolean>;
  readonly #clock: Clock;

  /** @param checks everything that's the same wherever it's asked */
  constructor(checks: () => Checks, isOwner: (userId: string) => Promise<boolean>, clock: Clock) {
    this.#checks = checks;
    this.#isOwner = isOwner;
    this.#clock = clock;
  }

  /** @param here what's looked at in the place where it was asked */
  async examine(here: Checks): Promise<readonly Finding[]> {
    return await examine({ ...this.#checks(), ...here }, this.#clock);
  }

  /** False if Discord doesn't say. */
  async isOwner(userId: string): Promise<boolean> {
    return await this.#isOwner(userId).catch(() => false);
  }
}
