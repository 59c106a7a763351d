/** A write that stands in the log, but perhaps not on the disk. */
export interface CommittedWrite {
  acknowledge(): void;
  reject(error: unknown): void;
}

/**
 * Acknowledges writes once another thread has flushed the log: on a disk that others want, each flush takes long, and the event loop
 * needn't wait for it. Those that come while one runs share the next one.
 */
export class LogFlush {
  readonly #flush: () => Promise<void>;
  readonly #moveLog: () => void;
  #waiting: CommittedWrite[] = [];
  #isRunning = false;
  /** A flush failed. Another one would succeed without what that one lost. */
  #isLost = false;

  /**
   * @param flush has the log on disk, from another thread
   * @param moveLog has everything that was committed on disk, in the store's own file. @throws {Error} if it couldn't
   */
  constructor(flush: () => Promise<void>, moveLog: () => void) {
    this.#flush = flush;
    this.#moveLog = moveLog;
  }

  wait(write: CommittedWrite): void {
    this.#waiting.push(write);
    if (!this.#isRunning) void this.#run();
  }

  /** Before anything else is committed: what was lost is brought to the disk by another way. @throws {Error} if it couldn't be */
  repair(): void {
    if (!this.#isLost) return;
    this.#moveLog();
    this.#isLost = false;
  }

  /** Nobody waits any longer: everything is moved into the file now. */
  end(): void {
    settle(this.#waiting.splice(0), () => this.#moveLog());
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const some = this.#waiting;
      this.#waiting = [];
      await this.#flush().catch(() => {
        this.#isLost = true;
      });
      settle(some, () => this.repair());
    }
    this.#isRunning = false;
  }
}

function settle(writes: readonly CommittedWrite[], check: () => void): void {
  try {
    check();
    for (const write of writes) write.acknowledge();
  } catch (error) {
    for (const write of writes) write.reject(error);
  }
}
