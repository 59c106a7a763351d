import { voiceCloseCodes } from './close-codes.ts';
import type { Gone, Seat } from './voice-server-types.ts';

/** After these nobody is meant to come back; 1000, 1001 and the rest below 4000 were waited for as lost sockets. */
const finalCodes: readonly number[] = [
  voiceCloseCodes.disconnected,
  voiceCloseCodes.rateLimited,
  voiceCloseCodes.callTerminated,
];

/** Seats whose session ended: told of when their time to come back with a new token has passed, or can never come. */
export class VacatedSeats {
  readonly #graceMs: number;
  readonly #listeners = new Set<Gone>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  onGone(listener: Gone): void {
    this.#listeners.add(listener);
  }

  vacate(seat: Seat, code: number): void {
    this.forget(seat.guildId, seat.userId);
    if (code < 4000 || finalCodes.includes(code)) {
      this.#tell(seat, code);
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(nameOf(seat.guildId, seat.userId));
      this.#tell(seat, code);
    }, this.#graceMs);
    timer.unref();
    this.#waiting.set(nameOf(seat.guildId, seat.userId), timer);
  }

  /** Their session ended, and their time to come back has not passed. */
  isWaiting(guildId: string, userId: string): boolean {
    return this.#waiting.has(nameOf(guildId, userId));
  }

  /** They came back, or were taken out: nothing is left to tell. */
  forget(guildId: string, userId: string): void {
    const name = nameOf(guildId, userId);
    clearTimeout(this.#waiting.get(name));
    this.#waiting.delete(name);
  }

  close(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    this.#listeners.clear();
  }

  #tell(seat: Seat, code: number): void {
    for (const listener of this.#listeners) listener(seat, code);
  }
}

function nameOf(guildId: string, userId: string): string {
  return `${guildId}/${userId}`;
}
