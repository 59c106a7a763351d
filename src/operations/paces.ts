import type { Clock } from './clock.ts';

/** How fast all processes of this bot together may do something: so many times in any span. */
export interface Pace {
  /** The same in every process. */
  readonly name: string;
  readonly most: number;
  readonly spanMs: number;
}

/** One place in the line of all processes. */
export interface Turn {
  /** Until it's there. */
  readonly waitMs: number;
  /** For one that wasn't waited for after all. Never rejects. */
  giveBack(): Promise<void>;
}

/** Turns for all processes, first come, first served. */
export interface Paces {
  /** The next turn, however far away. */
  book(pace: Pace): Promise<Turn>;
  /** A turn now, if that many more would still be free. Resolves to 0 then, and otherwise to how long that takes if nobody else comes. */
  bookNow(pace: Pace, spare: number): Promise<number>;
}

/** Under which name a rate is all processes'. */
export interface SharedPace {
  readonly name: string;
  readonly paces: Paces;
}

/** How late a call may come to its turn: less than what turns leave in a span for calls that don't arrive evenly. */
export const mostLateMs = 100;
/** A machine that's always late gets there as well. */
export const mostTurns = 3;

/**
 * Resolves when it's our turn, to when that was. Aborting gives it back. Who wakes too late, because the process stood still, takes another
 * one: its call would come among those of the next turns. @throws what `book` throws, or the signal's reason
 */
export async function takeTurn(
  paces: Paces,
  pace: Pace,
  clock: Clock,
  {
    signal,
    onWait,
  }: { readonly signal?: AbortSignal | undefined; onWait?: ((waitMs: number) => void) | undefined } = {},
): Promise<number> {
  for (let taken = 1; ; taken += 1) {
    const turn = await paces.book(pace);
    if (turn.waitMs <= 0) return clock.now();
    const at = clock.now() + turn.waitMs;
    onWait?.(turn.waitMs);
    try {
      await clock.sleep(turn.waitMs, signal);
    } catch (error) {
      await turn.giveBack();
      throw error;
    }
    if (clock.now() - at <= mostLateMs || taken === mostTurns) return at;
  }
}
