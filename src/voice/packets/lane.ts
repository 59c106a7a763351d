import { performance } from 'node:perf_hooks';

/**
 * Work that all rooms share the event loop for, a little at a time: whoever takes a turn may do one packet's work.
 * A second of speech that arrived at once is 50 packets to encode, and the 20 ms clock must tick meanwhile.
 */
export interface Lane {
  /** Nothing when it is at once, otherwise when it is. First come, first served. */
  turn(): Promise<void> | undefined;
}

export interface LaneOptions {
  readonly nowMs?: () => number;
  /** Runs a callback once everything else that is due had its chance. */
  readonly soon?: (callback: () => void) => void;
}

/** So many are at once in so long: half a millisecond of encoding, and no turn of the event loop for its own sake. */
const atOnce = 8;
const windowMs = 5;
/** Of those who wait, so that a crowd is not starved when the turns of the event loop are long. */
const shareATurn = 0.5;

export function createLane({ nowMs = () => performance.now(), soon = setImmediate }: LaneOptions = {}): Lane {
  const waiting: (() => void)[] = [];
  let windowSinceMs = Number.NEGATIVE_INFINITY;
  let used = 0;

  const next = () => {
    for (const go of waiting.splice(0, Math.max(atOnce, Math.ceil(waiting.length * shareATurn)))) go();
    if (waiting.length > 0) soon(next);
  };

  const isFree = () => {
    const now = nowMs();
    if (now - windowSinceMs >= windowMs) {
      windowSinceMs = now;
      used = 0;
    }
    used += 1;
    return waiting.length === 0 && used <= atOnce;
  };

  return {
    turn() {
      if (isFree()) return undefined;
      if (waiting.length === 0) soon(next);
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** The lane of this process. */
export const sharedLane: Lane = createLane();
