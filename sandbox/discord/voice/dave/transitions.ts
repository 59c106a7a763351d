import type { Schedule } from './dave-types.ts';

/** How long the voice gateway waits foreverybody before it lets a transition happen. */
export const transitionTimeoutMs = 2_000;

interface Pending {
  readonly participants: Set<string>;
  readonly waitingFor: Set<string>;
  readonly cancel: () => void;
}

/** Executes each transition once: when everybody who takes part is ready, or after two seconds. */
export class Transitions {
  readonly #schedule: Schedule;
  readonly #execute: (userId: string, transitionId: number) => void;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  constructor(schedule: Schedule, execute: (userId: string, transitionId: number) => void) {
    this.#schedule = schedule;
    this.#execute = execute;
  }

  /** The id of a new transition; 16 bits on the wire, and 0 belongs to groups that begin. */
  begin(participants: readonly string[]): number {
    this.#lastId = (this.#lastId % 0xffff) + 1;
    const id = this.#lastId;
    this.#pending.set(id, {
      participants: new Set(participants),
      waitingFor: new Set(participants),
      cancel: this.#schedule(transitionTimeoutMs, () => this.#settle(id)),
    });
    return id;
  }

  /** A slow client names ids that are unknown or over, which changes nothing. */
  ready(userId: string, id: number): void {
    const pending = this.#pending.get(id);
    if (pending?.waitingFor.delete(userId) && pending.waitingFor.size === 0) this.#settle(id);
  }

  /** Nobody waits for them any more, and they're told nothing. */
  drop(userId: string): void {
    for (const [id, pending] of this.#pending) {
      pending.participants.delete(userId);
      pending.waitingFor.delete(userId);
      if (pending.waitingFor.size === 0) this.#settle(id);
    }
  }

  executeAll(): void {
    for (const id of [...this.#pending.keys()]) this.#settle(id);
  }

  close(): void {
    for (const { cancel } of this.#pending.values()) cancel();
    this.#pending.clear();
  }

  #settle(id: number): void {
    const pending = this.#pending.get(id);
    if (!pending) return;
    this.#pending.delete(id);
    pending.cancel();
    for (const userId of pending.participants) this.#execute(userId, id);
  }
}
