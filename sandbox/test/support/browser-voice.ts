import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { type BrowserOptions, openInBrowser } from './browser-page.ts';
import { type MonoSound, readWaveFile, waveFile } from './wave-file.ts';

export interface VoicePageOptions extends BrowserOptions {
  /** The chat page's address. */
  readonly url: string;
  readonly person: string;
  /** The voice channel that is on screen. */
  readonly channelId: string;
  /** What the microphone hears, again and again. A browser has one: pages that name the same share a browser. */
  readonly microphone: MonoSound;
  /** Whether the person lets the page use it. */
  readonly allowsMicrophone?: boolean;
}

/** A person's browser at a voice channel, with a microphone that plays a file. */
export interface VoicePage extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** Switches echo cancellation off, presses *Join with microphone* and resolves once the call stands. */
  join(): Promise<void>;
  /** A person of the channel on screen, with the words that a screen reader says. */
  person(name: string): Locator;
  /** 0 to 100. */
  level(meter: 'Microphone level' | 'Level of what you hear'): Promise<number>;
  /** What came out of the page in the last minute, or since `fromMs` of this program's clock, as *Save what was heard* gives it. */
  heard(fromMs?: number): Promise<MonoSound>;
}

const waitMs = 60_000;

const microphones = new URL('../../../node_modules/.cache/emcee-microphones/', import.meta.url);

/** A microphone that isn't there, and who answers whether a page may use it: Chromium without windows has nobody else to ask. */
export const microphoneSwitches = (isAllowed = true): readonly string[] => [
  '--use-fake-device-for-media-stream',
  `--use-fake-ui-for-media-stream${isAllowed ? '' : '=deny'}`,
  '--autoplay-policy=no-user-gesture-required',
];

/** The file of a sound, named after it: a browser has one microphone, and those who have the same one share a browser. */
function microphoneFile(sound: MonoSound): string {
  const file = waveFile(sound);
  const name = createHash('sha256').update(file).digest('hex').slice(0, 16);
  const path = fileURLToPath(new URL(`${name}.wav`, microphones));
  mkdirSync(microphones, { recursive: true });
  // Another worker may be reading it.
  writeFileSync(`${path}.${process.pid}`, file);
  renameSync(`${path}.${process.pid}`, path);
  return path;
}

export async function openVoicePage(options: VoicePageOptions): Promise<VoicePage> {
  await using opened = new AsyncDisposableStack();
  const { page, complaints } = opened.use(
    await openInBrowser(`${options.url}/#${options.person}/${options.channelId}`, {
      ...options,
      permissions: options.allowsMicrophone === false ? [] : ['microphone'],
      switches: [
        ...microphoneSwitches(options.allowsMicrophone),
        `--use-file-for-fake-audio-capture=${microphoneFile(options.microphone)}`,
      ],
    }),
  );
  page.setDefaultTimeout(waitMs);
  const place = page.locator('.voice-place');
  await place.waitFor();
  const kept = opened.move();
  return {
    page,
    complaints,
    join: async () => {
      await page.getByRole('checkbox', { name: 'Echo cancellation' }).uncheck();
      await page.getByRole('button', { name: 'Join with microphone' }).click();
      await page.getByText('Voice connected').waitFor({ state: 'attached' });
    },
    person: (name) => place.getByRole('button', { name: new RegExp(`^${name}\\b`) }),
    level: async (meter) =>
      Number(await page.getByRole('meter', { name: meter }).getAttribute('aria-valuenow')),
    heard: async (fromMs = 0) => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save what was heard' }).click();
      const file = await (await download).path();
      const lastMs = performance.now() - fromMs;
      const { samples, sampleRateHz } = readWaveFile(await readFile(file));
      const kept = Math.min(samples.length, Math.ceil((lastMs * sampleRateHz) / 1000));
      return { sampleRateHz, samples: samples.subarray(samples.length - kept) };
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
