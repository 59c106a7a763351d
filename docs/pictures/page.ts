import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locator } from 'playwright-core';
import { typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { type BrowserStage, openBrowserStage } from '../../test/support/browser-stage.ts';

/**
 * `node docs/pictures/page.ts`: takes the pictures of the README again, in a real browser in front of the real
 * bot and the stand-ins.
 */
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'images');
const largestBytes = 300_000;
const patience = { timeout: 30_000 };
/** Far enough into the film for the player's own buttons to have faded. */
const pictureAtSeconds = 4;

const asked = {
  prompt: 'a paper kite over the dunes at sunrise',
  resolution: '720P',
  duration: '5',
  seed: '7',
};

await mkdir(folder, { recursive: true });
await take('page.png', { width: 1280, height: 800, colorScheme: 'dark' });
await take('phone.png', { width: 390, height: 844, colorScheme: 'light' });

async function take(
  name: string,
  looks: { readonly width: number; readonly height: number; readonly colorScheme: 'dark' | 'light' },
): Promise<void> {
  await using seen = await openBrowserStage({ ...looks, whereabouts: () => 'member' });
  await makeVideo(seen);
  const { page } = seen;
  await playUntil(seen.message('your video is ready').locator('video'), pictureAtSeconds);
  const picture = await page.screenshot({ type: 'png' });
  if (picture.length > largestBytes) throw new Error(`${name} has ${picture.length} bytes`);
  await writeFile(join(folder, name), picture);
  process.stdout.write(`${name}: ${looks.width} × ${looks.height}, ${picture.length} bytes\n`);
}

async function makeVideo({ page, message }: BrowserStage): Promise<void> {
  await page.getByRole('textbox', { name: /^Message #/ }).focus();
  await typeCommand(page, 'video text', asked);
  await page.keyboard.press('Enter');
  await message('your video is ready').waitFor(patience);
  await message('Prompt').waitFor({ state: 'detached', ...patience });
}

/** Plays without sound and without the focus, and resolves when the film is that far; it goes on playing. */
async function playUntil(video: Locator, seconds: number): Promise<void> {
  await video.evaluate(
    (element, until) =>
      new Promise<void>((resolve) => {
        const player = element as unknown as {
          muted: boolean;
          readonly currentTime: number;
          play(): Promise<void>;
          addEventListener(name: 'timeupdate', listener: () => void): void;
        };
        player.muted = true;
        player.addEventListener('timeupdate', () => {
          if (player.currentTime >= until) resolve();
        });
        void player.play();
      }),
    seconds,
  );
}
