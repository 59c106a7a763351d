import type { Logger } from 'pino';
import { type Clock, timedOut, withTimeout } from './clock.ts';

interface ClosablePart {
  close(): Promise<void> | void;
}

interface OpenablePart extends ClosablePart {
  open(): Promise<void> | void;
}

interface OpenPart extends ClosablePart {
  readonly name: string;
}

/** The process started to stop while a part was being opened. */
export class ClosingError extends Error {
  override readonly name = 'ClosingError';

  constructor(part: string) {
    super(`not opened, because everything is being closed: ${part}`);
  }
}

/** The parts of the process: opened in order, and always closed in reverse. */
export class Lifecycle {
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #closeWithinMs: number;
  readonly #parts: OpenPart[] = [];
  #closed: Promise<boolean> | undefined;

  /** @param closeWithinMs for all parts together */
  constructor(log: Logger, clock: Clock, closeWithinMs: number) {
    this.#log = log;
    this.#clock = clock;
    this.#closeWithinMs = closeWithinMs;
  }

  get closing(): boolean {
    return this.#closed !== undefined;
  }

  /**
   * Opens a part and remembers how to close it.
   * @throws {ClosingError} once closing has begun; a part that was just being opened is closed again at once
   */
  async open<Part>(
    name: string,
    open: () => Promise<Part> | Part,
    close: (part: Part) => Promise<void> | void,
  ): Promise<Part> {
    if (this.closing) throw new ClosingError(name);
    const part = await open();
    await this.keep(name, { close: () => close(part) });
    return part;
  }

  /** A part that opens and closes itself. @throws {ClosingError} */
  async start(name: string, part: OpenablePart): Promise<void> {
    await this.open(
      name,
      () => part.open(),
      () => part.close(),
    );
  }

  /**
   * A part that's already open.
   * @throws {ClosingError} once closing has begun; the part is closed at once
   */
  async keep(name: string, part: ClosablePart): Promise<void> {
    const kept = { name, close: () => part.close() };
    if (!this.closing) {
      this.#parts.push(kept);
      return;
    }
    await this.#closePart(kept);
    throw new ClosingError(name);
  }

  /**
   * Closes the parts in reverse order. If one fails, it's logged and the others are still closed. After the time limit,
   * the rest is told to close but not waited for. Resolves to whether everything closed in time and without errors.
   * Idempotent; never rejects.
   */
  close(reason: string): Promise<boolean> {
    this.#closed ??= this.#closeAll(reason);
    return this.#closed;
  }

  async #closeAll(reason: string): Promise<boolean> {
    this.#log.info({ reason, parts: this.#parts.length }, 'closing');
    const until = this.#clock.now() + this.#closeWithinMs;
    let clean = true;
    let late = false;
    for (const part of this.#parts.toReversed()) {
      const closing = this.#closePart(part);
      const outcome: 'closed' | 'failed' | typeof timedOut = late
        ? timedOut
        : await withTimeout(closing, until - this.#clock.now(), this.#clock);
      late ||= outcome === timedOut;
      if (outcome === timedOut)
        this.#log.error({ part: part.name, closeWithinMs: this.#closeWithinMs }, "didn't close in time");
      clean &&= outcome === 'closed';
    }
    this.#log.info({ clean }, 'closed');
    return clean;
  }

  async #closePart(part: OpenPart): Promise<'closed' | 'failed'> {
    try {
      await part.close();
      return 'closed';
    } catch (error) {
      this.#log.error({ err: error, part: part.name }, 'failed to close');
      return 'failed';
    }
  }
}
