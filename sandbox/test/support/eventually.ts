/** Waits until the condition holds. For what other processes and sockets do; fails after a generous while. */
export async function eventually(
  condition: () => boolean,
  what = 'the condition',
  withinMs = 60_000,
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`${what} did not come true in time`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
