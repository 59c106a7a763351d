/** Gives the width in pixels of a text at a font size of 100 px. */
export type Measure = (text: string) => number;

export interface TextLayout {
  readonly fontPx: number;
  readonly lineHeightPx: number;
  readonly lines: readonly string[];
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The largest of the given font sizes at which the text fits the box; at the smallest one it is cut with an ellipsis. */
export function fitText(
  text: string,
  box: { readonly width: number; readonly height: number },
  fontSizesPx: readonly number[],
  measure: Measure,
): TextLayout {
  let layout: TextLayout = { fontPx: 0, lineHeightPx: 0, lines: [] };
  for (const fontPx of fontSizesPx) {
    const lineHeightPx = Math.ceil(fontPx * 1.3);
    const most = Math.max(1, Math.floor(box.height / lineHeightPx));
    const lines = wrap(text, (box.width * 100) / fontPx, measure);
    layout = { fontPx, lineHeightPx, lines: lines.slice(0, most) };
    if (lines.length <= most) return layout;
  }
  const last = layout.lines.at(-1) ?? '';
  return { ...layout, lines: [...layout.lines.slice(0, -1), `${last.slice(0, -1)}…`] };
}

function wrap(text: string, width: number, measure: Measure): string[] {
  const lines: string[] = [];
  for (const paragraph of printable(text).split('\n')) {
    let line = '';
    let used = 0;
    for (const piece of pieces(paragraph, width, measure)) {
      if (used + piece.width > width && line !== '') {
        lines.push(line.trimEnd());
        line = '';
        used = 0;
        if (piece.text.trim() === '') continue;
      }
      line += piece.text;
      used += piece.width;
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

function* pieces(text: string, width: number, measure: Measure) {
  for (const { segment } of words.segment(text)) {
    const segmentWidth = measure(segment);
    if (segmentWidth <= width) {
      yield { text: segment, width: segmentWidth };
      continue;
    }
    for (const { segment: grapheme } of graphemes.segment(segment)) {
      yield { text: grapheme, width: measure(grapheme) };
    }
  }
}

/** Prompts are untrusted: what is not printable becomes a space. */
function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[^\P{C}\n\u200d]/gu, ' ');
}
