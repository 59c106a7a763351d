import type { Page } from 'playwright-core';

/** A machine that's busy lets a page wait for its next frame, in which it hears of other colours. */
const patienceMs = 20_000;

/**
 * The page in a dark or a light browser. Chromium was seen, once in some ten thousand times, never to tell a page that its colours
 * changed: it's asked again, and says what the page has instead if that doesn't help.
 */
export async function inColours(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  for (const _attempt of [1, 2, 3]) {
    await page.emulateMedia({ colorScheme });
    const isThere = await page
      .locator(`[data-theme=${colorScheme}]`)
      .waitFor({ timeout: patienceMs })
      .then(
        () => true,
        () => false,
      );
    if (isThere) return;
    await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' });
  }
  const has = await page.evaluate(
    `[document.documentElement.dataset.theme, matchMedia('(prefers-color-scheme: dark)').matches].join()`,
  );
  throw new Error(`the page isn't ${colorScheme}: it has ${has}`);
}
