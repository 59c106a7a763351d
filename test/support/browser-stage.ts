import type { Locator, Page } from 'playwright-core';
import { startConsole } from '../../sandbox/console/server.ts';
import { enterText, type TypedOptions, typeCommand } from '../../sandbox/test/support/browser-command.ts';
import {
  type BrowserOptions,
  type BrowserPage,
  openInBrowser,
} from '../../sandbox/test/support/browser-page.ts';
import { Stage, type StageOptions } from './stage.ts';

export interface BrowserStageOptions extends StageOptions, BrowserOptions {
  /** Behind the `#` of the page's address: who opens it, and where. Empty: as a first visitor finds it. */
  readonly whereabouts?: (stage: Stage) => string;
}

/** What a person does on the chat page. */
export interface ChatPage {
  readonly page: Page;
  /** The messages that have this text in them. */
  message(text: string | RegExp): Locator;
  /** The private answers that have this text in them. */
  answer(text: string | RegExp): Locator;
  /** Types a command with the keyboard alone and sends it. */
  run(command: string, options?: TypedOptions): Promise<void>;
  /** Writes an ordinary message. */
  write(text: string): Promise<void>;
}

/** Everything that `npm start` starts, with a browser in front of it. */
export interface BrowserStage extends ChatPage, AsyncDisposable {
  readonly stage: Stage;
  /** Where the chat page is, without what is behind the `#`. */
  readonly url: string;
  /** What the browser complained about: errors, warnings, refused loads. */
  readonly complaints: readonly string[];
}

/** The real bot, both stand-ins, the chat page and a person's browser. */
export async function openBrowserStage(options: BrowserStageOptions = {}): Promise<BrowserStage> {
  const { whereabouts } = options;
  const seen = await openStagedPage(
    options,
    async (stage, url) =>
      await openInBrowser(`${url}/${whereabouts ? `#${whereabouts(stage)}` : ''}`, options),
  );
  await composer(seen.page).waitFor();
  return seen;
}

/** The one opening of pages, whatever browser stands in front of them. */
export async function openStagedPage<Seen extends Omit<BrowserPage, 'complaints'>>(
  options: StageOptions,
  open: (stage: Stage, url: string) => Promise<Seen & Pick<BrowserStage, 'complaints'>>,
): Promise<BrowserStage & { readonly seen: Seen }> {
  await using opened = new AsyncDisposableStack();
  const stage = opened.adopt(await Stage.open(options), (it) => it.close());
  const { discord, service } = stage;
  const { url } = opened.adopt(
    await startConsole({ discordUrl: discord.baseUrl, serviceUrl: service.baseUrl }),
    (it) => it.close(),
  );
  const seen = opened.use(await open(stage, url));
  const kept = opened.move();
  return {
    ...chatOn(seen.page),
    stage,
    url,
    seen,
    complaints: seen.complaints,
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

const composer = (page: Page) => page.getByRole('textbox', { name: /^(Message|发消息给) #/ });

export function chatOn(page: Page): ChatPage {
  const messages = page.locator('[data-message-id]');
  return {
    page,
    message: (text) => messages.filter({ hasText: text }),
    answer: (text) => messages.filter({ hasText: text }).filter({ hasText: 'Only you can see this' }),
    run: async (command, options = {}) => {
      await composer(page).focus();
      await typeCommand(page, command, options);
      await page.keyboard.press('Enter');
    },
    write: async (text) => {
      await composer(page).focus();
      await enterText(page, text);
      await page.keyboard.press('Enter');
    },
  };
}
