import type { Schedule } from '../client/gateway.ts';
import { Observable } from '../client/observable.ts';

/** How long a TYPING_START counts, as in the chat clients people know. */
const typingMs = 10_000;

/** Who is typing where. */
export class Typing extends Observable {
  readonly #cancels = new Map<string, Map<string, () => void>>();
  readonly #schedule: Schedule;

  constructor(schedule: Schedule) {
    super();
    this.#schedule = schedule;
  }

  userIds(channelId: string): readonly string[] {
    return [...(this.#cancels.get(channelId)?.keys() ?? [])];
  }

  start(channelId: string, userId: string): void {
    let channel = this.#cancels.get(channelId);
    if (!channel) {
      channel = new Map();
      this.#cancels.set(channelId, channel);
    }
    channel.get(userId)?.();
    channel.set(
      userId,
      this.#schedule(typingMs, () => this.stop(channelId, userId)),
    );
    this.changed();
  }

  /** They sent their message, or stopped. */
  stop(channelId: string, userId: string): void {
    const cancel = this.#cancels.get(channelId)?.get(userId);
    if (!cancel) return;
    cancel();
    this.#cancels.get(channelId)?.delete(userId);
    this.changed();
  }

  close(): void {
    for (const channel of this.#cancels.values()) for (const cancel of channel.values()) cancel();
    this.#cancels.clear();
  }
}
