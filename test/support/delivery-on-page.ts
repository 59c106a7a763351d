import type { Locator } from 'playwright-core';
import { type BrowserStage, openBrowserStage } from './browser-stage.ts';
import { heavyFilm } from './heavy-film.ts';

/** The ways in which a finished video reaches its requester. */
export const deliveryBranches = ['attached', 'shrunk', 'link', 'direct-message'] as const;
export type DeliveryBranch = (typeof deliveryBranches)[number];

export interface SeenDelivery extends AsyncDisposable {
  readonly seen: BrowserStage;
  /** The message in which the video arrived. */
  readonly result: Locator;
}

export const deliveredPrompt = 'A paper kite above the dunes at night, the moon behind it';

const megabyte = 1024 * 1024;
const patience = { timeout: 60_000 };

interface Play {
  /** What the server takes; two seconds in the smallest room would be below the floor. */
  readonly roomBytes: number;
  /** A film of some megabytes, or the stand-in's own, which is far below one. */
  readonly large: boolean;
  /** What is to be read in the message in which the video arrives. */
  readonly says: string;
}

const plays: Readonly<Record<DeliveryBranch, Play>> = {
  attached: { roomBytes: 10 * megabyte, large: false, says: 'your video is ready' },
  shrunk: { roomBytes: megabyte, large: true, says: "Re-encoded to fit this server's 1 MB." },
  link: { roomBytes: megabyte / 16, large: true, says: 'Save it from this link' },
  'direct-message': { roomBytes: 10 * megabyte, large: false, says: 'Your video is ready, but' },
};

/** A member asks for a video on the page by keyboard, and it arrives in one of the ways. */
export async function deliverOnPage(branch: DeliveryBranch): Promise<SeenDelivery> {
  const { roomBytes, large, says } = plays[branch];
  await using opened = new AsyncDisposableStack();
  const seen = opened.use(
    await openBrowserStage({
      hurry: true,
      whereabouts: () => 'member',
      discord: { attachmentLimitBytes: roomBytes },
      service: {
        port: 0,
        // Until the command is on screen, and the channel as it is to be.
        pace: { pendingMs: 0, runningMs: 20 * 3_600_000 },
        ...(large ? { renderer: heavyFilm } : {}),
      },
    }),
  );
  const { page, stage, message } = seen;
  const options = { prompt: deliveredPrompt, resolution: '720P', duration: '2', seed: '7' };
  await seen.run('video text', options);
  const panel = message('Prompt');
  await panel.waitFor(patience);
  if (branch === 'direct-message') {
    const sendMessages = 1n << 11n;
    const attachFiles = 1n << 15n;
    const { general } = stage.discord.channels;
    stage.discord.setPermissions(general, stage.discord.botUserId, 0n, sendMessages | attachFiles);
  }
  stage.service.setPace({ pendingMs: 0, runningMs: 0 });
  if (branch === 'direct-message') {
    await panel.getByText('Sent by DM').waitFor(patience);
    await page.getByRole('button', { name: /^Direct messages/ }).click();
    await page.getByRole('button', { name: /emcee/i }).first().click();
  }
  const result = message(says);
  await result.waitFor(patience);
  const kept = opened.move();
  return { seen, result, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
