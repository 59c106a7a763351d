import { describe, expect, it } from 'vitest';
import { inColours } from '../support/browser-colours.ts';
import { faintTexts } from '../support/browser-contrast.ts';
import { chatForAll } from '../support/chat-stage.ts';
import { skipsWithout } from '../support/needs.ts';

const prompt = { type: 3, name: 'prompt', description: 'What to show', required: true } as const;
const video = {
  name: 'video',
  description: 'Make videos',
  options: [{ type: 1, name: 'text', description: 'From a text', options: [prompt] }],
} as const;

describe.skipIf(skipsWithout('chromium', 'the greeting'))('a newcomer', () => {
  const chat = chatForAll({}, async ({ bot, discord, page, box }) => {
    await bot.application.commands.create(video, discord.guildId);
    await page.reload();
    await box.waitFor();
  });

  it('is told what to try, and a press puts it into the composer, ready to be sent', async () => {
    const { page } = chat.stage;
    const greeting = page.getByRole('region', { name: 'What you can try' });
    await greeting.getByRole('button', { name: /^\/video text/ }).click();
    const draft = page.getByRole('group', { name: 'Command /video text' });
    expect(await draft.getByRole('combobox', { name: /^prompt/ }).inputValue()).toContain('paper kite');
    await page.keyboard.press('Enter');
    await page.locator('discord-command').filter({ hasText: '/video text' }).first().waitFor();
    expect(await greeting.getByText('/knowledge ask').count()).toBe(0);
  });

  it('can mention the bot, by a chip or by typing, and reply with a ping', async () => {
    const { page, discord, bot, box, message } = chat.stage;
    const question = { type: 3, name: 'question', description: 'What to look up', required: true } as const;
    const ask = [{ type: 1, name: 'ask', description: 'Ask', options: [question] }] as const;
    const knowledge = { name: 'knowledge', description: 'Look things up', options: ask } as const;
    await bot.application.commands.create(knowledge, discord.guildId);
    await page.reload();
    await page.getByRole('button', { name: /^@emcee Can a ban/ }).click();
    await page.keyboard.press('Enter');
    const asked = message('Can a ban be appealed?');
    await asked.waitFor();
    await box.click();
    await page.keyboard.type('hello @emc');
    await page.getByRole('option', { name: /^@emcee/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await message('hello').last().waitFor();
    const channel = await bot.channels.fetch(discord.channels.general);
    if (channel?.isSendable()) await channel.send('Once, within thirty days.');
    const answer = page.locator('message-view').filter({ hasText: 'thirty days' });
    await answer.hover();
    await answer.getByRole('button', { name: 'Reply' }).click();
    await page.keyboard.type('and then?');
    await page.keyboard.press('Enter');
    await message('and then?').waitFor();
    await page.locator('message-view').filter({ hasText: 'hello' }).hover();
    await page
      .locator('message-view')
      .filter({ hasText: 'hello' })
      .getByRole('button', { name: 'Reply' })
      .click();
    await page.keyboard.type('never mind');
    await page.keyboard.press('Enter');
    await page.locator('discord-reply').filter({ hasText: 'hello @emcee' }).waitFor();
    const mentioning = discord.state
      .messages(discord.channels.general)
      .filter(({ mentions }) => mentions.users.includes(discord.botUserId));
    expect(mentioning.map(({ content }) => content)).toEqual([
      `<@${discord.botUserId}> Can a ban be appealed?`,
      `hello <@${discord.botUserId}>`,
      'and then?',
    ]);
  });

  it('finds a hint in an empty channel, and goes back and forth in the browser', async () => {
    const { page } = chat.stage;
    await page.getByRole('button', { name: /^videos/ }).click();
    const box = page.getByRole('textbox', { name: 'Message #videos' });
    await box.waitFor();
    await page.getByText('Nothing here yet.').waitFor();
    await page.goBack();
    await chat.stage.box.waitFor();
    await page.goForward();
    await box.waitFor();
    await page.goBack();
    await chat.stage.box.waitFor();
  });

  it.each(['dark', 'light'] as const)('can read every text in %s, whatever is open', async (colorScheme) => {
    const { page, bot, discord, box, message } = chat.stage;
    await inColours(page, colorScheme);
    const faint: Record<string, readonly string[]> = {};
    const look = async (what: string) => {
      faint[what] = await faintTexts(page);
    };
    await look('the greeting');
    await page
      .getByRole('complementary', { name: 'Members' })
      .getByText('Moderator', { exact: true })
      .hover();
    await look('the name of a moderator under the mouse');
    const general = await bot.channels.fetch(discord.channels.general);
    if (general?.isSendable()) await general.send(`<@${discord.people.member.id}>, your ${colorScheme} turn`);
    await message(`your ${colorScheme} turn`).waitFor();
    await look('a message that mentions the reader');
    await box.click();
    await page.keyboard.type('/vid');
    await page.getByRole('option').first().waitFor();
    await look('suggested commands');
    await page.keyboard.press('Enter');
    const draft = page.getByRole('group', { name: 'Command /video text' });
    await draft.waitFor();
    await look('a command');
    await page.keyboard.press('Enter');
    await page.getByText('This option is required').waitFor();
    await look('a command with something missing');
    for (const _ of [1, 2]) await page.keyboard.press('Escape');
    await draft.waitFor({ state: 'detached' });
    expect(Object.entries(faint).filter(([, texts]) => texts.length > 0)).toEqual([]);
  });

  it('has one heading for the page on a phone', async () => {
    const { page } = chat.stage;
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual(['general']);
  });
});
