import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startConsole } from '../../sandbox/console/server.ts';
import { typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { type BrowserPage, openInBrowser } from '../../sandbox/test/support/browser-page.ts';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { Stage } from '../support/stage.ts';

const understoodWithinMs = 20_000;
const mostAttempts = 5;

const message = (page: Page, text: string) => page.locator('[data-message-id]').filter({ hasText: text });

/** Says a sentence again until everybody reads it: what comes late on a busy machine is understood in pieces. */
async function say(page: Page, text: string, readers: readonly Page[], caption: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Say it for me' });
  for (let attempt = 1; ; attempt += 1) {
    await field.fill(text);
    await field.press('Enter');
    const read = readers.map((reader) =>
      message(reader, caption).first().waitFor({ timeout: understoodWithinMs }),
    );
    const came = await Promise.allSettled(read);
    if (came.every(({ status }) => status === 'fulfilled')) return;
    if (attempt === mostAttempts) throw new Error(`“${text}” was never understood`);
  }
}

test.skipIf(skipsWithout('chromium', '/interpret on the chat page'))(
  'two people without a microphone read each other in their own languages, until one of them stops it',
  async () => {
    await using opened = new AsyncDisposableStack();
    const stage = opened.adopt(await Stage.open(), (it) => it.close());
    const served = opened.adopt(
      await startConsole({ discordUrl: stage.discord.baseUrl, serviceUrl: stage.service.baseUrl }),
      (it) => it.close(),
    );
    const enter = async (name: string, language: string): Promise<BrowserPage> => {
      const switches = ['--autoplay-policy=no-user-gesture-required'];
      const address = `${served.url}/#${name}/${stage.discord.channels.voice}`;
      const person = opened.use(await openInBrowser(address, { switches }));
      const { page } = person;
      page.setDefaultTimeout(60_000);
      await page.getByRole('button', { name: 'Join to listen' }).click();
      await page.getByText('Voice connected').waitFor({ state: 'attached' });
      await page.getByRole('combobox', { name: 'Language of the sentence' }).selectOption(language);
      await page.getByRole('button', { name: /^general\b/ }).click();
      await page.getByRole('textbox', { name: 'Message #general' }).waitFor();
      return person;
    };
    const english = await enter('member', 'English');
    const spanish = await enter('newcomer', 'Spanish');
    const pages = [english.page, spanish.page];

    await english.page.getByRole('button', { name: /^\/interpret start/ }).click();
    await english.page.keyboard.press('Enter');
    await spanish.page.getByRole('textbox', { name: 'Message #general' }).focus();
    await typeCommand(spanish.page, 'interpret me', { speaks: 'Spanish' });
    await spanish.page.keyboard.press('Enter');
    await message(spanish.page, 'You speak Spanish').waitFor();
    for (const page of pages) {
      await page.getByRole('button', { name: /^Lounge \(voice/ }).click();
      const panel = message(page, 'I only hear').first();
      await panel.getByRole('button', { name: 'Join' }).click();
      await message(page, "You're in").waitFor();
    }
    await say(english.page, 'The meeting starts at nine.', pages, 'La reunión empieza a las nueve');
    await say(spanish.page, '¿Dónde está la biblioteca?', pages, 'Where is the library');

    await message(english.page, 'I only hear').first().getByRole('button', { name: 'Stop' }).click();
    await expect.poll(() => stage.service.realtime.sessions.every(({ open }) => !open)).toBe(true);
    for (const person of [english, spanish]) expect(person.complaints).toEqual([]);
    for (const { oddities } of stage.service.realtime.sessions) expect(oddities).toEqual([]);
  },
);
