/**
 * Waits until the condition holds. For what other processes and sockets do; fails after a generous while. What takes long
 * to find out is asked as much less often: the others need the processor, too.
 */
export async function eventually(
  condition: () => boolean,
  what = 'the condition',
  withinMs = 60_000,
): Promise<void> {
  const end = Date.now() + withinMs;
  for (;;) {
    const begun = performance.now();
    if (condition()) return;
    const tookMs = performance.now() - begun;
    if (Date.now() > end) throw new Error(`${what} did not come true in time`);
    await new Promise((resolve) => setTimeout(resolve, Math.max(10, 4 * tookMs)));
  }
}
