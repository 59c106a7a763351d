import type { Clock } from '../operations/clock.ts';
import { type Check, examine } from './doctor.ts';
import type { CheckName, Finding } from './finding.ts';

type Checks = Readonly<Partial<Record<CheckName, Check>>>;

export interface DoctorParts {
  /** Everything that's the same wherever it's asked. */
  readonly checks: () => Checks;
  readonly isOwner: (userId: string) => Promise<boolean>;
  readonly clock: Clock;
}

/** What people ask about the bot's health. */
export class DoctorDesk {
  readonly #parts: DoctorParts;

  constructor(parts: DoctorParts) {
    this.#parts = parts;
  }

  /** @param here what's looked at in the place where it was asked */
  async examine(here: Checks): Promise<readonly Finding[]> {
    return await examine({ ...this.#parts.checks(), ...here }, this.#parts.clock);
  }

  /** False if Discord doesn't say. */
  async isOwner(userId: string): Promise<boolean> {
    return await this.#parts.isOwner(userId).catch(() => false);
  }
}
