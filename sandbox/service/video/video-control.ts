import type { OtherPort } from './other-port.ts';
import type { Outcome, OutcomeScript, ResultFault } from './outcomes.ts';

/** Scripts what becomes of the next accepted tasks, in the order of the calls. */
export class VideoControl {
  readonly #script: OutcomeScript;
  readonly #elsewhere: OtherPort;

  constructor(script: OutcomeScript, elsewhere: OtherPort) {
    this.#script = script;
    this.#elsewhere = elsewhere;
  }

  /** How often the other port was asked, to which the results `elsewhere` and `redirect` lead. */
  get askedElsewhere(): number {
    return this.#elsewhere.asked;
  }

  next(outcome: Outcome, times = 1): void {
    this.#script.add(outcome, times);
  }

  /** FAILED; without a code the answer has none. */
  failNext(how: { readonly code?: string; readonly message?: string } = {}): void {
    this.next({ kind: 'failed', ...how });
  }

  cancelNext(): void {
    this.next({ kind: 'canceled' });
  }

  /** A status that the document does not name, in the place of RUNNING. */
  statusNext(status: string, how: { readonly stays?: boolean } = {}): void {
    this.next({ kind: 'status', status, ...how });
  }

  numericTaskIdNext(): void {
    this.next({ kind: 'numeric-task-id' });
  }

  /** UNKNOWN for the first `queries` queries, or always. */
  unknownNext(queries?: number): void {
    this.next({ kind: 'unknown', ...(queries !== undefined && { queries }) });
  }

  resultNext(fault: ResultFault): void {
    this.next({ kind: 'result', fault });
  }

  /** Made as ever, and billed with so many seconds. */
  billNext(seconds: number): void {
    this.next({ kind: 'billed', seconds });
  }

  clear(): void {
    this.#script.clear();
  }
}
