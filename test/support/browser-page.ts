import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium as driver, type Page } from 'playwright-core';
import { chromium } from './needs.ts';

export interface BrowserOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'dark' | 'light';
  /** A screen for fingers. */
  readonly touch?: boolean;
  /** Further switches of Chromium. */
  readonly switches?: readonly string[];
  /** What pages may use without asking. */
  readonly permissions?: readonly string[];
}

/** A page in a browser of its own, with whatever it complained about. */
export interface BrowserPage extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: string[];
}

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens an address in a headless Chromium with an empty profile, which is deleted afterwards. */
export async function openInBrowser(url: string, options: BrowserOptions = {}): Promise<BrowserPage> {
  if (!chromium) throw new Error('chromium is not on PATH');
  const profile = await mkdtemp(join(tmpdir(), 'emcee-browser-'));
  const context: BrowserContext = await driver.launchPersistentContext(profile, {
    executablePath: chromium,
    headless: true,
    args: [...quiet, ...(options.switches ?? [])],
    permissions: [...(options.permissions ?? [])],
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.colorScheme ?? 'dark',
    locale: 'en-US',
    hasTouch: options.touch ?? false,
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  await page.goto(url);
  return {
    page,
    complaints,
    [Symbol.asyncDispose]: async () => {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
