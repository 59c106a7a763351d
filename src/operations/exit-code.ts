/**
 * The process ends because of something that starting it again would not change: settings, a token, a store. The
 * launcher tells it from a crash by this code. `EX_CONFIG` of sysexits.h.
 */
export const decidedExitCode = 78;
