/**
 * The process ended for a reason that restarting wouldn't change: settings, a token, a store. The launcher passes it on and
 * doesn't start the bot again. `EX_CONFIG` of sysexits.h.
 */
export const decidedExitCode = 78;

/** It was told to stop twice, and ended before everything was closed: 128 and the signal's number, as shells have it. */
export const interruptedExitCode = 130;
