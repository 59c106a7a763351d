import type { Locator } from 'playwright-core';
import { openSpeakPage } from '../../test/support/browser-speak.ts';
import { openBrowserStage } from '../../test/support/browser-stage.ts';
import { type Looks, patience, takePicture } from './picture.ts';

/**
 * `node docs/pictures/page.ts`: takes the pictures of the README again, a video and a text read aloud, on a screen and on a
 * phone, in a real browser in front of the real bot and the stand-ins.
 */

/** Far enough into the film for the player's own buttons to have faded. */
const pictureAtSeconds = 4;

const asked = {
  prompt: 'a paper kite over the dunes at sunrise',
  resolution: '720P',
  duration: '5',
  seed: '7',
};

const read =
  'Good evening! The workshop begins in ten minutes, in the voice channel beside this one. Bring a question, or an answer, or both.';

const phone = { width: 390, height: 844, colorScheme: 'light' } as const;
await takeVideo('page.png', { width: 1280, height: 800, colorScheme: 'dark' });
await takeVideo('phone.png', phone);
await takeReading('speak-page.png', { width: 1280, height: 900, colorScheme: 'dark' });
await takeReading('speak-phone.png', phone);

/** A finished video, playing. */
async function takeVideo(name: string, looks: Looks): Promise<void> {
  await using seen = await openBrowserStage({ ...looks, whereabouts: () => 'member' });
  const { page, message } = seen;
  await seen.run('video text', asked);
  await message('your video is ready').waitFor(patience);
  await message('Prompt').waitFor({ state: 'detached', ...patience });
  await playUntil(message('your video is ready').locator('video'), pictureAtSeconds);
  await takePicture(page, name);
}

/** A text that's being read aloud, and one that waits. */
async function takeReading(name: string, looks: Looks): Promise<void> {
  await using seen = await openSpeakPage({ person: 'member', ...looks });
  const { page, voice, panel, answer } = seen;
  await voice.join();
  await seen.run('speak say', { text: read, captions: 'True' });
  await panel.waitFor(patience);
  await seen.run('speak say', { text: 'And this comes after it.' });
  await answer('And this comes after it.').filter({ hasText: '🕓' }).waitFor(patience);
  await panel.scrollIntoViewIfNeeded();
  await panel.filter({ hasText: /💬.*workshop/s }).waitFor(patience);
  await voice.person('emcee, bot, speaking').waitFor(patience);
  await takePicture(page, name);
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
