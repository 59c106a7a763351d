import type { MeasurementResult } from './measurement.ts';
import type { Spread } from './statistics.ts';

/** A result as aligned text: a line a figure, `median (min–max)`, and how many times the alternative's ours is. */
export function tableOf(result: MeasurementResult): string {
  const names = result.figures[0]?.alternatives.map(({ name }) => name) ?? [];
  const head = ['', result.ours, ...names.flatMap((name) => [name, 'ours ÷ it'])];
  const rows = result.figures.map(({ label, digits, ours, alternatives }) => [
    label,
    spreadText(ours, digits),
    ...alternatives.flatMap(({ figure, ratio }) => [spreadText(figure, digits), ratioText(ratio)]),
  ]);
  const rounds = `${result.rounds} rounds in turn; median (min–max)`;
  return [`${result.name}: ${result.title}`, rounds, '', ...aligned([head, ...rows])].join('\n');
}

function spreadText(spread: Spread | undefined, digits = 0): string {
  if (!spread) return '–';
  const text = (value: number) =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const { median, min, max } = spread;
  return min === max ? text(median) : `${text(median)} (${text(min)}–${text(max)})`;
}

function ratioText(ratio: Spread | undefined): string {
  if (!ratio) return '–';
  const text = (value: number) => (value === 0 || value >= 10 ? value.toFixed(0) : value.toPrecision(2));
  const [middle, least, most] = [text(ratio.median), text(ratio.min), text(ratio.max)];
  return least === most ? `× ${middle}` : `× ${middle} (${least}–${most})`;
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}
