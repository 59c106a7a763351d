/**
 * Work that all rooms share the event loop for, a little at a time: whoever takes a turn may do one packet's work.
 * A second of speech that arrived at once is 50 packets to encode, and the 20 ms clock must tick meanwhile.
 */
export interface Lane {
  /** Nothing when it is at once, otherwise when it is. First come, first served. */
  turn(): Promise<void> | undefined;
}

const fewestATurn = 4;
/** Of those who wait, so that a crowd is not starved when the turns of the event loop are long. */
const shareATurn = 0.5;

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
    for (const go of waiting.splice(0, Math.max(fewestATurn, Math.ceil(waiting.length * shareATurn)))) {
      used += 1;
      go();
    }
    if (used > 0) schedule();
  };

  return {
    turn() {
      schedule();
      if (waiting.length === 0 && used < fewestATurn) {
        used += 1;
        return undefined;
      }
      return new Promise((resolve) => waiting.push(resolve));
    },
  };
}

/** The lane of this process. */
export const sharedLane: Lane = createLane();
