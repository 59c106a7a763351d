import { type Profiler, Session } from 'node:inspector';
import { countBuiltins } from './counted-builtins.ts';

/**
 * Counts what a piece of work does, as a number that is the same on every machine, busy or not:
 *
 * - each block of code that runs, in our modules and in the packages they use, by V8's own count of blocks (what coverage
 *   reports are made of). A loop of n rounds is n steps, whoever wrote it;
 * - each built-in method that walks over a text, a list or bytes, by the length it walks (`counted-builtins.ts`);
 * - each look of a regular expression, by the ways that a backtracking engine tries (`regexp-steps.ts`); what it finds
 *   must be what the real one found.
 *
 * What it doesn't see: spreading an object, `+=` on a text, and what natively compiled parts do inside. Modules must be
 * loaded after `openStepCounter` was called, because V8 counts blocks only in what it compiles from then on.
 */
export interface StepCounter {
  stepsOf(work: () => unknown): number;
  /** One after the other; V8 is asked once for each and once before, which takes it milliseconds. */
  stepsOfEach(works: readonly (() => unknown)[]): readonly number[];
  /** The same for work that waits in between; nothing else may run meanwhile. */
  stepsOfAll(work: () => Promise<unknown>): Promise<number>;
  close(): void;
}

export function openStepCounter(): StepCounter {
  compileCounter();
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

  const blocks = (): number => {
    let counted = 0;
    session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      for (const script of taken.result) if (!isOfCounter(script)) counted += runsOf(script);
    });
    return counted;
  };

  /** Begins to count at the last time that V8 was asked; what it returns ends that, and tells how much it was. */
  const begin = () => {
    let walked = 0;
    const stop = countBuiltins((steps) => {
      walked += steps;
    });
    return () => {
      stop();
      return walked + blocks();
    };
  };

  const stepsOfNext = (work: () => unknown): number => {
    const end = begin();
    try {
      work();
    } catch (error) {
      end();
      throw error;
    }
    return end();
  };

  return {
    stepsOf(work) {
      blocks();
      return stepsOfNext(work);
    },
    stepsOfEach(works) {
      blocks();
      return works.map(stepsOfNext);
    },
    async stepsOfAll(work) {
      blocks();
      const end = begin();
      try {
        await work();
      } catch (error) {
        end();
        throw error;
      }
      return end();
    },
    close() {
      session.disconnect();
    },
  };
}

/** What V8 compiles while it counts blocks runs slowly, and nobody asks for the blocks of the counter itself. */
function compileCounter(): void {
  const stop = countBuiltins(() => undefined);
  for (const text of ['aba', 'abb'.normalize('NFD')])
    [...text.matchAll(/(?:x|(a|b))+?(?=b|c)\1/gu)].map(String);
  stop();
}

function runsOf({ functions }: Profiler.ScriptCoverage): number {
  let runs = 0;
  for (const { ranges } of functions) for (const { count } of ranges) runs += count;
  return runs;
}

function isOfCounter({ url }: Profiler.ScriptCoverage): boolean {
  return url.startsWith('node:') || url.includes('/test/support/steps/');
}
