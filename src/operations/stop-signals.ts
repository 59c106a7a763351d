/**
 * The process ended for a reason that restarting wouldn't change: settings, a token, a store. The launcher passes it on and
 * doesn't start the bot again. `EX_CONFIG` of sysexits.h.
 */
export const decidedExitCode = 78;

/** It was told to stop twice, and ended before everything was closed: 128 and the signal's number, as shells have it. */
export const interruptedExitCode = 130;

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** One press of Ctrl-C can arrive twice: from the terminal, and passed on by npm. */
const samePressMs = 300;

/**
 * Calls `first` on the first signal to stop, and `again` on every one that comes noticeably later. Returns how to stop
 * listening.
 */
export function onStopSignals(
  first: (signal: NodeJS.Signals) => void,
  again: () => void,
  now: () => number = () => performance.now(),
): () => void {
  let askedAt: number | undefined;
  const handle = (signal: NodeJS.Signals) => {
    if (askedAt === undefined) {
      askedAt = now();
      first(signal);
    } else if (now() - askedAt >= samePressMs) {
      again();
    }
  };
  for (const signal of stopSignals) process.on(signal, handle);
  return () => {
    for (const signal of stopSignals) process.off(signal, handle);
  };
}
