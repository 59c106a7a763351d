/** What should happen about packets that cannot be decrypted. */
export type Remedy = 'none' | 'recover' | 'deaf';

interface Trouble {
  readonly sinceMs: number;
  failures: number;
}

/** So long and so often in a row: losing a few packets around a change of the group's keys is normal. */
const recoverAfterMs = 600;
const recoverAfterFailures = 20;
const recoverAgainMs = 10_000;
const deafAfterMs = 4_000;

/**
 * Notices that somebody who speaks cannot be heard any more, each speaker apart: one who can be decrypted says nothing
 * about the others. Asks for a recovery of the encrypted session, and says once that it did not help.
 */
export class HearingHealth {
  readonly #troubles = new Map<string, Trouble>();
  #recoverAtMs = Number.NEGATIVE_INFINITY;
  #deaf = false;

  get deaf(): boolean {
    return this.#deaf;
  }

  /** @param curable there is a session that could begin anew; otherwise it is still being set up */
  failed(userId: string, nowMs: number, curable: boolean): Remedy {
    const trouble = this.#troubles.get(userId) ?? { sinceMs: nowMs, failures: 0 };
    this.#troubles.set(userId, trouble);
    trouble.failures += 1;
    const forMs = nowMs - trouble.sinceMs;
    if (trouble.failures < recoverAfterFailures || forMs < recoverAfterMs) return 'none';
    if (curable && nowMs >= this.#recoverAtMs) {
      this.#recoverAtMs = nowMs + recoverAgainMs;
      return 'recover';
    }
    if (this.#deaf || forMs < deafAfterMs) return 'none';
    this.#deaf = true;
    return 'deaf';
  }

  /** @returns whether it could not hear before */
  heard(userId: string): boolean {
    this.#troubles.delete(userId);
    if (!this.#deaf || this.#troubles.size > 0) return false;
    this.#deaf = false;
    return true;
  }

  /** Whoever is gone, or does not want to be heard any more, is no trouble. @returns as `heard` */
  forget(userId: string): boolean {
    return this.#troubles.has(userId) && this.heard(userId);
  }

  /** A new session: what failed belonged to the old one. */
  reset(): void {
    this.#troubles.clear();
    this.#recoverAtMs = Number.NEGATIVE_INFINITY;
  }
}
