import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { chatForAll, openChat } from '../support/chat-stage.ts';
import { skipsWithout } from '../support/needs.ts';
import { SandboxPerson } from '../support/sandbox-person.ts';

const text = 'A lighthouse in fog, seen from a boat';

describe.skipIf(skipsWithout('chromium', 'menus on the chat page'))('the context menu', () => {
  let owner: SandboxPerson;
  let post: Locator;

  const chat = chatForAll({}, async (stage) => {
    owner = await SandboxPerson.connect(stage.discord, stage.discord.people.owner);
    await owner.send(stage.discord.channels.general, text, [
      { name: 'sketch.txt', bytes: Buffer.from('a sketch') },
    ]);
    post = stage.page.locator('message-view').filter({ hasText: text }).first();
    await post.waitFor();
  });
  afterAll(() => owner?.disconnect());

  test('opens on a right click, and a command of the bot gets the message and asks back, filled in', async () => {
    const { page, message } = chat.stage;
    await post.getByText(text).click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Message actions' });
    await menu.getByRole('menuitem', { name: 'Apps' }).hover();
    const apps = page.getByRole('menu', { name: 'Apps' });
    await apps.getByRole('menuitem', { name: /^Make a video of this/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Make a video of this' });
    expect(await dialog.getByRole('textbox', { name: 'Prompt' }).inputValue()).toBe(text);
    expect(await menu.count()).toBe(0);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await message(`Changed to: ${text}`).waitFor();
  });

  test('gives the command the files of the message, too, and the answer names the command', async () => {
    const { page, message } = chat.stage;
    await post.getByText(text).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Apps' }).click();
    await page.getByRole('menuitem', { name: /^Count its files/ }).click();
    const answer = message('Its files: sketch.txt');
    await answer.waitFor();
    expect(await answer.locator('discord-command').getAttribute('command')).toBe('Count its files');
    await answer.getByRole('button', { name: 'Dismiss message' }).click();
    await answer.waitFor({ state: 'detached' });
  });

  test('works by keyboard: More, arrows into the group and back, Escape, and the focus returns', async () => {
    const { page } = chat.stage;
    const more = post.getByRole('button', { name: 'More' });
    await more.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'Message actions' });
    await menu.waitFor();
    expect(await more.getAttribute('aria-expanded')).toBe('true');
    const focused = () => page.locator('[role=menuitem]:focus').textContent();
    await expect.poll(focused).toContain('Reply');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('Apps');
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toContain('Count its files');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('Make a video of this');
    await page.keyboard.press('Escape');
    expect(await focused()).toContain('Apps');
    await page.keyboard.press('End');
    expect(await focused()).toContain('Copy text');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('Reply');
    await page.keyboard.press('c');
    expect(await focused()).toContain('Copy text');
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    expect(await more.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  });

  test.each(['Shift+F10', 'ContextMenu'])('opens with %s', async (key) => {
    const { page } = chat.stage;
    await post.getByRole('button', { name: 'Reply' }).focus();
    await page.keyboard.press(key);
    await page.getByRole('menu', { name: 'Message actions' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  });

  test('answers the message, and leads to the box where the answer is written', async () => {
    const { page, box } = chat.stage;
    await post.getByRole('button', { name: 'More' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus').filter({ hasText: 'Reply' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Replying to').waitFor();
    await page.keyboard.type('Straight into the box');
    expect(await box.inputValue()).toBe('Straight into the box');
    await page.keyboard.press('Enter');
    await post
      .page()
      .locator('message-view')
      .filter({ hasText: 'Straight into the box' })
      .locator('discord-reply')
      .waitFor();
  });

  test('copies the text, and says so', async () => {
    const { page } = chat.stage;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await post.getByText(text).click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Copy text' }).click();
    await page.getByText('Text copied.').waitFor();
    const clipboard = () => Reflect.get(Reflect.get(globalThis, 'navigator'), 'clipboard').readText();
    expect(await page.evaluate(clipboard)).toBe(text);
  });

  test("deletes one's own message, and offers that for no other", async () => {
    const { page, box, message } = chat.stage;
    await post.getByText(text).click({ button: 'right' });
    await page.getByRole('menu').waitFor();
    expect(await page.getByRole('menuitem', { name: 'Delete message' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await box.fill('to be deleted');
    await box.press('Enter');
    await message('to be deleted').getByText('to be deleted').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete message' }).click();
    await message('to be deleted').waitFor({ state: 'detached' });
  });

  test('of a person holds the commands for people, and opens direct messages with them', async () => {
    const { page, message } = chat.stage;
    const members = page.getByRole('complementary', { name: 'Members' });
    await members.getByRole('button', { name: /^Newcomer/ }).click();
    await page.getByRole('menuitem', { name: 'Apps' }).click();
    await page.getByRole('menuitem', { name: /^Greet/ }).click();
    await message('Hello, Newcomer!').waitFor();
    await post.locator('.discord-author-avatar').click({ button: 'right' });
    await page.getByRole('menu', { name: 'Actions for Owner' }).waitFor();
    await page.getByRole('menuitem', { name: 'Message' }).click();
    await page.getByRole('textbox', { name: 'Message @Owner' }).waitFor();
    await page.locator(`[data-guild-id="${chat.stage.discord.guildId}"]`).click();
    await chat.stage.box.waitFor();
  });
});

describe.skipIf(skipsWithout('chromium', 'menus on a phone'))('the context menu on a phone', () => {
  test('opens on a long press, stays when the finger lifts, and closes beside it', async () => {
    await using stage = await openChat({ width: 390, height: 780, touch: true });
    await using owner = await SandboxPerson.connect(stage.discord, stage.discord.people.owner);
    await owner.send(stage.discord.channels.general, text);
    const { page, message } = stage;
    const box = await message(text).getByText(text).boundingBox();
    if (!box) throw new Error('The message is not on the screen.');
    const browser = await page.context().newCDPSession(page);
    const touchPoints = [{ x: box.x + 20, y: box.y + 8 }];
    const press = () => browser.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const lift = () => browser.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await press();
    const menu = page.getByRole('menu', { name: 'Message actions' });
    await menu.waitFor();
    await lift();
    await menu.getByRole('menuitem', { name: 'Apps' }).tap();
    await menu.getByRole('menuitem', { name: /^Make a video of this/ }).tap();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('textbox', { name: 'Prompt' }).inputValue()).toBe(text);
    await dialog.getByRole('button', { name: 'Cancel' }).tap();
    await press();
    await menu.waitFor();
    await lift();
    await page.touchscreen.tap(100, 60);
    await menu.waitFor({ state: 'detached' });
    expect(stage.complaints).toEqual([]);
  });
});
