import { showAsIs } from '../discord/escape.ts';
import type { DocumentStatus } from '../service/knowledge/client.ts';

/** States as emoji squares: readable in every language and theme, and by screen readers. */
export const squares: Readonly<Record<DocumentStatus, string>> = {
  FINISH: '🟩',
  RUNNING: '🟨',
  INSERT_ERROR: '🟥',
  DELETED: '⬜',
};
/** First what succeeded, then what's under way, then what failed. */
export const drawnOrder: readonly DocumentStatus[] = ['FINISH', 'RUNNING', 'INSERT_ERROR', 'DELETED'];

/** As many as fit on one line on a phone. */
const squaresInBar = 14;
const cellsInRow = 12;
const longestType = 24;

/**
 * A bar of fourteen squares, divided by the counts. Every state with documents gets at least one square, so one failure
 * among ten thousand shows. Empty if there's nothing to draw.
 */
export function stateBar(counts: Readonly<Record<DocumentStatus, number | undefined>>): string {
  const present = drawnOrder.filter((status) => (counts[status] ?? 0) > 0);
  const total = present.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const exact = present.map((status) => ((counts[status] ?? 0) / total) * squaresInBar);
  const shares = exact.map((share) => Math.max(1, Math.floor(share)));
  while (sumOf(shares) > squaresInBar) shares[indexOfLargest(shares)] = Math.max(...shares) - 1;
  while (present.length > 0 && sumOf(shares) < squaresInBar) {
    const owed = exact.map((share, index) => share - (shares[index] ?? 0));
    const next = indexOfLargest(owed);
    shares[next] = (shares[next] ?? 0) + 1;
  }
  return present.map((status, index) => squares[status].repeat(shares[index] ?? 0)).join('');
}

/** A row for each type; the longest is full. The service's type names are escaped. */
export function typeRows(types: readonly (readonly [type: string, count: number])[], locale: string): string {
  const most = Math.max(1, ...types.map(([, count]) => count));
  return types
    .map(([type, count]) => {
      const filled = Math.max(1, Math.round((count / most) * cellsInRow));
      const bar = `${'█'.repeat(filled)}${'░'.repeat(cellsInRow - filled)}`;
      return `\`${bar}\` ${count.toLocaleString(locale)} ${showAsIs(type, longestType) || '…'}`;
    })
    .join('\n');
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function indexOfLargest(values: readonly number[]): number {
  return values.indexOf(Math.max(...values));
}
