import { type Client, GatewayIntentBits } from 'discord.js';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type Console, startConsole } from '../../console/server.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../../discord/server.ts';
import { type BrowserOptions, type BrowserPage, openInBrowser } from './browser-page.ts';
import { type ConsoleBotRecord, serveConsoleDemo } from './console-bot.ts';
import { assertNothingOdd } from './nothing-odd.ts';
import { connectBot } from './sandbox-bot.ts';

/** The chat page in a browser, in front of the Discord stand-in with the demo bot in it. */
export interface ChatStage extends AsyncDisposable {
  readonly discord: DiscordSandbox;
  readonly bot: Client<true>;
  readonly record: ConsoleBotRecord;
  readonly console: Console;
  readonly page: Page;
  readonly complaints: string[];
  /** The box in which messages are written. */
  readonly box: Locator;
  /** The message that has this text in it. */
  message(text: string | RegExp): Locator;
  /** Types a command of the demo bot and sends it, all by keyboard. */
  run(subcommand: string): Promise<void>;
}

/**
 * The page for a group of tests, opened before the first of them. Behind the last one, nothing that happened there was complained of, and
 * each answer was accepted.
 * @param prepare what else is there before the first test
 */
export function chatForAll(
  options: Parameters<typeof openChat>[0] = {},
  prepare: (stage: ChatStage) => Promise<void> = async () => {},
): { readonly stage: ChatStage } {
  let stage: ChatStage;
  beforeAll(async () => {
    stage = await openChat(options);
    await prepare(stage);
  });
  afterAll(async () => {
    await stage[Symbol.asyncDispose]();
    expect(stage.complaints).toEqual([]);
    expect(stage.record.failures).toEqual([]);
    expect(stage.discord.unknownRoutes).toEqual([]);
  });
  return {
    get stage() {
      return stage;
    },
  };
}

export async function openChat(
  options: BrowserOptions & { readonly person?: string } = {},
): Promise<ChatStage> {
  const discord = await startDiscordSandbox();
  const bot = await connectBot(discord, [GatewayIntentBits.Guilds, GatewayIntentBits.GuildMessages]);
  const record = await serveConsoleDemo(bot, discord.guildId);
  const served = await startConsole({ discordUrl: discord.baseUrl });
  const browser: BrowserPage = await openInBrowser(
    `${served.url}/#${options.person ?? 'member'}/${discord.channels.general}`,
    options,
  );
  const { page, complaints } = browser;
  const box = page.getByRole('textbox', { name: 'Message #general' });
  await box.waitFor();
  return {
    discord,
    bot,
    record,
    console: served,
    page,
    complaints,
    box,
    message: (text) => page.locator('[data-message-id]').filter({ hasText: text }),
    run: async (subcommand) => {
      await box.click();
      await page.keyboard.type(`/demo ${subcommand}`);
      await page.locator(`[role=option][data-command="demo ${subcommand}"]`).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('group', { name: `Command /demo ${subcommand}` }).waitFor();
      await page.keyboard.press('Enter');
    },
    [Symbol.asyncDispose]: async () => {
      await browser[Symbol.asyncDispose]();
      await served.close();
      await bot.destroy();
      await discord.close();
      assertNothingOdd(discord);
    },
  };
}
