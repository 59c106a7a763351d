import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { places } from '../../sandbox/discord/world/places.ts';
import { startBrowser } from '../../sandbox/test/support/browser-page.ts';
import { PageEar } from './page-ear.ts';

export interface TalkerClient {
  readonly locale: string;
  readonly width: number;
}

/** Someone's page in the sandbox: in the voice channel, and looking at its chat. */
export class Talker {
  readonly name: string;
  readonly page: Page;
  readonly ear: PageEar;
  readonly complaints: string[] = [];

  /** Opens the page in the voice channel, and joins it. @param client their browser's language, and how wide it is */
  static async enter(
    browser: Browser,
    url: string,
    name: string,
    client: TalkerClient = { locale: 'en-US', width: 1_280 },
  ): Promise<Talker> {
    const { locale, width } = client;
    const context = await browser.newContext({ viewport: { width, height: 800 }, locale });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const talker = new Talker(name, page, await PageEar.on(page));
    await page.goto(`${url}/#${name}/${places.channels.voice}`);
    await page.locator('.voice-actions button').nth(1).click();
    await page.locator('[data-call="in"]').waitFor({ state: 'attached' });
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
    const field = this.page.locator('.say-text').first();
    await field.fill(text);
    await field.press('Enter');
    while (this.ear.sent.length === before) await this.follow();
    const { atMs: sentAtMs, packets } = this.ear.sent[before] ?? { atMs: 0, packets: 0 };
    return { sentAtMs, durationMs: packets * 20 };
  }

  /** In which language what they type is said. */
  async speak(language: string): Promise<void> {
    await this.page.locator('.say-language').first().selectOption(language);
  }

  /** Looks at a channel. */
  async look(channelId: string): Promise<void> {
    const here = new URL(this.page.url());
    here.hash = `${this.name}/${channelId}`;
    await this.page.evaluate(`location.hash = ${JSON.stringify(here.hash)}`);
    await this.page.locator('message-stream').waitFor();
    await this.follow(500);
  }

  message(text: string | RegExp): Locator {
    return this.page.locator('[data-message-id]').filter({ hasText: text });
  }

  async follow(pauseMs = 100): Promise<void> {
    await sleep(pauseMs);
    await this.ear.follow();
  }
}

export const openBrowser = (): Promise<Browser> =>
  startBrowser(['--autoplay-policy=no-user-gesture-required']);
