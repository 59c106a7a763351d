/**
 * When a fault strikes. `connect`: in the place of the upgrade; `created`, `updated`: in the place of that event;
 * `appended`: when audio came; `response`: when an answer begins; `call`: when it calls a tool; `result`: when it's to a
 * tool's result, or to instructions and nobody's words; `audio`: after so many of its deltas; `done`: in the place of
 * `response.done`; `after`: behind it; `finished`: in the place of `session.finished`.
 */
export const realtimeFaultPoints = [
  'connect',
  'created',
  'updated',
  'appended',
  'response',
  'call',
  'result',
  'audio',
  'done',
  'after',
  'finished',
] as const;
export type RealtimeFaultPoint = (typeof realtimeFaultPoints)[number];

export type RealtimeEffect =
  /** The upgrade is refused; only with `connect`. */
  | { readonly kind: 'answer'; readonly status: number; readonly code: string; readonly message: string }
  /** Nothing comes in its place, and the session goes on mute from there. */
  | { readonly kind: 'mute' }
  /** What should come doesn't; everything else does. */
  | { readonly kind: 'omit' }
  /** What should come is so late; without a length it waits until the faults are cleared. */
  | { readonly kind: 'stall'; readonly ms?: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'close'; readonly code: number; readonly reason?: string }
  /** An `error` event, and the session goes on. */
  | { readonly kind: 'error'; readonly code?: string; readonly message: string; readonly param?: string }
  | { readonly kind: 'garbled' }
  | { readonly kind: 'unknown-event' }
  /** The event comes twice. */
  | { readonly kind: 'twice' }
  /** A delta of a response that is over. */
  | { readonly kind: 'late-delta' }
  /** A delta whose audio is no Base64. */
  | { readonly kind: 'bad-audio' }
  /** How many deltas of text come in between. */
  | { readonly kind: 'many-deltas'; readonly count: number }
  /** A delta with this many bytes of sound. */
  | { readonly kind: 'huge-audio'; readonly bytes: number }
  /** The tool is called so often in one response; `$n` in its arguments is which time it is. */
  | { readonly kind: 'many-calls'; readonly count: number }
  /** The answer does not understand the turn: `transcription.failed`; with `appended`. */
  | { readonly kind: 'no-transcript' }
  /** The call stands as markup in what the model says, and isn't made (field notes 8); with `call`. */
  | { readonly kind: 'spoken-call' }
  /** Another call in the same response; its arguments are complete so much later. With `call`. */
  | {
      readonly kind: 'second-call';
      readonly name: string;
      readonly arguments?: Readonly<Record<string, unknown>>;
      readonly ms?: number;
    }
  /**
   * The tool that was called last is called again; with `result`. `changed`: with other arguments each time. `anyway`:
   * also when the session has no tools any more.
   */
  | { readonly kind: 'call-again'; readonly changed?: boolean; readonly anyway?: boolean }
  /** The result is read out word for word, markup and all; with `result`. */
  | { readonly kind: 'read-out' };

const anywhere = ['mute', 'drop', 'close', 'error', 'garbled', 'unknown-event'] as const;
const ownEvent = [...anywhere, 'omit', 'stall'] as const;

/** What can go wrong, by place. */
export const effectsAt: Readonly<Record<RealtimeFaultPoint, readonly RealtimeEffect['kind'][]>> = {
  connect: ['answer', 'omit', 'stall', 'drop', 'close'],
  created: [...ownEvent, 'twice'],
  updated: [...ownEvent, 'twice'],
  appended: [...anywhere, 'no-transcript'],
  response: ownEvent,
  call: ['many-calls', 'spoken-call', 'second-call'],
  result: ['call-again', 'read-out'],
  audio: [...ownEvent, 'bad-audio', 'huge-audio', 'many-deltas'],
  done: [...ownEvent, 'twice'],
  after: [...anywhere, 'late-delta'],
  finished: [...ownEvent, 'twice'],
};

export interface RealtimeFault {
  readonly at: RealtimeFaultPoint;
  /** With `audio`: how many deltas come before; 1 when absent. */
  readonly afterDeltas?: number;
  /** How many times it strikes; 1 when absent, 0 until cleared. */
  readonly times?: number;
  readonly effect: RealtimeEffect;
}

/** The faults that wait, in the order in which they were armed. */
export class RealtimeFaults {
  readonly #sleep: (ms: number) => Promise<void>;
  #armed: { readonly fault: RealtimeFault; left: number }[] = [];
  #cleared = Promise.withResolvers<void>();

  constructor(sleep: (ms: number) => Promise<void>) {
    this.#sleep = sleep;
  }

  arm(fault: RealtimeFault): void {
    const left = fault.times === 0 ? Number.POSITIVE_INFINITY : (fault.times ?? 1);
    this.#armed.push({ fault, left });
  }

  /** The effect armed for this point, which is then used up. */
  draw(at: RealtimeFaultPoint, deltas = 0): RealtimeEffect | undefined {
    const armed = this.#armed.find(
      ({ fault, left }) =>
        left > 0 && fault.at === at && (at !== 'audio' || deltas >= (fault.afterDeltas ?? 1)),
    );
    if (!armed) return undefined;
    armed.left -= 1;
    return armed.fault.effect;
  }

  /** Also lets go what is stalled. */
  clear(): void {
    this.#armed = [];
    this.#cleared.resolve();
    this.#cleared = Promise.withResolvers();
  }

  /** How long a stall lasts. */
  async stalled(ms: number | undefined): Promise<void> {
    const cleared = this.#cleared.promise;
    await (ms === undefined ? cleared : Promise.race([cleared, this.#sleep(ms)]));
  }

  get list(): readonly RealtimeFault[] {
    return this.#armed.filter(({ left }) => left > 0).map(({ fault }) => fault);
  }
}
