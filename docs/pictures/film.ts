import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startConsole } from '../../sandbox/console/server.ts';
import { typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { openInBrowser } from '../../sandbox/test/support/browser-page.ts';
import { Stage } from '../../test/support/stage.ts';
import { standInForEmoji } from './emoji-stand-ins.ts';
import { Screencast } from './screencast.ts';

/**
 * `node docs/pictures/film.ts`: the film of the README and the picture of a conversation, in a real browser in front of the
 * real bot and the stand-ins. A video is asked for and arrives; then somebody talks to the bot, with captions.
 */
const images = fileURLToPath(new URL('../../docs/images', import.meta.url));
const longestSeconds = 20;
const largestBytes = 3_000_000;

await using opened = new AsyncDisposableStack();
const stage = opened.adopt(await Stage.open(), (it) => it.close());
const served = opened.adopt(
  await startConsole({ discordUrl: stage.discord.baseUrl, serviceUrl: stage.service.baseUrl }),
  (it) => it.close(),
);
const { page } = opened.use(
  await openInBrowser('about:blank', {
    width: 1180,
    height: 720,
    switches: ['--autoplay-policy=no-user-gesture-required'],
  }),
);
page.setDefaultTimeout(60_000);
await standInForEmoji(page);
await page.goto(`${served.url}/#owner/${stage.discord.channels.voice}`);
await page.getByRole('button', { name: 'Join to listen' }).click();
await page.getByText('Voice connected').waitFor({ state: 'attached' });
await page.getByRole('button', { name: /^general \(/ }).click();
const box = page.getByRole('textbox', { name: 'Message #general' });
await box.waitFor();
await sleep(1_500);

const film = await Screencast.of(page);
film.scene(2_200);
await sleep(600);
await page.getByRole('button', { name: /^\/video text/ }).click();
await sleep(900);
await page.keyboard.press('Enter');
film.scene(2_800);
const video = page.locator('[data-message-id] video');
await video.waitFor();
film.scene(2_200);
await video.evaluate(async (element) => {
  const player = element as unknown as { muted: boolean; play(): Promise<void> };
  player.muted = true;
  await player.play();
});
await sleep(2_000);

film.scene(1_800);
await box.focus();
await typeCommand(page, 'converse start', { transcript: 'True' });
film.scene(2_400);
await page.keyboard.press('Enter');
await page.getByRole('button', { name: /^Lounge \(voice/ }).click();
const panel = page.locator('[data-message-id]').filter({ hasText: 'I only hear' });
await panel.getByRole('button', { name: 'Join' }).click();
await panel.getByText(/only hear .*@/).waitFor();
await sleep(500);
film.scene(2_600);
await say('Hello there, good morning to you.');
await panel.getByText('Answering').waitFor();
await sleep(400);
film.scene(1_600);
await line('What can I do for you');
film.scene(2_200);
await say('What is 17 plus 25?');
await line('17 plus 25 is 42');
film.scene(2_200);
await say('Tell me a story about a paper kite.');
await line('It saw the sea');
await sleep(800);
await page.screenshot({ path: join(images, 'conversation.png') });
const { seconds, bytes } = await film.end(join(images, 'sandbox.webp'), { widthPx: 900, quality: 75 });
process.stdout.write(`sandbox.webp: ${seconds.toFixed(1)} s, ${bytes} bytes\n`);
if (seconds > longestSeconds || bytes > largestBytes)
  throw new Error('That is too long or too large for a README.');

async function say(text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Say it for me' });
  await field.pressSequentially(text, { delay: 15 });
  await field.press('Enter');
}

async function line(text: string): Promise<void> {
  await page.locator('[data-message-id]').filter({ hasText: text }).first().waitFor();
}
