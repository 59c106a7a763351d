import type { Locator, Page } from 'playwright-core';
import { startConsole } from '../../sandbox/console/server.ts';
import { type BrowserOptions, openInBrowser } from '../../sandbox/test/support/browser-page.ts';
import { Stage, type StageOptions } from './stage.ts';

export interface BrowserStageOptions extends StageOptions, BrowserOptions {
  /** Behind the `#` of the page's address: who opens it, and where. Empty: as a first visitor finds it. */
  readonly whereabouts?: (stage: Stage) => string;
}

/** Everything that `npm start` starts, with a browser in front of it. */
export interface BrowserStage extends AsyncDisposable {
  readonly stage: Stage;
  readonly page: Page;
  /** What the browser complained about: errors, warnings, refused loads. */
  readonly complaints: readonly string[];
  /** The message that has this text in it. */
  message(text: string | RegExp): Locator;
}

/** The real bot, both stand-ins, the chat page and a person's browser. */
export async function openBrowserStage(options: BrowserStageOptions = {}): Promise<BrowserStage> {
  await using opened = new AsyncDisposableStack();
  const stage = opened.adopt(await Stage.open(options), (it) => it.close());
  const served = opened.adopt(await startConsole({ discordUrl: stage.discord.baseUrl }), (it) => it.close());
  const address = `${served.url}/${options.whereabouts ? `#${options.whereabouts(stage)}` : ''}`;
  const { page, complaints } = opened.use(await openInBrowser(address, options));
  await page.getByRole('textbox', { name: /^Message #/ }).waitFor();
  const kept = opened.move();
  return {
    stage,
    page,
    complaints,
    message: (text) => page.locator('[data-message-id]').filter({ hasText: text }),
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
