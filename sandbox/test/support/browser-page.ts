import { type Browser, chromium as driver, type Page } from 'playwright-core';
import { chromium } from './needs.ts';

export interface BrowserOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'dark' | 'light';
  /** The browser's language. */
  readonly locale?: string;
  /** A screen for fingers. */
  readonly touch?: boolean;
  /** Further switches of Chromium. */
  readonly switches?: readonly string[];
  /** What pages may use without asking. */
  readonly permissions?: readonly string[];
  /** Runs before any script of the page. */
  readonly initScript?: string;
}

/** A page in a profile of its own, with whatever it complained about. */
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
  // Without windows, Chromium ends a page that asks whether speech is recognised on the device.
  '--disable-blink-features=OnDeviceWebSpeechAvailable',
];

/** Each window brought a page of its own for the address bar's suggestions, which took as much as the page that is tested. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** A process kept ready for a next page, which gets one of its own anyway. */
const spareProcess = 'SpareRendererForSitePerProcess';

/** What Playwright switches off: the last switch of a name is the one that counts. */
const notForTests = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** For whatever surely comes: a browser starts in seconds, and on a busy machine in a minute. */
const waitMs = 90_000;

/** By their switches. Starting one takes longer than most of what a page is looked at for: pages of the same switches share it. */
const browsers = new Map<string, Promise<Browser>>();

function browserWith(switches: readonly string[]): Promise<Browser> {
  const key = switches.join(' ');
  const running = browsers.get(key) ?? startBrowser(switches);
  browsers.set(key, running);
  return running;
}

/** A browser of one's own. */
export async function startBrowser(switches: readonly string[]): Promise<Browser> {
  if (!chromium) throw new Error('chromium is not on PATH');
  return await driver.launch({
    executablePath: chromium,
    headless: true,
    args: [
      ...quiet,
      `--disable-features=${[...notForTests, ...addressBar, spareProcess].join()}`,
      ...switches,
    ],
    timeout: waitMs,
  });
}

/** Opens an address in a headless Chromium, with a profile that is empty and forgotten afterwards. */
export async function openInBrowser(url: string, options: BrowserOptions = {}): Promise<BrowserPage> {
  await using opened = new AsyncDisposableStack();
  const browser = await browserWith(options.switches ?? []);
  const context = opened.adopt(
    await browser.newContext({
      permissions: [...(options.permissions ?? [])],
      viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
      colorScheme: options.colorScheme ?? 'dark',
      locale: options.locale ?? 'en-US',
      // What never stops moving is drawn sixty times a second.
      reducedMotion: 'reduce',
      hasTouch: options.touch ?? false,
    }),
    (it) => it.close(),
  );
  context.setDefaultTimeout(waitMs);
  if (options.initScript !== undefined) await context.addInitScript(options.initScript);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    complaints.push(`${message.text()} ${message.location().url}`.trim());
  });
  await page.goto(url);
  const kept = opened.move();
  return { page, complaints, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
