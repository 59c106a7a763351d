import { createCanvas } from '@napi-rs/canvas';

/** No font has a letter here, so it is drawn as the sign for a missing one. */
const surelyMissing = '\u{10fffd}';
const sidePx = 32;
/** Enough to notice a foreign script; the rest of a long prompt is not read. */
const mostLooks = 64;

/** Would the text be drawn with boxes in place of letters, because neither the brought font nor the machine's have them? */
export function lacksGlyphs(text: string, fontStack: string): boolean {
  const foreign = [...new Set(text)].filter(
    (letter) => letter > '\u024f' && /[\p{L}\p{N}\p{S}\p{Co}]/u.test(letter),
  );
  if (foreign.length === 0) return false;
  const missing = pictureOf(surelyMissing, fontStack);
  return foreign.slice(0, mostLooks).some((letter) => pictureOf(letter, fontStack).equals(missing));
}

function pictureOf(letter: string, fontStack: string): Buffer {
  const context = createCanvas(sidePx, sidePx).getContext('2d');
  context.font = `${sidePx * 0.6}px ${fontStack}`;
  context.textBaseline = 'top';
  context.fillText(letter, 2, 2);
  return Buffer.from(context.getImageData(0, 0, sidePx, sidePx).data);
}
