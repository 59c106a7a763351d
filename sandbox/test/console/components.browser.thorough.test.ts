import { ButtonStyle, ComponentType } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { faintTexts } from '../support/browser-contrast.ts';
import { chatForAll } from '../support/chat-stage.ts';
import { skipsWithout } from '../support/needs.ts';

describe.skipIf(skipsWithout('chromium', 'components on the chat page'))('components on the page', () => {
  const chat = chatForAll();

  test('an embed shows its parts', async () => {
    const { message, run } = chat.stage;
    await run('embed');
    const embed = message('A title that is a link');
    await embed.getByRole('link', { name: 'A title that is a link' }).waitFor();
    for (const part of ['Model', 'gen2.7-t2v', 'A footer', 'small print']) {
      expect(await embed.getByText(part).count(), part).toBeGreaterThan(0);
    }
    const spoiler = embed.getByRole('button', { name: /^Spoiler/ });
    await spoiler.press('Enter');
    expect(await embed.locator('discord-spoiler').getAttribute('activated')).toBe('');
  });

  test('a button is pressed, and the message changes under it', async () => {
    const { message } = chat.stage;
    const panel = message('A title that is a link');
    await panel.getByRole('button', { name: 'keep' }).click();
    await message('Pressed keep').waitFor();
    expect(await message('Pressed keep').getByText('(edited)').count()).toBe(1);
  });

  test('an edited message without words says so below its components', async () => {
    const { bot, discord, message } = chat.stage;
    const channel = await bot.channels.fetch(discord.channels.general);
    if (!channel?.isSendable()) throw new Error('The bot cannot write here.');
    const sent = await channel.send({ embeds: [{ title: 'Before the edit' }] });
    await sent.edit({ embeds: [{ title: 'After the edit' }] });
    await message('After the edit').getByText('(edited)').waitFor();
  });

  test('a disabled button cannot be pressed, and a link button is a link', async () => {
    const { message } = chat.stage;
    const panel = message('A title that is a link');
    expect(await panel.getByRole('button', { name: 'never' }).isDisabled()).toBe(true);
    expect(await panel.getByRole('link', { name: /^Read more/ }).getAttribute('href')).toBe(
      'https://example.org/more',
    );
  });

  test('a press that is not answered waits, then says that it failed', async () => {
    const { page, message } = chat.stage;
    const panel = message('A title that is a link');
    const ignored = panel.getByRole('button', { name: 'ignored' });
    await ignored.click();
    expect(await ignored.getAttribute('aria-busy')).toBe('true');
    await panel.getByText('This interaction failed').waitFor();
    expect(await faintTexts(page)).toEqual([]);
    expect(await ignored.getAttribute('aria-busy')).toBeNull();
  });

  test('the focus stays where it was while a press waits, and in the message when its control is gone', async () => {
    const { bot, discord, page, message } = chat.stage;
    const channel = await bot.channels.fetch(discord.channels.general);
    if (!channel?.isSendable()) throw new Error('The bot cannot write here.');
    const row = (...ids: readonly string[]) => ({
      type: ComponentType.ActionRow as const,
      components: ids.map((id) => ({
        ...{ type: ComponentType.Button as const, style: ButtonStyle.Primary as const },
        ...{ customId: id, label: id },
      })),
    });
    const sent = await channel.send({
      content: 'Where is the focus?',
      components: [row('ignored', 'aside'), row('last')],
    });
    const panel = message('Where is the focus?');
    const focused = async () =>
      await page.evaluate<string | null>('document.activeElement.getAttribute("aria-label")');
    await panel.getByRole('button', { name: 'last' }).focus();
    await panel.getByRole('button', { name: 'ignored' }).dispatchEvent('click');
    await panel.locator('[data-custom-id=aside][aria-disabled=true]').waitFor();
    expect(await focused()).toBe('last');
    await panel.getByText('This interaction failed').waitFor();
    await sent.edit({ components: [row('ignored', 'aside')] });
    await panel.getByRole('button', { name: 'last' }).waitFor({ state: 'detached' });
    expect(await focused()).toBe('ignored');
  });

  test('a form is filled in, refuses what does not fit, and is sent', async () => {
    const { page, message, record } = chat.stage;
    await message('A title that is a link').getByRole('button', { name: 'form' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit the prompt' });
    const prompt = dialog.getByRole('textbox', { name: 'Prompt' });
    expect(await prompt.inputValue()).toBe('A lighthouse in fog');
    await prompt.fill('abc');
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByText('Must be at least 5 characters.').waitFor();
    expect(await faintTexts(page)).toEqual([]);
    await prompt.fill('A harbour at night');
    await dialog.getByRole('button', { name: 'Size' }).click();
    expect(await faintTexts(page)).toEqual([]);
    await dialog.getByRole('option', { name: '1080P' }).click();
    await dialog.getByRole('radio', { name: 'Fast' }).check();
    await dialog.getByRole('checkbox', { name: 'Sound' }).check();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await message('Changed to: A harbour at night').waitFor();
    expect(await dialog.count()).toBe(0);
    expect(record.modals.at(-1)).toEqual({
      prompt: 'A harbour at night',
      size: ['1080p'],
      speed: 'fast',
      extras: ['sound'],
      remember: false,
    });
  });

  test('Escape closes a form without sending it', async () => {
    const { page, record, run } = chat.stage;
    const before = record.modals.length;
    await run('form');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(record.modals).toHaveLength(before);
  });

  test('selects take several values, people and channels, with the keyboard', async () => {
    const { page, message, record, run } = chat.stage;
    await run('selects');
    const choose = message('Choose:');
    await choose.getByRole('button', { name: 'Two flavours' }).click();
    expect(await faintTexts(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.keyboard.type('lem');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await message('You chose: vanilla, lemon').waitFor();
    await choose.getByRole('button', { name: 'Somebody' }).click();
    await page.keyboard.type('newc');
    await page.keyboard.press('Enter');
    await message(`You chose: ${chat.stage.discord.people.newcomer.id}`).waitFor();
    await choose.getByRole('button', { name: 'A channel' }).click();
    await page.keyboard.type('videos');
    await page.keyboard.press('Enter');
    await message(`You chose: ${chat.stage.discord.channels.videos}`).waitFor();
    expect(record.selects.map((select) => select.customId)).toEqual(['flavours', 'who', 'where']);
  });

  test('a select with too few values chosen sends nothing', async () => {
    const { page, message, record } = chat.stage;
    const before = record.selects.length;
    const face = message('Choose:').locator('[data-custom-id=flavours]');
    await face.click();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(record.selects).toHaveLength(before);
  });

  test('components of the second generation are all drawn', async () => {
    const { message, run } = chat.stage;
    await run('panel');
    const panel = message('A panel');
    await panel.getByRole('img', { name: 'A blue square' }).waitFor();
    expect(await panel.getByRole('button', { name: 'Beside' }).count()).toBe(1);
    expect(await panel.getByRole('separator').count()).toBe(1);
    expect(await panel.locator('.gallery').getAttribute('data-count')).toBe('2');
    expect(await panel.getByText('notes.txt').count()).toBe(1);
    const spoiler = panel.getByRole('button', { name: 'Spoiler, press to reveal' });
    await spoiler.click();
    await panel.getByRole('img', { name: 'Green' }).waitFor();
    expect(await spoiler.count()).toBe(0);
  });
});
