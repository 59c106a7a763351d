import { type Clock, timedOut, withTimeout } from '../operations/clock.ts';
import { type CheckName, checkNames, type Finding, type FindingCode } from './finding.ts';

/** What one check found; without a detail if there's nothing to name. */
export type Found = FindingCode | readonly [code: FindingCode, detail: string];

/** Looks with the bot's own parts. It may throw; then it isn't good. */
export type Check = (signal: AbortSignal) => Promise<Found> | Found;

const longestMs = 20_000;

/** Looks at everything at once. Each check has its time, and one that fails or doesn't answer is never good. */
export async function examine(
  checks: Readonly<Partial<Record<CheckName, Check>>>,
  clock: Clock,
): Promise<readonly Finding[]> {
  const asked = checkNames.flatMap((check) => {
    const look = checks[check];
    return look ? [{ check, look }] : [];
  });
  return await Promise.all(
    asked.map(async ({ check, look }): Promise<Finding> => {
      const found = await within(look, clock);
      const [code, detail] = typeof found === 'string' ? [found, ''] : found;
      return { check, code, detail };
    }),
  );
}

async function within(look: Check, clock: Clock): Promise<Found> {
  const looked = new AbortController();
  try {
    const found = await withTimeout(Promise.try(look, looked.signal), longestMs, clock);
    return found === timedOut ? 'not-answered' : found;
  } catch (error) {
    return ['check-failed', error instanceof Error ? error.name : typeof error];
  } finally {
    looked.abort();
  }
}
