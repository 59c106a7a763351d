import type { Locator } from 'playwright-core';
import { Studio } from '../../sandbox/service/rendering/studio.ts';
import { ffmpeg } from '../../sandbox/test/support/needs.ts';
import { type BrowserStage, openBrowserStage } from './browser-stage.ts';
import { heavyFilm } from './heavy-film.ts';
import { unlimited } from './video-scene.ts';

/** The ways in which a finished video reaches its requester. */
export const deliveryBranches = ['attached', 'shrunk', 'link', 'direct-message'] as const;
export type DeliveryBranch = (typeof deliveryBranches)[number];

/** A member's page on which videos arrive, one after another. */
export interface DeliveryPage extends BrowserStage {
  /** The member asks for a video by keyboard. Resolves to the message in which it arrived. */
  deliver(branch: DeliveryBranch): Promise<Locator>;
  /** What the server takes from now on. */
  setRoom(bytes: number): Promise<void>;
  /** Puts the channel on screen in which videos are asked for. */
  visitGeneral(): Promise<void>;
}

const megabyte = 1024 * 1024;
const patience = { timeout: 60_000 };
const atOnce = { pendingMs: 0, runningMs: 0 };
/** Until the command is on screen, and the channel as it is to be. */
const takesHours = { pendingMs: 0, runningMs: 20 * 3_600_000 };

interface Play {
  /** By which its messages are told from those of the others. */
  readonly prompt: string;
  /** What the server takes; two seconds in the smallest room would be below the floor. */
  readonly roomBytes: number;
  /** A film of some megabytes, or the stand-in's own, which is far below one. */
  readonly large: boolean;
  /** What is to be read in the message in which the video arrives. */
  readonly says: string;
}

export const plays: Readonly<Record<DeliveryBranch, Play>> = {
  attached: {
    prompt: 'A paper kite above the dunes at night, the moon behind it',
    roomBytes: 10 * megabyte,
    large: false,
    says: 'your video is ready',
  },
  shrunk: {
    prompt: 'A paper kite above the sea at night, the moon behind it',
    roomBytes: megabyte,
    large: true,
    says: "Re-encoded to fit this server's 1 MB.",
  },
  link: {
    prompt: 'A paper kite above the hills at night, the moon behind it',
    roomBytes: megabyte / 16,
    large: true,
    says: 'Save it from this link',
  },
  'direct-message': {
    prompt: 'A paper kite above the town at night, the moon behind it',
    roomBytes: 10 * megabyte,
    large: false,
    says: 'Your video is ready, but',
  },
};

const largePrompts = new Set(
  Object.values(plays)
    .filter(({ large }) => large)
    .map(({ prompt }) => prompt),
);

/** @param framesPerSecond few for those who look at nothing but a film's size and length */
export async function openDeliveryPage(framesPerSecond?: number): Promise<DeliveryPage> {
  await using opened = new AsyncDisposableStack();
  const studio = opened.adopt(new Studio(ffmpeg), (it) => it.close());
  const seen = opened.use(
    await openBrowserStage({
      hurry: true,
      whereabouts: () => 'member',
      env: unlimited,
      service: {
        port: 0,
        pace: atOnce,
        renderer: async (job, signal) => {
          const film = { ...job, ...(framesPerSecond && { framesPerSecond }) };
          return largePrompts.has(job.prompt)
            ? await heavyFilm(film, signal)
            : await studio.render(film, signal);
        },
      },
    }),
  );
  const { page, stage, message } = seen;
  const { general } = stage.discord.channels;
  const setRoom = async (attachmentLimitBytes: number) => {
    const answer = await fetch(`${stage.discord.baseUrl}/sandbox/settings`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ attachmentLimitBytes }),
    });
    if (!answer.ok) throw new Error(`the stand-in refused a room of ${attachmentLimitBytes} bytes`);
  };
  const visitGeneral = async () => {
    await page.locator(`[data-guild-id="${stage.discord.guildId}"]`).click();
    await page.getByRole('button', { name: /^general \(text/ }).click();
  };
  const deliver = async (branch: DeliveryBranch) => {
    const { prompt, roomBytes, says } = plays[branch];
    const isDirect = branch === 'direct-message';
    await visitGeneral();
    await setRoom(roomBytes);
    stage.service.setPace(takesHours);
    await seen.run('video text', { prompt, resolution: '720P', duration: '2', seed: '7' });
    const panel = message('Prompt').filter({ hasText: prompt });
    await panel.waitFor(patience);
    const sendMessages = 1n << 11n;
    const attachFiles = 1n << 15n;
    const denied = isDirect ? sendMessages | attachFiles : 0n;
    stage.discord.setPermissions(general, stage.discord.botUserId, 0n, denied);
    stage.service.setPace(atOnce);
    if (isDirect) {
      await panel.getByText('Sent by DM').waitFor(patience);
      stage.discord.setPermissions(general, stage.discord.botUserId, 0n, 0n);
      await page.getByRole('button', { name: /^Direct messages/ }).click();
      await page.getByRole('button', { name: /emcee/i }).first().click();
    }
    const result = message(prompt).filter({ hasText: says });
    await result.waitFor(patience);
    return result;
  };
  const kept = opened.move();
  return { ...seen, deliver, setRoom, visitGeneral, [Symbol.asyncDispose]: () => kept.disposeAsync() };
}
