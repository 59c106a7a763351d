import { afterAll, describe, expect, test } from 'vitest';
import { chatForAll } from '../support/chat-stage.ts';
import { skipsWithout } from '../support/needs.ts';
import { SandboxPerson } from '../support/sandbox-person.ts';

describe.skipIf(skipsWithout('chromium', 'the chat page'))('the chat page', () => {
  let owner: SandboxPerson;
  const chat = chatForAll({}, async ({ discord }) => {
    owner = await SandboxPerson.connect(discord, discord.people.owner);
  });
  afterAll(() => owner?.disconnect());

  test('lists what the person can see, and opens it', async () => {
    const { page } = chat.stage;
    const channels = page.getByRole('navigation', { name: 'Channels' });
    await channels.getByRole('button', { name: /^Lounge \(voice/ }).click();
    await page.getByRole('textbox', { name: 'Message #Lounge' }).waitFor();
    expect(await channels.getByRole('button', { name: /moderators-only/ }).count()).toBe(0);
    await channels.getByRole('button', { name: /^videos/ }).click();
    await page.getByRole('textbox', { name: 'Message #videos' }).waitFor();
    await channels.getByRole('button', { name: /^general/ }).click();
    await chat.stage.box.waitFor();
  });

  test('sends with Enter, breaks lines with Shift+Enter, and shows markdown', async () => {
    const { page, box, message } = chat.stage;
    await box.click();
    await page.keyboard.type('Hello **there**');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second line');
    await page.keyboard.press('Enter');
    const sent = message('second line');
    await sent.waitFor();
    expect(await sent.locator('strong').textContent()).toContain('there');
    expect(await box.inputValue()).toBe('');
  });

  test('shows markup of web pages as what it is: words', async () => {
    const { page, box, message } = chat.stage;
    const hostile = '<img src=x onerror="document.title=1"><b>bold</b>';
    await box.fill(hostile);
    await box.press('Enter');
    await message(hostile).waitFor();
    expect(await page.locator('img[src=x]').count()).toBe(0);
  });

  test('sends files', async () => {
    const { page, box, message } = chat.stage;
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('some notes') };
    await page.getByLabel('Attach files').setInputFiles(notes);
    await page.getByRole('list', { name: 'Files to send' }).getByText('10 bytes').waitFor();
    await box.press('Enter');
    await message('notes.txt').waitFor();
  });

  test("answers a message and deletes one's own", async () => {
    const { page, box, message, discord } = chat.stage;
    await owner.send(discord.channels.general, 'Who answers me?');
    await message('Who answers me?').first().waitFor();
    const question = page.locator('message-view').filter({ hasText: 'Who answers me?' }).first();
    await question.hover();
    await question.getByRole('button', { name: 'Reply' }).click();
    await page.getByText('Replying to').waitFor();
    await box.fill('I do.');
    await box.press('Enter');
    const answer = page.locator('message-view').filter({ hasText: 'I do.' });
    await answer.locator('discord-reply').waitFor();
    await answer.hover();
    await answer.getByRole('button', { name: 'Delete message' }).click();
    await answer.waitFor({ state: 'detached' });
    await question.hover();
    expect(await question.getByRole('button', { name: 'Delete message' }).count()).toBe(0);
  });

  test('marks channels with something new, and highlights a mention', async () => {
    const { page, message, discord } = chat.stage;
    await owner.send(discord.channels.videos, `Look, <@${discord.people.member.id}>`);
    const channel = page.getByRole('button', { name: 'videos (text channel, unread)' });
    await channel.waitFor();
    expect(await channel.locator('.badge').textContent()).toBe('1');
    await channel.click();
    const mention = message('Look,');
    await mention.waitFor();
    expect(await mention.getAttribute('highlight')).toBe('');
    await page.getByRole('separator', { name: 'New messages' }).waitFor();
    await page.locator(`[data-channel-id="${discord.channels.general}"]`).first().click();
    expect(await page.getByRole('button', { name: 'videos (text channel)' }).count()).toBe(1);
  });

  test('says who is typing', async () => {
    const { page, discord } = chat.stage;
    await fetch(`${discord.apiUrl}/v10/channels/${discord.channels.general}/typing`, {
      method: 'POST',
      headers: { authorization: discord.people.owner.token },
    });
    await page.getByText('Owner is typing…').waitFor();
  });

  test('reads back through the history and jumps to the latest', async () => {
    const { page, message, discord } = chat.stage;
    const address = page.url();
    // A page that looks on would draw all of them again with each.
    await page.goto('about:blank');
    for (let count = 1; count <= 120; count += 1)
      await owner.send(discord.channels.general, `line ${count} of many`);
    await page.goto(address);
    await message('line 120 of many').waitFor();
    expect(await page.getByText('line 20 of many').count()).toBe(0);
    const stream = page.getByRole('log');
    await expect
      .poll(
        async () => {
          await stream.evaluate((element) => {
            (element as unknown as { scrollTop: number }).scrollTop = 0;
          });
          return page.getByText('line 20 of many').count();
        },
        { timeout: 90_000 },
      )
      .toBe(1);
    await page.getByRole('button', { name: 'Jump to latest' }).click();
    await page.getByRole('button', { name: 'Jump to latest' }).waitFor({ state: 'detached' });
    expect(await message('line 120 of many').isVisible()).toBe(true);
  });

  test('goes to the foot for what the person says themselves, however far back they read', async () => {
    const { page, box, message } = chat.stage;
    const toFoot = page.getByRole('button', { name: 'Jump to latest' });
    const readBack = async () => {
      await page.getByRole('log').hover();
      await page.mouse.wheel(0, -2_000);
      await toFoot.waitFor();
    };
    await readBack();
    await box.fill('said from far above');
    await box.press('Enter');
    await message('said from far above').waitFor();
    await toFoot.waitFor({ state: 'detached' });
    await readBack();
    await chat.stage.run('embed');
    await toFoot.waitFor({ state: 'detached' });
  });

  test('comes back by itself after the connection was lost, with what was said meanwhile', async () => {
    const { page, message, discord } = chat.stage;
    discord.gateway.dropAll();
    await owner.send(discord.channels.general, 'said meanwhile');
    await message('said meanwhile').waitFor();
    await page.locator('.banner').waitFor({ state: 'detached' });
  });

  test('is used as somebody else, and remembers whom in its address', async () => {
    const { page, discord } = chat.stage;
    await page.getByRole('button', { name: /Switch person$/ }).click();
    await page.getByRole('menuitemradio', { name: 'moderator' }).click();
    await page.getByRole('button', { name: /moderators-only/ }).waitFor();
    expect(new URL(page.url()).hash).toBe(`#moderator/${discord.channels.general}`);
    await page.reload();
    await page.getByRole('button', { name: "You're Moderator. Switch person" }).waitFor();
  });
});

