import type { Locator } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { inColours } from '../../sandbox/test/support/browser-colours.ts';
import { faintTexts } from '../../sandbox/test/support/browser-contrast.ts';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { type BrowserStage, openBrowserStage } from '../support/browser-stage.ts';
import { playbackOf } from '../support/browser-video.ts';

const patience = { timeout: 90_000 };

describe.skipIf(skipsWithout('chromium', 'a video on a phone'))('on a phone of 390 pixels', () => {
  let seen: BrowserStage;
  const width = 390;

  beforeAll(async () => {
    seen = await openBrowserStage({ width, height: 844, colorScheme: 'light' });
    return async () => await seen[Symbol.asyncDispose]();
  });

  const inside = async (thing: Locator) => {
    const box = await thing.boundingBox();
    if (!box) throw new Error('it is not drawn');
    return box.x >= 0 && box.x + box.width <= width;
  };

  it('the command is picked, filled in and sent by touch, and the video fits', async () => {
    const { page, message } = seen;
    await page.getByRole('textbox', { name: /^Message #/ }).fill('/video');
    await page.getByRole('option').filter({ hasText: '/video text' }).click();
    await page.getByRole('combobox', { name: /^prompt/ }).fill('a kite');
    await page.getByRole('combobox', { name: /^Add an option/ }).click();
    await page.getByRole('option', { name: /^resolution/ }).click();
    await page.getByRole('option', { name: '720P' }).click();
    await page.getByRole('option', { name: /^duration/ }).click();
    await page.getByRole('combobox', { name: /^duration/ }).fill('2');
    await page.getByRole('button', { name: 'Send command' }).click();
    const result = message('your video is ready');
    await result.waitFor(patience);
    const video = result.locator('video');
    await expect.poll(async () => (await playbackOf(video)).width).toBe(1280);
    expect(await inside(video)).toBe(true);
    for (const name of ['Again · 2 s', 'Edit', 'Details', 'Delete'])
      expect(await inside(result.getByRole('button', { name })), name).toBe(true);
  });

  it('nothing is wider than the screen', async () => {
    const { page } = seen;
    expect(await page.evaluate(() => Reflect.get(globalThis, 'document').documentElement.scrollWidth)).toBe(
      width,
    );
    const log = page.getByRole('log');
    expect(await log.evaluate((element) => Reflect.get(element, 'scrollWidth'))).toBeLessThanOrEqual(width);
  });

  it.each(['light', 'dark'] as const)('text is readable in the %s colours of the system', async (scheme) => {
    const { page, message } = seen;
    await inColours(page, scheme);
    await message('your video is ready').scrollIntoViewIfNeeded();
    expect(await faintTexts(page)).toEqual([]);
  });
});
