import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

/** Where the pictures of these pages are. */
const folder = fileURLToPath(new URL('../images', import.meta.url));
const largestBytes = 300_000;

export const patience = { timeout: 30_000 };

/** How a page is looked at. */
export interface Looks {
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'dark' | 'light';
}

/** Takes the picture of what's on screen, and says how large it is. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot({ type: 'png' });
  if (picture.length > largestBytes) throw new Error(`${name} has ${picture.length} bytes`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), picture);
  process.stdout.write(`${name}: ${picture.length} bytes\n`);
}
