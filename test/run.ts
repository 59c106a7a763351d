import { type ChildProcess, spawn } from 'node:child_process';
import { constants, getPriority, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import './support/fuzz-seed.ts';

/**
 * Runs all tests, with the options of `vitest run`. Scenes wait for what's spoken and for pages most of the time, and may not be kept waiting
 * themselves; so units run beside them in a Vitest of their own, which takes what they leave of the processors.
 */
const program = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
const options = process.argv.slice(2);
/** As far as `nice` goes back by itself: a tenth of what scenes get, where both want all. */
const stepsBack = 10;
const tallyPattern = /^(\d+) passed, (\d+) failed, (\d+) skipped$/;

interface Outcome {
  readonly hasPassed: boolean;
  /** Passed, failed, skipped; undefined if it ended before it could say. */
  readonly tally: readonly number[] | undefined;
}

function start(project: string): ChildProcess {
  const colours = process.stdout.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: '1' } : {};
  return spawn(process.execPath, [program, 'run', '--passWithNoTests', '--project', project, ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...colours },
  });
}

async function outcomeOf(running: ChildProcess): Promise<Outcome> {
  const ended = new Promise<number | null>((resolve) => void running.once('close', resolve));
  let tally: number[] | undefined;
  if (running.stdout) {
    for await (const line of createInterface({ input: running.stdout })) {
      const counts = tallyPattern.exec(line);
      if (counts) tally = counts.slice(1).map(Number);
      else console.log(line);
    }
  }
  return { hasPassed: (await ended) === 0, tally };
}

const scenes = start('scenes*');
const units = start('!scenes*');
if (units.pid !== undefined)
  setPriority(units.pid, Math.min(getPriority() + stepsBack, constants.priority.PRIORITY_LOW));
// Who interrupts this in a terminal interrupts all three, and each Vitest says what became of its tests.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => {
  for (const running of [scenes, units]) running.kill();
});
const outcomes = await Promise.all([outcomeOf(scenes), outcomeOf(units)]);

const tallies = outcomes.flatMap(({ tally }) => (tally ? [tally] : []));
const [passed = 0, failed = 0, skipped = 0] = [0, 1, 2].map((index) =>
  tallies.reduce((sum, tally) => sum + (tally[index] ?? 0), 0),
);
const areWhole = tallies.length === outcomes.length && outcomes.every(({ hasPassed }) => hasPassed);
const wereAny = passed + failed + skipped > 0;
if (!areWhole || !wereAny) process.exitCode = 1;
if (tallies.length === outcomes.length) console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
