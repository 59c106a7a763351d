/** So many small steps in a row stay well below 10 ms. */
export const stepsBetweenBreaths = 50;

/** Lets the event loop see to everything else before going on: promises alone never let it. */
export async function breath(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
