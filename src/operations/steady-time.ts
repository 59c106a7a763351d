/**
 * The time of day to count with: it never goes back. Setting the machine's clock back by an hour would
 * otherwise stop every poll, edit and limit for that hour. Until the machine's clock has caught up, time goes by half as
 * fast; clocks that are set forward, or wake from a sleep, are followed at once.
 * @param wallMs milliseconds since the epoch, as the machine has it
 * @param elapsedMs milliseconds since any moment, which nobody can set
 */
export function steadyTime(wallMs: () => number, elapsedMs: () => number): () => number {
  let shownMs = Number.NEGATIVE_INFINITY;
  let shownAt = elapsedMs();
  return () => {
    const now = elapsedMs();
    shownMs = Math.max(wallMs(), shownMs + (now - shownAt) / 2);
    shownAt = now;
    return Math.floor(shownMs);
  };
}
