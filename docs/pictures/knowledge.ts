import { openBrowserStage } from '../../test/support/browser-stage.ts';
import { patience, takePicture } from './picture.ts';

/** `node docs/pictures/knowledge.ts`: a search, and the health of the knowledge bases, in a real browser. */
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
  await seen.run(command, options);
  await seen.message(sign).last().waitFor(patience);
  await seen.page.waitForLoadState('networkidle');
  await takePicture(seen.page, name);
}
