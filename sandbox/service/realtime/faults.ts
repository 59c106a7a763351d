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

/** Effects that need to know nothing else. */
export const bareEffects = [
  /** Nothing comes in its place, and the session goes on mute from there. */
  'mute',
  /** What should come doesn't; everything else does. */
  'omit',
  'drop',
  'garbled',
  'unknown-event',
  /** The event comes twice. */
  'twice',
  /** A delta of a response that is over. */
  'late-delta',
  /** A delta whose audio isn't Base64. */
  'bad-audio',
  /** The answer doesn't understand the turn: `transcription.failed`; with `appended`. */
  'no-transcript',
  /** The call stands as markup in what the model says, and isn't made (field notes 8); with `call`. */
  'spoken-call',
  /** The result is read out word for word, markup and all; with `result`. */
  'read-out',
] as const;

export type RealtimeEffect =
  | { readonly kind: (typeof bareEffects)[number] }
  /** The upgrade is refused; only with `connect`. */
  | { readonly kind: 'answer'; readonly status: number; readonly code: string; readonly message: string }
  /** What should come is so late; without a length it waits until the faults are cleared. */
  | { readonly kind: 'stall'; readonly ms?: number }
  | { readonly kind: 'close'; readonly code: number; readonly reason?: string }
  /** An `error` event, and the session goes on. */
  | { readonly kind: 'error'; readonly code?: string; readonly message: string; readonly param?: string }
  /** How many deltas of text come in between. */
  | { readonly kind: 'many-deltas'; readonly count: number }
  /** A delta with this many bytes of sound. */
  | { readonly kind: 'huge-audio'; readonly bytes: number }
  /** How often the tool is called in one response; `$n` in its arguments counts them. */
  | { readonly kind: 'many-calls'; readonly count: number }
  /** Another call in the same response; `ms` is how much later its arguments are complete. With `call`. */
  | {
      readonly kind: 'second-call';
      readonly name: string;
      readonly arguments?: Readonly<Record<string, unknown>>;
      readonly ms?: number;
    }
  /**
   * The tool that was called last is called again; with `result`. `changed`: with other arguments each time. `anyway`:
   * even if the session has no tools any more.
   */
  | { readonly kind: 'call-again'; readonly changed?: boolean; readonly anyway?: boolean };

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
