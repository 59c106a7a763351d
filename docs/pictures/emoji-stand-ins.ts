import type { Page } from 'playwright-core';

/** What a machine without a font for emoji draws in their place, instead of empty boxes. */
const standIns: Readonly<Record<string, string>> = {
  '🎙️': '●',
  '🎬': '▶',
  '👂': '◉',
  '🌐': '◍',
  '🗣️': '❝',
  '💭': '…',
  '🔊': '♪',
  '🛠️': '⚒',
  '🤖': '☻',
  '📝': '✎',
  '💬': '❞',
  '✅': '✔',
  '⏹️': '■',
  '🕓': '◷',
};

/** To be called before the page is opened: what its gateway and interface tell is shown with those signs. */
export async function standInForEmoji(page: Page): Promise<void> {
  await page.addInitScript((signs) => {
    const replaced = (text: string) =>
      signs.reduce(
        (shown, [emoji, sign]) => shown.replaceAll(emoji, sign).replaceAll(emoji.replace('\uFE0F', ''), sign),
        text,
      );
    const { parse } = JSON;
    JSON.parse = (text: string, ...rest: []) => parse(replaced(text), ...rest);
    Object.defineProperty(Response.prototype, 'json', {
      value: async function json(this: Response) {
        return JSON.parse(await this.text());
      },
    });
  }, Object.entries(standIns));
}
