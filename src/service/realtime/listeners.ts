import type { Logger } from 'pino';

/** Those who follow a session. One that throws harms neither the session nor the others. */
export class Listeners<Event extends { readonly is: string }> {
  readonly #log: Logger;
  readonly #listeners = new Set<(event: Event) => void>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Returns how to stop listening. */
  add(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(event: Event): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#log.error({ err: error, event: event.is }, 'a listener of a realtime session failed');
      }
    }
  }
}
