/** What to do about packets that can't be decrypted. */
export type Remedy = 'none' | 'recover' | 'deaf';

interface Trouble {
  readonly sinceMs: number;
  /** Since the last restart of the session. */
  failures: number;
  /** The session was restarted for this person, so far without success. */
  treated: boolean;
}

/**
 * How long and how often decryption has to fail without one success. Losing a few packets when the group's keys change
 * is normal.
 */
const recoverAfterMs = 600;
const troubleFromFailures = 20;
const recoverAgainMs = 10_000;
const deafAfterMs = 4_000;

/**
 * Notices if a speaker can't be heard any more, separately for each, because others may be fine. Asks to recover the
 * encrypted session, and reports once per session if that didn't help.
 */
export class HearingHealth {
  readonly #troubles = new Map<string, Trouble>();
  /** People who were reported as unheard and haven't been heard since, across sessions. */
  readonly #unheard = new Set<string>();
  #told = false;
  #recoverAtMs = Number.NEGATIVE_INFINITY;

  get deaf(): boolean {
    return this.#unheard.size > 0;
  }

  /** @param curable a session exists that could be restarted; otherwise it's still being set up */
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
   * Only for a frame that was really decrypted, or a person who left.
   * @returns whether everyone can be heard again
   */
  heard(userId: string): boolean {
    this.#troubles.delete(userId);
    if (!this.#unheard.delete(userId) || this.deaf) return false;
    this.#told = false;
    return true;
  }

  /** If people don't want to be heard, that's no problem. @returns like `heard` */
  retain(userIds: ReadonlySet<string>): boolean {
    let again = false;
    for (const userId of [...this.#troubles.keys(), ...this.#unheard])
      if (!userIds.has(userId)) again = this.heard(userId) || again;
    return again;
  }

  /** A new session: failures belonged to the old one, but people who weren't heard still have to be. */
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
