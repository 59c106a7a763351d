/** What a promise was rejected with; fails when it was not, or with another kind of error. */
export async function rejection<Kind extends Error>(
  work: Promise<unknown>,
  kind: abstract new (...args: never[]) => Kind,
): Promise<Kind> {
  try {
    await work;
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error(`nothing was thrown, ${kind.name} was expected`);
}
