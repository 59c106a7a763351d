import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TypedOptions, typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { type BrowserStage, openBrowserStage } from '../support/browser-stage.ts';

const patience = { timeout: 90_000 };

describe.skipIf(skipsWithout('chromium', 'knowledge bases on the page'))('/knowledge on the page', () => {
  let seen: BrowserStage;
  let page: Page;

  beforeAll(async () => {
    seen = await openBrowserStage({
      height: 1_400,
      whereabouts: ({ discord }) => `moderator/${discord.channels.general}`,
    });
    page = seen.page;
    return async () => await seen[Symbol.asyncDispose]();
  });

  const run = async (command: string, options: TypedOptions, sign: string | RegExp) => {
    await seen.run(command, options);
    const answer = seen.message(sign).last();
    await answer.waitFor(patience);
    return answer;
  };
  // An answer to it shows its beginning, too.
  const press = async (sign: string | RegExp, name: string) =>
    await seen.message(sign).getByRole('button', { name, exact: true }).last().click();
  const isPrivate = async (sign: string | RegExp) =>
    await seen.message(sign).last().getByText('Only you can see this').isVisible();

  it('names of documents are offered while they are typed', async () => {
    await page.getByRole('textbox', { name: /^Message #/ }).click();
    await typeCommand(page, 'knowledge search', {});
    await page.keyboard.type('name');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Raid response 09');
    await page
      .getByRole('option', { name: /^Raid response 09/ })
      .first()
      .waitFor(patience);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('textbox', { name: /^Message #/ }).waitFor();
  });

  it('pages are turned there and back, also after the bot was killed', async () => {
    await run('knowledge search', { base: 'Library' }, '1–10 of 10,000');
    expect(await isPrivate('1–10 of 10,000')).toBe(true);
    await press('1–10 of 10,000', 'Next');
    await seen.message(/11–1\d of 10,000/).waitFor(patience);
    await seen.stage.crash();
    await press(/11–1\d of 10,000/, 'Next');
    await seen.message(/(19|2\d)–\d\d of 10,000/).waitFor(patience);
    await press(/(19|2\d)–\d\d of 10,000/, 'Previous');
    await press(/11–1\d of 10,000/, 'Previous');
    await seen.message('1–10 of 10,000').waitFor(patience);
  });

  it('the menu shows the details of one document, its pieces and why it failed', async () => {
    const found = await run(
      'knowledge search',
      { base: 'Server rules', status: 'import failed' },
      'only import failed',
    );
    await found.getByRole('button', { name: /Details of/ }).click();
    await page.getByRole('option').first().click();
    const details = seen.message('Why the import failed').last();
    await details.waitFor(patience);
    expect(await details.textContent()).toMatch(/Split into pieces.*characters each/s);
  });

  it('what was found is shown to everybody when it is shared', async () => {
    await press('only import failed', 'Share');
    await seen.message('Shared by').waitFor(patience);
    expect(await isPrivate('Shared by')).toBe(false);
  });

  it('a question gets passages, and one without an answer becomes a gap', async () => {
    await run('knowledge ask', { question: 'Can a ban be appealed?' }, 'appealed once, thirty days');
    await run('knowledge ask', { question: 'How is sourdough baked?' }, "couldn't find a good answer");
    await press("couldn't find a good answer", 'Not helpful');
    await seen.message('Moderators will see this question').waitFor(patience);
    await run('knowledge gaps', {}, 'no results');
  });

  it('health draws its bars, and a watched import is told in the channel', async () => {
    const health = await run('knowledge health', { base: 'Server rules' }, '🩺');
    await health.getByText('█').first().waitFor(patience);
    await press('🩺', 'Watch');
    await seen.message("I'll post in").waitFor(patience);
    seen.stage.service.knowledge.arrive('idx-rules', { name: 'Watching.md', importMs: 0 });
    await seen.message('Watching.md').waitFor({ timeout: 90_000 });
  });

  it('an export is a file to take away', async () => {
    const exported = await run('knowledge export', { base: 'Server rules' }, 'documents in Server rules');
    const link = exported.locator('a[href*=".csv"]').first();
    const csv = await (await fetch((await link.getAttribute('href')) ?? '')).text();
    expect(csv.split('\r\n')[0]).toMatch(/id,name,status/);
  });

  it('the browser complains about nothing', () => {
    expect(seen.complaints).toEqual([]);
  });
});
