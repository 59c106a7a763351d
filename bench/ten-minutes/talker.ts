import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium as driver, type Locator, type Page } from 'playwright-core';
import { chromium } from '../../sandbox/test/support/needs.ts';
import { PageEar } from './page-ear.ts';

/** Someone's page in the sandbox: in the voice channel, and looking at a text channel. */
export class Talker {
  readonly name: string;
  readonly page: Page;
  readonly ear: PageEar;
  readonly complaints: string[] = [];

  static async enter(browser: Browser, url: string, name: string): Promise<Talker> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const talker = new Talker(name, page, await PageEar.on(page));
    await page.goto(`${url}/#${name}`);
    await page.getByRole('textbox', { name: /^Message #/ }).waitFor();
    await page
      .getByRole('button', { name: /^Lounge/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Join to listen' }).click();
    await page.getByText('Voice connected').waitFor({ state: 'attached' });
    await page
      .getByRole('button', { name: /^general/ })
      .first()
      .click();
    return talker;
  }

  private constructor(name: string, page: Page, ear: PageEar) {
    this.name = name;
    this.page = page;
    this.ear = ear;
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.complaints.push(message.text());
    });
  }

  /** Types it into *Say it for me*, and resolves to when its first packet left. */
  async say(text: string): Promise<{ readonly sentAtMs: number; readonly durationMs: number }> {
    const before = this.ear.sent.length;
    const field = this.page.getByRole('textbox', { name: 'Say it for me' });
    await field.fill(text);
    await field.press('Enter');
    while (this.ear.sent.length === before) await this.follow();
    const { atMs: sentAtMs, packets } = this.ear.sent[before] ?? { atMs: 0, packets: 0 };
    return { sentAtMs, durationMs: packets * 20 };
  }

  message(text: string | RegExp): Locator {
    return this.page.locator('[data-message-id]').filter({ hasText: text });
  }

  async follow(pauseMs = 100): Promise<void> {
    await sleep(pauseMs);
    await this.ear.follow();
  }
}

export async function openBrowser(): Promise<Browser> {
  if (!chromium) throw new Error('chromium is not on PATH');
  return await driver.launch({
    executablePath: chromium,
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  });
}
