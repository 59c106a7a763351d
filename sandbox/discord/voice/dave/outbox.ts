import type { DaveMessage } from './dave-types.ts';

const welcomeOp = 30;

/** Sends in order; a held welcome also holds everything after it for that client, as a slow server would. */
export class Outbox {
  readonly #send: (userId: string, message: DaveMessage) => void;
  readonly #held = new Map<string, DaveMessage[]>();
  #holds = 0;

  constructor(send: (userId: string, message: DaveMessage) => void) {
    this.#send = send;
  }

  send(userId: string, message: DaveMessage): void {
    const held = this.#held.get(userId);
    if (held) held.push(message);
    else if (this.#holds > 0 && message.op === welcomeOp) this.#held.set(userId, [message]);
    else this.#send(userId, message);
  }

  holdWelcomes(): { release(): void } {
    this.#holds += 1;
    let released = false;
    return {
      release: () => {
        if (released) return;
        released = true;
        this.#holds -= 1;
        if (this.#holds === 0) this.#releaseAll();
      },
    };
  }

  forget(userId: string): void {
    this.#held.delete(userId);
  }

  #releaseAll(): void {
    const held = [...this.#held];
    this.#held.clear();
    for (const [userId, messages] of held) for (const message of messages) this.#send(userId, message);
  }
}
