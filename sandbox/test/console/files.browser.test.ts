import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chatForAll } from '../support/chat-stage.ts';
import { skipsWithout } from '../support/needs.ts';

const text = (name: string, content = name) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** Files dragged from the desktop and let go over an element, or pasted into it. */
async function give(
  page: Page,
  onto: Locator,
  kind: 'drop' | 'paste',
  names: readonly string[],
): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const Transfer = Reflect.get(globalThis, 'DataTransfer');
    const data = new Transfer();
    for (const name of given) data.items.add(new File([name], name, { type: 'text/plain' }));
    return data;
  }, names);
  if (kind === 'drop') {
    await onto.dispatchEvent('dragover', { dataTransfer: transfer });
    await onto.dispatchEvent('drop', { dataTransfer: transfer });
    return;
  }
  await onto.evaluate((element, data) => {
    const Paste = Reflect.get(globalThis, 'ClipboardEvent');
    element.dispatchEvent(new Paste('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, transfer);
}

describe.skipIf(skipsWithout('chromium', 'files on the chat page'))('files on the page', () => {
  const chat = chatForAll();

  test('are dropped anywhere on the conversation and pasted into the box, and go with the message', async () => {
    const { page, box, message } = chat.stage;
    const conversation = page.getByRole('log');
    const held = await page.evaluateHandle(() => new (Reflect.get(globalThis, 'DataTransfer'))());
    await held.evaluate((data) => data.items.add(new File(['x'], 'x.txt')));
    await conversation.dispatchEvent('dragover', { dataTransfer: held });
    await page.getByText('Drop to attach').waitFor();
    await give(page, conversation, 'drop', ['dropped.txt']);
    expect(await page.getByText('Drop to attach').count()).toBe(0);
    await give(page, box, 'paste', ['pasted.txt']);
    const tray = page.getByRole('list', { name: 'Files to send' });
    await tray.getByText('pasted.txt').waitFor();
    await tray.getByRole('button', { name: 'Remove dropped.txt' }).click();
    await give(page, conversation, 'drop', ['again.txt']);
    await box.press('Enter');
    await message('pasted.txt').filter({ hasText: 'again.txt' }).waitFor();
    expect(await message('dropped.txt').count()).toBe(0);
  });

  test('more than ten are not taken, which is said', async () => {
    const { page, box } = chat.stage;
    const names = Array.from({ length: 11 }, (_, number) => `file-${number}.txt`);
    await give(page, box, 'drop', names);
    await page.getByText('You can attach up to 10 files.').waitFor();
    const tray = page.getByRole('list', { name: 'Files to send' });
    expect(await tray.getByRole('listitem').count()).toBe(10);
    for (const name of names.slice(0, 10)) await tray.getByRole('button', { name: `Remove ${name}` }).click();
    await tray.waitFor({ state: 'detached' });
  });

  test('for a form are chosen and dropped, shown with kind and size, refused by kind, and sent', async () => {
    const { page, message, record, run } = chat.stage;
    await run('upload');
    const dialog = page.getByRole('dialog', { name: 'Add references' });
    await dialog.getByText('Up to 3 files: pictures, .txt').waitFor();
    expect(await dialog.getByRole('textbox', { name: 'Seed' }).inputValue()).toBe('7');
    await dialog.getByLabel('References').setInputFiles(text('notes.txt', 'ten bytes!'));
    const chosen = dialog.getByRole('list', { name: 'Chosen files' });
    await chosen.getByText('TXT · 10 bytes').waitFor();
    await give(page, dialog.locator('.file-drop'), 'drop', ['film.mp4', 'sketch.png']);
    await chosen.getByText('sketch.png').waitFor();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.getByText("film.mp4 isn't allowed here. Choose one of these: pictures, .txt.").waitFor();
    await chosen.getByRole('button', { name: 'Remove film.mp4' }).click();
    await dialog.getByRole('button', { name: 'Size: 720P' }).click();
    await dialog.getByRole('option', { name: '1080P' }).click();
    await dialog.getByRole('button', { name: 'Size: 1080P' }).waitFor();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await message('Took 2: notes.txt (10), sketch.png (10)').waitFor();
    expect(record.modals.at(-1)).toMatchObject({ size: ['1080p'], seed: '7' });
  });

  test('may be left out of a form that does not require them', async () => {
    const { page, message, run } = chat.stage;
    await run('upload');
    await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
    await message('Took 0:').waitFor();
  });

  test('for a command fill its options one after the other, and what finds no place is said', async () => {
    const { page, box, message, record } = chat.stage;
    await box.click();
    await page.keyboard.type('/many ');
    await page.locator('[data-option=prompt] input').fill('with files');
    await give(page, page.getByRole('log'), 'drop', ['one.txt', 'two.txt']);
    await page.getByRole('button', { name: /^reference2: two\.txt/ }).waitFor();
    await give(page, page.locator('[data-option=reference1]'), 'drop', ['other.txt']);
    await page.getByRole('button', { name: /^reference1: other\.txt/ }).waitFor();
    await give(page, page.locator('.command-draft'), 'paste', ['three.txt']);
    await page.getByRole('button', { name: /^reference3: three\.txt/ }).waitFor();
    await give(page, page.getByRole('log'), 'drop', ['four.txt', 'five.txt', 'six.txt']);
    await page.getByText("1 file doesn't fit any option.").waitFor();
    await page.getByRole('button', { name: 'Send command' }).click();
    await message('Received all: with files').waitFor();
    expect(record.commands.at(-1)?.options).toEqual({
      prompt: 'with files',
      reference1: 'other.txt',
      reference2: 'two.txt',
      reference3: 'three.txt',
      reference4: 'four.txt',
      reference5: 'five.txt',
    });
  });
});
