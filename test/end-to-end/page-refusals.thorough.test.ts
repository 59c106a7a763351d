import { beforeAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { type BrowserStage, openBrowserStage } from '../support/browser-stage.ts';

describe.skipIf(skipsWithout('chromium', 'refusals and languages on the page'))(
  'on the page, what does not fit',
  () => {
    let seen: BrowserStage;

    beforeAll(async () => {
      seen = await openBrowserStage({ whereabouts: () => 'newcomer' });
      return async () => await seen[Symbol.asyncDispose]();
    });

    const leave = () => seen.page.getByRole('button', { name: 'Cancel command' }).press('Enter');

    it.each([
      ['a duration beyond the limit', 'duration', '99', 'at most 15'],
      ['a duration below the limit', 'duration', '1', 'at least 2'],
      ['a duration that is no number', 'duration', 'long', 'valid integer'],
      ['a negative seed', 'seed', '-1', 'at least 0'],
    ])('%s is stopped in the composer, with a word why', async (_, option, value, sentence) => {
      const { page, stage } = seen;
      await typeCommand(page, 'video text', { prompt: 'a kite', [option]: value });
      await page.keyboard.press('Enter');
      const reason = page.getByRole('alert').filter({ hasText: option });
      await reason.getByText(sentence).waitFor();
      expect(await page.locator(`[data-option=${option}] input`).getAttribute('aria-invalid')).toBe('true');
      expect(stage.discord.state.messages(stage.discord.channels.general)).toEqual([]);
      await leave();
    });

    it('a prompt left empty is stopped in the composer, too', async () => {
      const { page } = seen;
      await typeCommand(page, 'video text', { prompt: '' });
      await page.keyboard.press('Enter');
      await page.getByRole('alert').filter({ hasText: 'prompt' }).waitFor();
      await leave();
    });

    it('and what only the bot can judge is refused in private', async () => {
      const { page, message, stage } = seen;
      await typeCommand(page, 'video text', { prompt: 'a kite', audio_url: 'http://127.0.0.1:1/tune.mp3' });
      await page.keyboard.press('Enter');
      const refusal = message("isn't a public address");
      await refusal.getByText('Only you can see this').waitFor();
      expect(await refusal.getByText(/Reference [A-Z0-9]{4}-[A-Z0-9]{4}/).count()).toBe(1);
      expect(stage.service.tasks).toEqual([]);
    });

    it('a channel in which the bot may not post is refused there, with what it lacks', async () => {
      const { page, message, stage } = seen;
      await page.getByRole('button', { name: /^bot-may-not-post/ }).press('Enter');
      await page.getByRole('textbox', { name: 'Message #bot-may-not-post' }).waitFor();
      await typeCommand(page, 'video text', { prompt: 'a kite' });
      await page.keyboard.press('Enter');
      const refusal = message('I need Send Messages and Attach Files in');
      await refusal.getByText('Only you can see this').waitFor();
      expect(await refusal.textContent()).toContain('bot-may-not-post');
      expect(stage.service.tasks).toEqual([]);
    });

    it('in Chinese, what the command and its options do and the refusal are Chinese', async () => {
      const { page, message } = seen;
      await page.getByRole('button', { name: /^Language: English/ }).press('Enter');
      await page.keyboard.type('/');
      const offered = page.getByRole('option').filter({ hasText: '/video text' });
      await offered.getByText('描述一段视频').waitFor();
      await page.keyboard.press('Backspace');
      await typeCommand(page, 'video text', { prompt: '风筝', audio_url: 'http://127.0.0.1:1/tune.mp3' });
      const hint = page.locator('#composer-hint');
      await page.locator('[data-option=audio_url] input').press('End');
      await hint.getByText('或音频的公开链接').waitFor();
      await page.keyboard.press('Enter');
      await message('发送消息').getByText('bot-may-not-post').waitFor();
      await page.getByRole('button', { name: /^语言/ }).press('Enter');
    });
  },
);