describe.skipIf(skipsWithout('chromium', 'the chat page on a phone'))('on a phone', () => {
  const chat = chatForAll({ width: 390, height: 780, colorScheme: 'light' });

  test('nothing scrolls the page sideways, not even the focus on its way into a drawer', async () => {
    const moved = await chat.stage.page.evaluate<readonly number[]>(
      `[...document.querySelectorAll('html, body, chat-page, .page')].map((each) => { each.scrollLeft = 60; return each.scrollLeft; })`,
    );
    expect(moved).toEqual([0, 0, 0, 0]);
  });

  test('the channels are a drawer that closes when one is chosen', async () => {
    const { page } = chat.stage;
    const videos = page.getByRole('button', { name: /^videos/ });
    expect(await videos.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Channels' }).click();
    await videos.click();
    await page.getByRole('textbox', { name: 'Message #videos' }).waitFor();
    await expect.poll(() => videos.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Channels' }).click();
    await page.getByRole('button', { name: /^general/ }).click();
  });

  test('nothing is wider than the screen, whatever the bot sends', async () => {
    const { page, run, message } = chat.stage;
    for (const subcommand of ['embed', 'panel', 'selects']) await run(subcommand);
    await message('Choose:').waitFor();
    await page
      .locator('message-view')
      .last()
      .click({ button: 'right', position: { x: 200, y: 60 } });
    await page.getByRole('menuitem', { name: 'Apps' }).click();
    await page.getByRole('menuitem', { name: /^Count its files/ }).click();
    await message('Its files: none').waitFor();
    const overflow = await page.getByRole('log').evaluate((element) => {
      const box = element as unknown as { readonly scrollWidth: number; readonly clientWidth: number };
      return box.scrollWidth - box.clientWidth;
    });
    expect(overflow).toBe(0);
  });

  test('follows the light colours of the system, and the switch beats them', async () => {
    const { page } = chat.stage;
    const background = () =>
      page.evaluate(() => Reflect.get(globalThis, 'document').documentElement.dataset.theme);
    expect(await background()).toBe('light');
    await page.getByRole('button', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'Switch to dark colours' }).click();
    expect(await background()).toBe('dark');
  });
});
