/**
 * Draws `docs/images/delivery-*.png`: each way in which a video arrives, as it is seen on the page.
 * Run it as `node docs/pictures/deliveries.ts [branch…]`; it needs chromium and ffmpeg.
 */
import { fileURLToPath } from 'node:url';
import { deliveryBranches, openDeliveryPage } from '../../test/support/delivery-on-page.ts';

const folder = new URL('../../docs/images/', import.meta.url);
const wanted = process.argv.slice(2);

for (const branch of deliveryBranches.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  await using seen = await openDeliveryPage();
  const result = await seen.deliver(branch);
  if (branch !== 'direct-message')
    await seen.message('Prompt').waitFor({ state: 'detached', timeout: 60_000 });
  const video = result.locator('video');
  if ((await video.count()) > 0) {
    await video.evaluate(showMiddle);
  }
  await result.scrollIntoViewIfNeeded();
  const path = fileURLToPath(new URL(`delivery-${branch}.png`, folder));
  await seen.page.screenshot({ path });
  console.log(path);
}

/** Plays, for a player draws a wheel over a film that it was only told to wind to somewhere. */
async function showMiddle(element: unknown): Promise<void> {
  const player = element as { muted: boolean; currentTime: number; play(): Promise<void>; pause(): void };
  player.muted = true;
  await player.play();
  while (player.currentTime < 1) await new Promise((resolve) => setTimeout(resolve, 20));
  player.pause();
}
