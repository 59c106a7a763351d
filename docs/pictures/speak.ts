import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openSpeakPage } from '../../test/support/browser-speak.ts';

/** `node docs/pictures/speak.ts`: a text read aloud, on a screen and on a phone, in real browsers. */
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'images');
const largestBytes = 300_000;
const patience = { timeout: 30_000 };
const text =
  'Good evening! The workshop begins in ten minutes, in the voice channel beside this one. Bring a question, or an answer, or both.';

await mkdir(folder, { recursive: true });
await take('speak-page.png', { width: 1280, height: 900, colorScheme: 'dark' });
await take('speak-phone.png', { width: 390, height: 844, colorScheme: 'light' });

async function take(
  name: string,
  looks: { readonly width: number; readonly height: number; readonly colorScheme: 'dark' | 'light' },
): Promise<void> {
  await using seen = await openSpeakPage({ person: 'member', ...looks });
  const { page, voice, panel, answer } = seen;
  await voice.join();
  await seen.run('speak say', { text, captions: 'True' });
  await panel.waitFor(patience);
  await seen.run('speak say', { text: 'And this comes after it.' });
  await answer('And this comes after it.').filter({ hasText: '🕓' }).waitFor(patience);
  await panel.scrollIntoViewIfNeeded();
  await panel.filter({ hasText: /💬.*workshop/s }).waitFor(patience);
  await voice.person('emcee, bot, speaking').waitFor(patience);
  const picture = await page.screenshot({ type: 'png' });
  if (picture.length > largestBytes) throw new Error(`${name} has ${picture.length} bytes`);
  await writeFile(join(folder, name), picture);
  process.stdout.write(`${name}: ${looks.width} × ${looks.height}, ${picture.length} bytes\n`);
}
