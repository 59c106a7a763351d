import { Refusal } from '../../src/refusal/refusal.ts';

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

/** The facts of the refusal that a promise was rejected with; fails when it was not refused. */
export async function refusal(work: Promise<unknown>): Promise<Refusal['facts']> {
  return (await rejection(work, Refusal)).facts;
}

/** The code of the refusal that a promise was rejected with; undefined when it was not refused. */
export async function refusalCode(work: Promise<unknown>): Promise<Refusal['facts']['code'] | undefined> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal) return error.facts.code;
    throw error;
  }
  return undefined;
}

/** What a call threw; fails when it threw nothing, or another kind of error. */
export function thrown<Kind extends Error>(
  call: () => unknown,
  kind: abstract new (...args: never[]) => Kind,
): Kind {
  try {
    call();
  } catch (error) {
    if (error instanceof kind) return error;
    throw error;
  }
  throw new Error(`nothing was thrown, ${kind.name} was expected`);
}

/** The facts that a call was refused with; undefined when it was not. */
export function refusedWith(call: () => unknown): Refusal['facts'] | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof Refusal) return error.facts;
    throw error;
  }
  return undefined;
}
