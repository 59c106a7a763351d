import type { Logger } from 'pino';

/** The listeners of a session. If one throws, the session and the others go on. */
export class Listeners<Event extends { readonly is: string }> {
  readonly #log: Logger;
  readonly #listeners = new Set<(event: Event) => void>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /** Returns a function that stops listening. */
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
