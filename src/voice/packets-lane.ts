/**
 * Work that all rooms share the event loop for, a little at a time: whoever takes a turn may do one packet's work.
 * A second of speech that arrived at once is 50 packets to encode, and the 20 ms clock must tick meanwhile.
 */
export interface Lane {
  /** Nothing when it is at once, otherwise when it is. First come, first served. */
  turn(): Promise<void> | undefined;
}

const packetsATurn = 4;

/** @param soon runs a callback once everything else that is due had its chance */
export function createLane(soon: (callback: () => void) => void = setImmediate): Lane {
  const waiting: (() => void)[] = [];
  let used = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    soon(next);
  };

  const next = () => {
    scheduled = false;
    used = 0;
    for (const go of waiting.splice(0, packetsATurn)) {
      used += 1;
      go();
    }
    if (used > 0) schedule();
  };

  return {
    turn() {
      schedule();
      if (waiting.length === 0 && used < packetsATurn) {
        used += 1;
        return undefined;
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** The lane of this process. */
export const sharedLane: Lane = createLane();
