import { createRequire } from 'node:module';
import type { DocumentStatus } from '../service/knowledge/client.ts';

export interface ChartFigures {
  readonly counts: Readonly<Record<DocumentStatus, number | undefined>>;
  /** The most frequent first. */
  readonly types: readonly (readonly [type: string, count: number])[];
}

/** The colours of the squares that stand beside the words in the message. */
const colours: Readonly<Record<DocumentStatus, string>> = {
  FINISH: '#78b159',
  RUNNING: '#fdcb58',
  INSERT_ERROR: '#dd2e44',
  DELETED: '#99aab5',
};
const drawnOrder: readonly DocumentStatus[] = ['FINISH', 'RUNNING', 'INSERT_ERROR', 'DELETED'];

const width = 800;
const margin = 32;
const barHeight = 56;
const rowHeight = 34;
const labelWidth = 110;
const family = 'Emcee Roboto';
const longestType = 10;

/**
 * A PNG: a bar of the states, and one of each type. There are no words in it, only numbers and the service's names of
 * types, so that it reads the same in every language. The drawing library is loaded when the first picture is drawn.
 */
export async function drawHealth({ counts, types }: ChartFigures): Promise<Uint8Array> {
  const { createCanvas, GlobalFonts } = await import('@napi-rs/canvas');
  if (!GlobalFonts.has(family)) {
    const font = createRequire(import.meta.url).resolve('roboto-fontface/fonts/roboto/Roboto-Regular.woff2');
    GlobalFonts.registerFromPath(font, family);
  }
  const height = margin * 2 + barHeight + 40 + types.length * rowHeight;
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#1e1f22';
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  drawStates(context, counts);
  const most = Math.max(1, ...types.map(([, count]) => count));
  for (const [index, [type, count]] of types.entries()) {
    const top = margin + barHeight + 40 + index * rowHeight;
    const room = width - margin * 2 - labelWidth - 90;
    context.fillStyle = '#dbdee1';
    context.font = `18px "${family}"`;
    context.fillText(printable(type), margin, top + rowHeight / 2);
    context.fillStyle = '#5865f2';
    context.fillRect(margin + labelWidth, top + 6, Math.max(2, (room * count) / most), rowHeight - 12);
    context.fillStyle = '#dbdee1';
    context.fillText(grouped(count), margin + labelWidth + (room * count) / most + 10, top + rowHeight / 2);
  }
  return canvas.toBuffer('image/png');
}

type Context = ReturnType<import('@napi-rs/canvas').Canvas['getContext']>;

function drawStates(context: Context, counts: ChartFigures['counts']): void {
  const total = drawnOrder.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const room = width - margin * 2;
  context.fillStyle = '#2b2d31';
  context.fillRect(margin, margin, room, barHeight);
  let left = margin;
  for (const status of drawnOrder) {
    const count = counts[status] ?? 0;
    if (count === 0) continue;
    const share = Math.max(3, (room * count) / total);
    context.fillStyle = colours[status];
    context.fillRect(left, margin, Math.min(share, margin + room - left), barHeight);
    context.font = `20px "${family}"`;
    const label = grouped(count);
    if (context.measureText(label).width + 16 < share) {
      context.fillStyle = '#111214';
      context.fillText(label, left + 8, margin + barHeight / 2);
    }
    left += share;
  }
}

/** Types are the service's texts, and the font has few letters. */
function printable(type: string): string {
  return type.replace(/[^\x20-\x7e]/g, '?').slice(0, longestType);
}

function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
