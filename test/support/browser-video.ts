import type { Locator } from 'playwright-core';

/** The part of a `<video>` element that tests look at; times in seconds. */
interface Player {
  readonly readyState: number;
  readonly videoWidth: number;
  readonly videoHeight: number;
  readonly duration: number;
  readonly currentTime: number;
  readonly paused: boolean;
  addEventListener(name: 'canplay', listener: () => void, options: { readonly once: true }): void;
}

export interface Playback {
  readonly width: number;
  readonly height: number;
  readonly durationSeconds: number;
  readonly atSeconds: number;
  readonly paused: boolean;
}

const haveFutureData = 3;

/** Plays a video as a person at the keyboard does, and resolves once it reached `canplay`. */
export async function playByKeyboard(video: Locator): Promise<void> {
  const playable = video.evaluate(
    (element, enough) =>
      new Promise<void>((resolve) => {
        const player = element as unknown as Player;
        if (player.readyState >= enough) resolve();
        else player.addEventListener('canplay', () => resolve(), { once: true });
      }),
    haveFutureData,
  );
  await video.press('Space');
  await playable;
}

/** How a video stands at this moment. */
export async function playbackOf(video: Locator): Promise<Playback> {
  return await video.evaluate((element) => {
    const { videoWidth, videoHeight, duration, currentTime, paused } = element as unknown as Player;
    return {
      width: videoWidth,
      height: videoHeight,
      durationSeconds: duration,
      atSeconds: currentTime,
      paused,
    };
  });
}
