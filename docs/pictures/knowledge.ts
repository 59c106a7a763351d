import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { openBrowserStage } from '../../test/support/browser-stage.ts';

/** `node docs/pictures/knowledge.ts`: a search, and the health of the knowledge bases, in a real browser. */
const folder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'docs', 'images');
const largestBytes = 300_000;
const patience = { timeout: 30_000 };

await take('knowledge-search.png', 'knowledge search', { base: 'Library' }, '1–10 of 10,000', 900);
await take('knowledge-health.png', 'knowledge health', { base: 'Server rules' }, 'Watch', 1_300);

async function take(
  name: string,
  command: string,
  options: Readonly<Record<string, string>>,
  sign: string,
  height: number,
): Promise<void> {
  await using seen = await openBrowserStage({
    height,
    whereabouts: ({ discord }) => `moderator/${discord.channels.general}`,
  });
  const { page } = seen;
  await page.getByRole('textbox', { name: /^Message #/ }).click();
  await typeCommand(page, command, options);
  await page.keyboard.press('Enter');
  await seen.message(sign).last().waitFor(patience);
  await page.waitForLoadState('networkidle');
  const picture = await page.screenshot({ type: 'png' });
  if (picture.length > largestBytes) throw new Error(`${name} has ${picture.length} bytes`);
  await writeFile(join(folder, name), picture);
  process.stdout.write(`${name}: ${picture.length} bytes\n`);
}
