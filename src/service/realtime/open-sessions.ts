import { ServiceError } from '../errors.ts';

interface Session {
  readonly ended: Promise<unknown>;
  open(): Promise<void>;
  close(): void;
}

/** A client's open sessions. Closing the client ends them, and those still waiting to open. */
export class OpenSessions {
  readonly #open = new Set<Session>();
  readonly #closing = new AbortController();

  /** Aborts with the caller's signal, or when the client closes. */
  signalWith(signal: AbortSignal | undefined): AbortSignal {
    return signal ? AbortSignal.any([this.#closing.signal, signal]) : this.#closing.signal;
  }

  /** @throws {ServiceError} */
  async open<Opened extends Session>(session: Opened): Promise<Opened> {
    this.#open.add(session);
    void session.ended.then(() => this.#open.delete(session));
    await session.open();
    return session;
  }

  /** @param code of the error for callers that are still waiting */
  close(code: string): void {
    this.#closing.abort(new ServiceError({ fault: 'aborted', code, nothingHappened: true }));
    for (const session of this.#open) session.close();
  }
}
