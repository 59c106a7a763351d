import { beforeAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { type BrowserStage, openBrowserStage } from '../support/browser-stage.ts';
import { playByKeyboard, playbackOf } from '../support/browser-video.ts';

const patience = { timeout: 90_000 };
/** Until the test lets a task go on. */
const forLong = 20 * 3_600_000;
const prompt = 'a paper kite over the dunes at sunrise';
const changed = 'a paper boat on the sea at night';

/** What a first visitor finds and does, one thing after the other. */
describe.skipIf(skipsWithout('chromium', '/video text on the page'))('a newcomer on the page', () => {
  let seen: BrowserStage;

  beforeAll(async () => {
    seen = await openBrowserStage({
      hurry: true,
      whereabouts: () => 'newcomer',
      service: { port: 0, pace: { pendingMs: forLong, runningMs: forLong } },
    });
    return async () => await seen[Symbol.asyncDispose]();
  });

  const video = (of: string) => seen.message(of).locator('video');

  it('types /video text without a click, picks options by keyboard, and watches the panel until the video takes its place', async () => {
    const { page, message, stage } = seen;
    await typeCommand(page, 'video text', {
      prompt,
      resolution: '720P',
      ratio: '3:4',
      duration: '2',
      seed: '7',
    });
    await page.keyboard.press('Enter');
    const panel = message('Prompt');
    await panel.getByText('Queued at the video service').waitFor(patience);
    await panel.getByText('Costs 2 s at 720p').waitFor();
    stage.service.setPace({ pendingMs: 0, runningMs: forLong });
    await panel.getByText('Being made').waitFor(patience);
    stage.service.setPace({ pendingMs: 0, runningMs: 0 });
    await message('your video is ready').waitFor(patience);
    await panel.waitFor({ state: 'detached', ...patience });
    const { body } = stage.service.tasks.at(-1) ?? {};
    expect(body).toMatchObject({
      input: { prompt },
      parameters: { resolution: '720P', ratio: '3:4', duration: 2, seed: 7 },
    });
  });

  it('is mentioned by the finished video, which plays in the size and length that were asked', async () => {
    const { message } = seen;
    const result = message('your video is ready');
    await result.waitFor(patience);
    expect(await result.locator('discord-mention[highlight]').textContent()).toBe('Newcomer');
    expect(await result.getAttribute('highlight')).toBe('');
    await playByKeyboard(video('your video is ready'));
    await expect
      .poll(async () => (await playbackOf(video('your video is ready'))).atSeconds)
      .toBeGreaterThan(0.2);
    expect(await playbackOf(video('your video is ready'))).toMatchObject({ width: 832, height: 1104 });
    expect((await playbackOf(video('your video is ready'))).durationSeconds).toBeCloseTo(2, 1);
  });

  it('presses Edit, changes the prompt, and gets a second video', async () => {
    const { page, message } = seen;
    await message('your video is ready').getByRole('button', { name: 'Edit' }).press('Enter');
    const form = page.getByRole('dialog', { name: 'Edit and make another' });
    const field = form.getByRole('textbox', { name: 'Prompt' });
    await field.waitFor();
    expect(await field.inputValue()).toBe(prompt);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(changed);
    await form.getByRole('button', { name: 'Submit' }).press('Enter');
    await form.waitFor({ state: 'detached' });
    const second = message('your video is ready').filter({ hasText: changed });
    await second.waitFor(patience);
    await playByKeyboard(second.locator('video'));
    await expect.poll(async () => (await playbackOf(second.locator('video'))).atSeconds).toBeGreaterThan(0.2);
    expect(await message('your video is ready').count()).toBe(2);
  });

  it('presses Details, reads in private, and dismisses', async () => {
    const { message } = seen;
    const second = message('your video is ready').filter({ hasText: changed });
    await second.getByRole('button', { name: 'Details' }).press('Enter');
    const details = message('Requested by').filter({ hasText: changed });
    await details.getByText('Only you can see this').waitFor(patience);
    await details.getByRole('button', { name: 'Dismiss message' }).press('Enter');
    await details.waitFor({ state: 'detached' });
  });

  it('writes on in the composer wherever the focus is, while the space bar still presses', async () => {
    const { page } = seen;
    const box = page.getByRole('textbox', { name: /^Message #/ });
    const members = page.getByRole('button', { name: 'Members' });
    await members.press('h');
    await page.keyboard.type('ello there');
    expect(await box.inputValue()).toBe('hello there');
    await members.press('Space');
    expect(await members.getAttribute('aria-pressed')).toBe('false');
    await members.press('Space');
    expect(await box.inputValue()).toBe('hello there');
  });

  it('saw no complaint of the browser, and the bot asked nothing that Discord does not know', () => {
    expect(seen.complaints).toEqual([]);
    expect(seen.stage.discord.unknownRoutes).toEqual([]);
  });
});
