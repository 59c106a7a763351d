import type { PausedBy, PauseListener, SpendingRules } from '../../src/community/spending.ts';
import type { SpendingUnit } from '../../src/refusal/spending.ts';

/** Rules without limits, and a pause that the test presses. */
export class FakePause implements SpendingRules {
  /** In which unit each reservation asked. */
  readonly asked: SpendingUnit[] = [];
  /** It's pressed after so many more times that somebody asks. */
  pausesAfter = 0;
  #by: PausedBy;
  readonly #listeners: PauseListener[] = [];

  press(by: PausedBy, guildId?: string): void {
    this.#by = by;
    for (const listener of this.#listeners) listener(guildId);
  }

  limitsOf(_guildId: string, _userId: string, unit: SpendingUnit) {
    this.asked.push(unit);
    return [];
  }

  async pausedBy(): Promise<PausedBy> {
    const now = this.#by;
    if (this.pausesAfter > 0) {
      this.pausesAfter -= 1;
      if (this.pausesAfter === 0) this.#by = 'guild';
    }
    return now;
  }

  pausedNow(): PausedBy {
    return this.#by;
  }

  onPause(listener: PauseListener): void {
    this.#listeners.push(listener);
  }

  noteSpending(): void {}
}
