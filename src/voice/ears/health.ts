/** What should happen about packets that can't be decrypted. */
export type Remedy = 'none' | 'recover' | 'deaf';

interface Trouble {
  readonly sinceMs: number;
  /** Since the session was last restarted. */
  failures: number;
  /** The session was restarted for this person, without success so far. */
  treated: boolean;
}

/** For how long, and how many times, without one success: losing a few packets around a change of the group's keys is normal. */
const recoverAfterMs = 600;
const troubleFromFailures = 20;
const recoverAgainMs = 10_000;
const deafAfterMs = 4_000;

/**
 * Notices that a speaker can't be heard any more, each one separately: one who can be decrypted says nothing
 * about the others. Asks for a recovery of the encrypted session, and says once a session that it did not help.
 */
export class HearingHealth {
  readonly #troubles = new Map<string, Trouble>();
  /** Those who were said to be unheard and have not been heard since, whatever session it was. */
  readonly #unheard = new Set<string>();
  #told = false;
  #recoverAtMs = Number.NEGATIVE_INFINITY;

  get deaf(): boolean {
    return this.#unheard.size > 0;
  }

  /** @param curable there is a session that could be restarted; otherwise it is still being set up */
  failed(userId: string, nowMs: number, curable: boolean): Remedy {
    const trouble = this.#troubles.get(userId) ?? { sinceMs: nowMs, failures: 0, treated: false };
    this.#troubles.set(userId, trouble);
    trouble.failures += 1;
    const forMs = nowMs - trouble.sinceMs;
    if (trouble.failures < troubleFromFailures || forMs < recoverAfterMs) return 'none';
    const mayRecover = curable && nowMs >= this.#recoverAtMs;
    if (forMs >= deafAfterMs && (trouble.treated || !mayRecover)) {
      this.#unheard.add(userId);
      if (!this.#told) {
        this.#told = true;
        return 'deaf';
      }
    }
    return mayRecover ? this.#recover(nowMs) : 'none';
  }

  /**
   * Only for a frame that was really decrypted, or a person who is gone.
   * @returns whether everyone can be heard again
   */
  heard(userId: string): boolean {
    this.#troubles.delete(userId);
    if (!this.#unheard.delete(userId) || this.deaf) return false;
    this.#told = false;
    return true;
  }

  /** People who do not want to be heard are no trouble. @returns as `heard` */
  retain(userIds: ReadonlySet<string>): boolean {
    let again = false;
    for (const userId of [...this.#troubles.keys(), ...this.#unheard])
      if (!userIds.has(userId)) again = this.heard(userId) || again;
    return again;
  }

  /** A new session: what failed belonged to the old one. Who was not heard there is still to be heard. */
  reset(): void {
    this.#troubles.clear();
    this.#told = false;
    this.#recoverAtMs = Number.NEGATIVE_INFINITY;
  }

  #recover(nowMs: number): Remedy {
    this.#recoverAtMs = nowMs + recoverAgainMs;
    for (const trouble of this.#troubles.values()) {
      trouble.failures = 0;
      trouble.treated = true;
    }
    return 'recover';
  }
}
