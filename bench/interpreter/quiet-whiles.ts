import { hourOf } from './hour.ts';

/**
 * How long a session is kept open in silence, against what it costs: an hour of ordinary talk by a clock that nobody waits for.
 * `node bench/interpreter/quiet-whiles.ts`
 */
const seconds = [5, 10, 15, 20, 30, 60];

console.log(
  '| kept open for, s | sessions opened | session minutes | had to wait for a connect | longest wait, s |',
);
console.log('|--:|--:|--:|--:|--:|');
for (const quiet of seconds)
  for (const how of ['equally', 'by-need'] as const) {
    const figures = await hourOf(quiet * 1_000, how);
    const { hourSessions = 0, hourMinutes = 0, hourWaits = 0, longestWaitMs = 0 } = figures;
    const kept = how === 'equally' ? `${quiet}` : `${quiet} to ${quiet * 3}`;
    const cells = [kept, hourSessions, hourMinutes, hourWaits, longestWaitMs / 1_000];
    console.log(
      `| ${cells.map((cell) => (typeof cell === 'number' ? cell.toFixed(0) : cell)).join(' | ')} |`,
    );
  }
