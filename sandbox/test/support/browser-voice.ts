import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { type BrowserOptions, openInBrowser } from './browser-page.ts';
import { type MonoSound, readWaveFile, waveFile } from './wave-file.ts';

export interface VoicePageOptions extends BrowserOptions {
  /** The chat page's address. */
  readonly url: string;
  readonly person: string;
  /** The voice channel that is on screen. */
  readonly channelId: string;
  /** What the microphone hears, again and again; absent: the person does not allow the microphone. */
  readonly microphone?: MonoSound;
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
  /** What came out of the page in the last minute, as *Save what was heard* gives it. */
  heard(): Promise<MonoSound>;
}

const waitMs = 60_000;

export async function openVoicePage(options: VoicePageOptions): Promise<VoicePage> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.adopt(await mkdtemp(join(tmpdir(), 'emcee-voice-')), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  const file = join(folder, 'microphone.wav');
  if (options.microphone) await writeFile(file, waveFile(options.microphone));
  const { page, complaints } = opened.use(
    await openInBrowser(`${options.url}/#${options.person}/${options.channelId}`, {
      ...options,
      permissions: options.microphone ? ['microphone'] : [],
      switches: [
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${file}`,
        '--autoplay-policy=no-user-gesture-required',
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
    heard: async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save what was heard' }).click();
      const saved = join(folder, 'heard.wav');
      await (await download).saveAs(saved);
      return readWaveFile(await readFile(saved));
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}
