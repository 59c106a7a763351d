import { z } from 'zod';

const resultFaults = [
  'missing',
  'html',
  'endless',
  'slow',
  'huge',
  'elsewhere',
  'redirect',
  'credentials',
  'long-link',
] as const;
/**
 * What is wrong with a result file: 404, an HTML page, never ending, dripping, or 2 GB by its header. Or with its address: another
 * port of this machine, a redirect there, a name and password in it, or more than the 512 characters that Discord takes on a
 * button.
 */
export type ResultFault = (typeof resultFaults)[number];

/** What becomes of a task instead of the ordinary success. */
export const outcomeSchema = z.discriminatedUnion('kind', [
  /** Ends FAILED; without `code` the answer has neither code nor message unless given. */
  z.strictObject({ kind: z.literal('failed'), code: z.string().optional(), message: z.string().optional() }),
  /** Ends CANCELED, as if cancelled by the provider. */
  z.strictObject({ kind: z.literal('canceled') }),
  /** Shows this status instead of RUNNING; `stays`: for good. */
  z.strictObject({ kind: z.literal('status'), status: z.string(), stays: z.boolean().optional() }),
  /** The creation answers with a `task_id` that is a number. */
  z.strictObject({ kind: z.literal('numeric-task-id') }),
  /** Queries are answered UNKNOWN, so many times (always when absent). */
  z.strictObject({ kind: z.literal('unknown'), queries: z.int().min(1).optional() }),
  z.strictObject({ kind: z.literal('result'), fault: z.enum(resultFaults) }),
  /** Succeeds, and its bill says so many seconds. */
  z.strictObject({ kind: z.literal('billed'), seconds: z.number() }),
]);

export type Outcome = z.infer<typeof outcomeSchema>;

/** Outcomes for the next accepted tasks, first in, first out. */
export class OutcomeScript {
  readonly #next: Outcome[] = [];

  add(outcome: Outcome, times = 1): void {
    for (let added = 0; added < times; added += 1) this.#next.push(outcome);
  }

  take(): Outcome | undefined {
    return this.#next.shift();
  }

  list(): readonly Outcome[] {
    return [...this.#next];
  }

  clear(): void {
    this.#next.length = 0;
  }
}
