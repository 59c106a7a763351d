import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { startConsole } from '../../sandbox/console/server.ts';
import { typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { openInBrowser } from '../../sandbox/test/support/browser-page.ts';
import { Stage } from '../../test/support/stage.ts';
import { standInForEmoji } from './emoji-stand-ins.ts';

/**
 * `node docs/pictures/interpret.ts`: a meeting in three languages, held by three real browsers in front of the
 * real bot and the stand-ins, without a microphone.
 */
const folder = process.argv[2] ?? fileURLToPath(new URL('../../docs/images', import.meta.url));

await using opened = new AsyncDisposableStack();
const stage = opened.adopt(await Stage.open(), (it) => it.close());
const served = opened.adopt(
  await startConsole({ discordUrl: stage.discord.baseUrl, serviceUrl: stage.service.baseUrl }),
  (it) => it.close(),
);
const complaints: string[] = [];

const owner = await enter('owner', 'English');
await owner.getByRole('textbox', { name: 'Message #general' }).focus();
await typeCommand(owner, 'interpret start', { languages: 'English, German, Spanish' });
await owner.keyboard.press('Enter');
await message(owner, 'Live interpreter').waitFor();
const member = await enter('member', 'German');
const newcomer = await enter('newcomer', 'Spanish');
await speaks(member, 'German');
await speaks(newcomer, 'Spanish');
for (const page of [owner, member, newcomer]) {
  await page.getByRole('button', { name: /^Lounge \(voice/ }).click();
  await message(page, 'I only hear').first().getByRole('button', { name: 'Join' }).click();
  await message(page, "You're in").waitFor();
}

await say(
  owner,
  'The meeting starts at nine.',
  'Die Besprechung beginnt um neun',
  'La reunión empieza a las nueve',
);
await say(member, 'Ich stimme dir zu.', 'I agree with you', 'Estoy de acuerdo contigo');
await say(newcomer, '¿Dónde está la biblioteca?', 'Where is the library', 'Wo ist die Bibliothek');
const latest = owner.getByRole('button', { name: 'Jump to latest' });
if (await latest.isVisible()) await latest.click();
await owner.mouse.move(0, 0);
await sleep(1_000);
await owner.screenshot({ path: join(folder, 'interpret.png') });
await message(owner, 'I only hear').first().scrollIntoViewIfNeeded();
await sleep(1_000);
await owner.screenshot({ path: join(folder, 'interpret-panel.png') });
await opened.disposeAsync();
process.stdout.write(`complaints: ${JSON.stringify(complaints)}\n`);
// An idle thread of the stand-ins would keep the program.
process.exit();

/** Somebody at a page of their own, listening in the voice channel and looking at a text channel. */
async function enter(name: string, language: string): Promise<Page> {
  const { page, complaints: said } = opened.use(
    await openInBrowser('about:blank', {
      width: 1180,
      height: 860,
      switches: ['--autoplay-policy=no-user-gesture-required'],
    }),
  );
  page.setDefaultTimeout(90_000);
  await standInForEmoji(page);
  await page.goto(`${served.url}/#${name}/${stage.discord.channels.voice}`);
  await page.getByRole('button', { name: 'Join to listen' }).click();
  await page.getByText('Voice connected').waitFor({ state: 'attached' });
  await page.getByRole('combobox', { name: 'Language of the sentence' }).selectOption(language);
  await page.getByRole('button', { name: /^general \(/ }).click();
  await page.getByRole('textbox', { name: 'Message #general' }).waitFor();
  opened.defer(() => void complaints.push(...said.map((each) => `${name}: ${each}`)));
  return page;
}

async function speaks(page: Page, language: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message #general' }).focus();
  await typeCommand(page, 'interpret me', { speaks: language });
  await page.keyboard.press('Enter');
  await message(page, `You speak ${language}`).waitFor();
}

/** Says a sentence until it was understood: on a busy machine sound comes late, and is cut in two. */
async function say(page: Page, text: string, ...translations: readonly string[]): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Say it for me' });
  for (let attempt = 1; ; attempt += 1) {
    await field.fill(text);
    await field.press('Enter');
    const lines = translations.map((each) => message(owner, each).first().waitFor({ timeout: 25_000 }));
    const came = await Promise.allSettled(lines);
    if (came.every(({ status }) => status === 'fulfilled')) return;
    process.stdout.write(`once more: ${text}\n`);
    if (attempt === 4) {
      await owner.screenshot({ path: join(folder, 'interpret-failed.png') });
      throw new Error(`not understood: ${text}`);
    }
  }
}

function message(page: Page, text: string) {
  return page.locator('[data-message-id]').filter({ hasText: text });
}
