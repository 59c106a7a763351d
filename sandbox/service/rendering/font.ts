import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

const family = 'Sandbox Roboto';
const fontFiles = ['Roboto-Regular.woff2', 'Roboto-Bold.woff2'];

/** Scripts that the brought font lacks are looked for on the machine. */
export const fontStack = `"${family}", "Noto Sans CJK SC", "Noto Sans SC", "WenQuanYi Zen Hei", sans-serif`;

export function registerFonts(): void {
  if (GlobalFonts.has(family)) return;
  const require = createRequire(import.meta.url);
  for (const file of fontFiles) {
    GlobalFonts.registerFromPath(require.resolve(`roboto-fontface/fonts/roboto/${file}`), family);
  }
}
