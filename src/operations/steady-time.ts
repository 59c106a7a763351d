/**
 * A time of day that never goes back. Otherwise, setting the machine's clock back by an hour would stop every poll,
 * edit and limit for that hour. Until the machine's clock catches up, time runs at half speed. Jumps forward, as after
 * a sleep, are followed at once.
 * @param wallMs milliseconds since the epoch, by the machine's clock
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
