/**
 * When a fault strikes. `connect`: in the place of the upgrade; `run`: before `task-started`; `started`: after it;
 * `audio`: after so many binary frames; `finish`: before `task-finished`; `after`: after it.
 */
export const faultPoints = ['connect', 'run', 'started', 'audio', 'finish', 'after'] as const;
export type FaultPoint = (typeof faultPoints)[number];

/** How it strikes. A task goes on after `garbled`, `binary`, the events and a `stall` of known length. */
export type SynthesisEffect =
  /** The upgrade is refused; only with `connect`. */
  | { readonly kind: 'answer'; readonly status: number; readonly code: string; readonly message: string }
  /** Nothing more for so long; without a length until the faults are cleared. */
  | { readonly kind: 'stall'; readonly ms?: number }
  /** The TCP connection is destroyed. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'close'; readonly code: number; readonly reason?: string }
  /** `nameless`: without the id of its task. */
  | { readonly kind: 'fail'; readonly code: string; readonly message: string; readonly nameless?: boolean }
  /** Half of a JSON text. */
  | { readonly kind: 'garbled' }
  /** So many bytes of noise, as the rest of another task would be. */
  | { readonly kind: 'binary'; readonly bytes: number }
  /** An event that no document names. */
  | { readonly kind: 'unknown-event' }
  /** `task-finished` of a task that nobody started. */
  | { readonly kind: 'foreign-event' }
  /** A sentence, sound and a second end of the same task: late, when it strikes `after`. */
  | { readonly kind: 'repeated-events' }
  /** The task's events have no words, and no usage. */
  | { readonly kind: 'bare-results' }
  /** Its bill says so many characters. */
  | { readonly kind: 'billed'; readonly characters: number }
  /** The task ends as ever, and not a byte of sound came. */
  | { readonly kind: 'no-sound' }
  /** Numbers in its events are texts. */
  | { readonly kind: 'loose-types' };

export interface SynthesisFault {
  readonly at: FaultPoint;
  /** With `audio`: how many binary frames come before; 1 when absent. */
  readonly afterFrames?: number;
  /** How many tasks (or connections) it hits; 1 when absent, 0 for all until cleared. */
  readonly times?: number;
  readonly effect: SynthesisEffect;
}

export interface SynthesisFaultHandle {
  /** Resolves when it struck first. */
  readonly reached: Promise<void>;
  /** Lets what stalls go on, and disarms it. */
  release(): void;
}

interface Armed {
  readonly fault: SynthesisFault;
  left: number;
  readonly reached: PromiseWithResolvers<void>;
  readonly released: PromiseWithResolvers<void>;
}

/** The fault that one task or connection has drawn. */
export interface DrawnFault {
  readonly fault: SynthesisFault;
  readonly released: Promise<void>;
  strike(): void;
}

/** The faults that wait for tasks; each task draws at most one, in the order in which they were armed. */
export class SynthesisFaults {
  readonly #armed = new Set<Armed>();

  arm(fault: SynthesisFault): SynthesisFaultHandle {
    const armed: Armed = {
      fault,
      left: fault.times === 0 ? Number.POSITIVE_INFINITY : (fault.times ?? 1),
      reached: Promise.withResolvers(),
      released: Promise.withResolvers(),
    };
    this.#armed.add(armed);
    return { reached: armed.reached.promise, release: () => this.#release(armed) };
  }

  draw(whose: 'connection' | 'task'): DrawnFault | undefined {
    for (const armed of this.#armed) {
      if (armed.left < 1 || (armed.fault.at === 'connect') !== (whose === 'connection')) continue;
      armed.left -= 1;
      return { fault: armed.fault, released: armed.released.promise, strike: armed.reached.resolve };
    }
    return undefined;
  }

  clear(): void {
    for (const armed of this.#armed) this.#release(armed);
  }

  list(): readonly SynthesisFault[] {
    return [...this.#armed].filter(({ left }) => left > 0).map(({ fault }) => fault);
  }

  #release(armed: Armed): void {
    this.#armed.delete(armed);
    armed.released.resolve();
  }
}
