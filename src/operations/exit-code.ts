/**
 * The process ended for a reason that restarting wouldn't change: settings, a token, a store. This code tells the
 * launcher that it wasn't a crash. `EX_CONFIG` of sysexits.h.
 */
export const decidedExitCode = 78;
