import { AttachmentBuilder } from 'discord.js';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { startConsole } from '../../console/server.ts';
import { startDiscordSandbox } from '../../discord/server.ts';
import { wav } from '../support/audio-samples.ts';
import { openInBrowser } from '../support/browser-page.ts';
import { chatForAll } from '../support/chat-stage.ts';
import { skipsWithout } from '../support/needs.ts';
import { SandboxPerson } from '../support/sandbox-person.ts';
import { tinyVideo } from '../support/tiny-video.ts';

interface Player {
  muted: boolean;
  readonly currentTime: number;
  readonly duration: number;
  readonly error: unknown;
  play(): Promise<void>;
}

/** Plays until the clock of the player moved; its length in seconds. */
async function played(media: Locator): Promise<number> {
  await media.evaluate((element) => {
    const player = element as unknown as Player;
    player.muted = true;
    return player.play();
  });
  const now = () => media.evaluate((element) => (element as unknown as Player).currentTime);
  await expect.poll(now).toBeGreaterThan(0);
  return await media.evaluate((element) => (element as unknown as Player).duration);
}

describe.skipIf(skipsWithout('chromium', 'direct messages on the chat page'))('direct messages', () => {
  const chat = chatForAll();

  test('are explained while there are none', async () => {
    const { page } = chat.stage;
    await page.getByRole('button', { name: 'Direct messages' }).click();
    await page.getByRole('heading', { name: 'No direct messages yet' }).waitFor();
    await page.getByRole('button', { name: /^Sandbox community/ }).click();
  });

  test('of the bot are marked where one looks for them, opened, and their video plays', async () => {
    const { page, bot, discord, message } = chat.stage;
    const file = new AttachmentBuilder(tinyVideo(), { name: 'kept.mp4', description: 'A kept video' });
    await bot.users.send(discord.people.member.id, { content: 'Kept for you.', files: [file] });
    await page.getByRole('button', { name: 'Direct messages, 1 new' }).click();
    await page.getByRole('textbox', { name: /^Message @/ }).waitFor();
    await message('Kept for you.').waitFor();
    expect(await played(page.locator('video[data-filename="kept.mp4"]'))).toBeCloseTo(2, 0);
    await page.getByRole('button', { name: 'Direct messages', exact: true }).waitFor();
  });

  test('are answered', async () => {
    const { page, message, record } = chat.stage;
    const box = page.getByRole('textbox', { name: /^Message @/ });
    await box.fill('Thank you');
    await box.press('Enter');
    await message('Thank you').waitFor();
    expect(record.failures).toEqual([]);
  });

  test('hold sound, which plays', async () => {
    const { page, bot, discord } = chat.stage;
    const file = new AttachmentBuilder(wav(3), { name: 'speech.wav' });
    await bot.users.send(discord.people.member.id, { files: [file] });
    const sound = page.locator('figure[data-filename="speech.wav"]');
    await sound.getByRole('link', { name: 'speech.wav' }).waitFor();
    expect(await played(sound.locator('audio'))).toBeCloseTo(3, 1);
  });
});

describe.skipIf(skipsWithout('chromium', 'the chat page over a restart'))(
  'over a restart of the sandbox',
  () => {
    test('the page signs in again as the same person, in the same channel, with what was being written', async () => {
      let discord = await startDiscordSandbox();
      const port = Number(new URL(discord.baseUrl).port);
      await using served = await startConsole({ discordUrl: discord.baseUrl }).then((it) => ({
        ...it,
        [Symbol.asyncDispose]: () => it.close(),
      }));
      const { videos } = discord.channels;
      await using browser = await openInBrowser(`${served.url}/#moderator/${videos}`);
      const { page } = browser;
      const box = page.getByRole('textbox', { name: 'Message #videos' });
      await box.fill('half a sentence');
      const before = discord.people.moderator.token;
      await discord.close();
      await page.getByText(/Connection lost|Connecting…/).waitFor();
      discord = await startDiscordSandbox({ port });
      try {
        expect(discord.people.moderator.token).not.toBe(before);
        await page.locator('.banner').waitFor({ state: 'detached', timeout: 90_000 });
        await page.getByRole('button', { name: "You're Moderator. Switch person" }).waitFor();
        expect(new URL(page.url()).hash).toBe(`#moderator/${videos}`);
        expect(await box.inputValue()).toBe('half a sentence');
        await box.press('Enter');
        await page.locator('[data-message-id]').filter({ hasText: 'half a sentence' }).waitFor();
        await using owner = await SandboxPerson.connect(discord, discord.people.owner);
        await owner.send(videos, 'welcome back');
        await page.locator('[data-message-id]').filter({ hasText: 'welcome back' }).waitFor();
      } finally {
        await discord.close();
      }
    });
  },
);
