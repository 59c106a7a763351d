import type { Locator } from 'playwright-core';

/** The part of an `<audio>` element that tests look at; times in seconds. */
interface Player {
  readonly duration: number;
  readonly currentTime: number;
  play(): Promise<void>;
}

export interface AudioPlayback {
  readonly durationSeconds: number;
  readonly atSeconds: number;
}

/** Starts it as a press on its own button does; rejects when the browser cannot play it. */
export async function startAudio(audio: Locator): Promise<void> {
  await audio.evaluate(async (element) => await (element as unknown as Player).play());
}

/** How it stands at this moment. */
export async function audioPlayback(audio: Locator): Promise<AudioPlayback> {
  return await audio.evaluate((element) => {
    const { duration, currentTime } = element as unknown as Player;
    return { durationSeconds: duration, atSeconds: currentTime };
  });
}
