const lookEveryMs = 500;

/**
 * Calls back once when the npm that started this process is gone; without npm never, because what a shell started may
 * outlive it. Returns how to stop looking.
 */
export function whenParentIsGone(gone: () => void): () => void {
  if (process.env.npm_lifecycle_event === undefined) return () => {};
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    gone();
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
