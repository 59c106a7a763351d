import { describe, expect, test } from 'vitest';
import { chatForAll } from '../support/chat-stage.ts';
import { skipsWithout } from '../support/needs.ts';

describe.skipIf(skipsWithout('chromium', 'commands on the chat page'))('commands on the page', () => {
  const chat = chatForAll();

  test('are picked and filled in with the keyboard alone, and reach the bot as typed', async () => {
    const { page, box, record, message } = chat.stage;
    await box.click();
    await page.keyboard.type('/demo opt');
    const list = page.getByRole('listbox', { name: 'Commands' });
    await list.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    const prompt = page.locator('[data-option=prompt] input');
    await prompt.waitFor();
    await page.keyboard.type('hi');
    await page.keyboard.press('Tab');
    await page.getByRole('alert').filter({ hasText: 'Enter at least 3 characters.' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await page.locator('[data-option=size] input').inputValue()).toBe('Large');
    await page.keyboard.type(' there');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.getByRole('listbox', { name: 'Optional' }).waitFor();
    await page.keyboard.type('seconds');
    await page.keyboard.press('Tab');
    await page.keyboard.type('99');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'at most 15' }).waitFor();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Tab');
    await page.keyboard.type('colour');
    await page.keyboard.press('Tab');
    await page.keyboard.type('az');
    await page.getByRole('option', { name: 'azure' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await message('Received: hi there').waitFor();
    expect(record.commands.at(-1)).toEqual({
      name: 'options',
      locale: 'en-US',
      options: { prompt: 'hi there', size: 'l', seconds: 9, colour: 'colour-azure' },
    });
  });

  test('take a file for an attachment option', async () => {
    const { page, box, record, message } = chat.stage;
    await box.click();
    await page.keyboard.type('/demo options ');
    await page.locator('[data-option=prompt] input').fill('with a file');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('file');
    await page.keyboard.press('Tab');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: /^file: choose a file/ }).click();
    await (await chooser).setFiles({
      name: 'waves.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('waves'),
    });
    await page.getByRole('button', { name: /^file: waves\.txt/ }).waitFor();
    await page.getByRole('button', { name: 'Send command' }).click();
    await message('Received: with a file').waitFor();
    expect(record.commands.at(-1)?.options).toMatchObject({
      prompt: 'with a file',
      size: 's',
      file: 'waves.txt',
    });
  });

  test('that defer show that the application thinks, then a video that plays', async () => {
    const { page, message, run } = chat.stage;
    await run('video');
    await message('your video is ready').waitFor();
    const video = page.locator('video[data-filename="sunrise.mp4"]');
    await video.waitFor();
    expect(await video.getAttribute('aria-label')).toBe('A colour that brightens');
    const size = await video.evaluate(async (element) => {
      const player = element as unknown as {
        play(): Promise<void>;
        readonly videoWidth: number;
        readonly videoHeight: number;
        muted: boolean;
      };
      player.muted = true;
      await player.play();
      return [player.videoWidth, player.videoHeight];
    });
    expect(size).toEqual([160, 96]);
  });

  test('whose answer is private are marked so and can be dismissed', async () => {
    const { page, message, run } = chat.stage;
    await run('private');
    const answer = message('Between us two.');
    await answer.getByText('Only you can see this').waitFor();
    await answer.getByText('/demo private').waitFor();
    await answer.getByRole('button', { name: 'Dismiss message' }).click();
    await answer.waitFor({ state: 'detached' });
    expect(await page.getByText('Between us two.').count()).toBe(0);
  });

  test('that are not answered say so after a while', async () => {
    const { page, run } = chat.stage;
    await run('silence');
    const pending = page.locator('.pending-command');
    await pending.getByText('The application did not respond').waitFor();
    await pending.getByRole('button', { name: 'Dismiss message' }).click();
    await pending.waitFor({ state: 'detached' });
  });

  test('are worded and answered in the language of the person, and so is the page', async () => {
    const { page, record, message } = chat.stage;
    await page.getByRole('button', { name: /^Language: English/ }).click();
    await page.getByRole('textbox', { name: '发消息给 #general' }).click();
    await page.getByRole('button', { name: 'general（文字频道）' }).waitFor();
    await page.keyboard.type('/演示 选');
    await page.getByRole('option', { name: /演示 选项/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('你好世界');
    await page.keyboard.press('Tab');
    await page.getByRole('option', { name: '小' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await message('Received: 你好世界').waitFor();
    expect(record.commands.at(-1)).toMatchObject({
      locale: 'zh-CN',
      options: { prompt: '你好世界', size: 's' },
    });
    await page.getByRole('button', { name: '语言：中文。切换' }).click();
    await page.getByRole('textbox', { name: 'Message #general' }).waitFor();
  });
});
