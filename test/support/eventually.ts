/** Waits until the condition holds. For what other processes and sockets do; fails after a generous while. */
export async function eventually(condition: () => boolean, what = 'the condition'): Promise<void> {
  const end = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`${what} did not come true in time`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
