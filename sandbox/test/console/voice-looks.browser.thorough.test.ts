import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Console, startConsole } from '../../console/server.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../../discord/server.ts';
import { inColours } from '../support/browser-colours.ts';
import { contrastOf } from '../support/browser-contrast.ts';
import { openVoicePage, type VoicePage } from '../support/browser-voice.ts';
import { skipsWithout } from '../support/needs.ts';
import { SandboxPerson } from '../support/sandbox-person.ts';
import { tone } from '../support/tones.ts';

/** WCAG 2.2, 1.4.3: text against what is behind it. */
const readable = 4.5;
const width = 390;
const hum = tone(300, { onMs: 2000, offMs: 200 });

let discord: DiscordSandbox;
let served: Console;

describe.skipIf(skipsWithout('chromium', 'how voice looks'))('a voice channel', () => {
  beforeAll(async () => {
    discord = await startDiscordSandbox();
    served = await startConsole({ discordUrl: discord.baseUrl });
    await using owner = await SandboxPerson.connect(discord, discord.people.owner);
    await owner.fetched('PUT', `/channels/${discord.channels.voice}/voice-status`, {
      status: 'Reading #general aloud, which takes more words than fit into one line of a phone',
    });
  });

  afterAll(async () => {
    await served?.close();
    await discord?.close();
  });

  const open = (person: string, more: Partial<Parameters<typeof openVoicePage>[0]> = {}) =>
    openVoicePage({ url: served.url, person, channelId: discord.channels.voice, microphone: hum, ...more });
  const withoutMicrophone = { allowsMicrophone: false };

  describe('on a phone of 390 pixels', () => {
    let phone: VoicePage;

    beforeAll(async () => {
      phone = await open('member', { width, height: 844, touch: true, ...withoutMicrophone });
      await phone.join();
      return async () => await phone[Symbol.asyncDispose]();
    });

    test('fits, and has the controls of the call and its troubles in the channel itself', async () => {
      const { page } = phone;
      expect(await page.evaluate(() => Reflect.get(globalThis, 'document').documentElement.scrollWidth)).toBe(
        width,
      );
      const place = page.locator('.voice-place');
      await place.getByRole('alert').getByText("The microphone isn't allowed").waitFor();
      for (const name of ['Unmute', 'Deafen', 'Disconnect']) {
        const box = await place.getByRole('button', { name, exact: true }).boundingBox();
        expect(box?.x, name).toBeGreaterThan(0);
        expect((box?.x ?? width) + (box?.width ?? 0), name).toBeLessThanOrEqual(width);
      }
    });

    test('says why nothing can be said for anybody where no service runs', async () => {
      const place = phone.page.locator('.voice-place');
      await place
        .getByText("The sandbox's AI service isn't running, so sentences can't be voiced.")
        .waitFor();
      for (const role of ['textbox', 'combobox'] as const)
        expect(await place.getByRole(role).isDisabled(), role).toBe(true);
      expect(await place.getByRole('button', { name: 'Say', exact: true }).isDisabled()).toBe(true);
    });

    test.each(['light', 'dark'] as const)('is readable in the %s colours', async (colorScheme) => {
      const { page } = phone;
      await inColours(page, colorScheme);
      await page.getByRole('button', { name: 'Channels' }).click();
      const place = page.locator('.voice-place');
      for (const text of [
        place.locator('.voice-status'),
        place.locator('.voice-name'),
        place.getByRole('alert'),
        page.locator('.channels .voice-status'),
        page.locator('.channels .voice-name'),
        page.getByText('Voice connected'),
        page.locator('.voice-place-link'),
        page.getByText('Volume'),
      ])
        expect(await contrastOf(text), String(text)).toBeGreaterThanOrEqual(readable);
      await page.keyboard.press('Escape');
    });
  });

  test('is entered and left with the keyboard alone, which is never lost', async () => {
    await using member = await open('member');
    const { page } = member;
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = Reflect.get(globalThis, 'document');
        return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent.trim();
      });
    await page.getByRole('button', { name: 'Join with microphone' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Voice connected').waitFor();
    expect(await focused()).toBe('Mute');
    await page.keyboard.press('Space');
    await expect.poll(focused).toBe('Unmute');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Disconnect');
    await page.keyboard.press('Enter');
    await page.getByText('Voice connected').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Lounge (voice channel)');
  });

  test('follows the reader to other channels: the panel has the call, its troubles and the way back', async () => {
    await using newcomer = await open('newcomer', withoutMicrophone);
    const { page } = newcomer;
    await newcomer.join();
    await page.getByRole('button', { name: /^general \(text/ }).click();
    const panel = page.getByRole('region', { name: 'Voice', exact: true });
    await panel.getByRole('alert').getByText("The microphone isn't allowed").waitFor();
    await panel.getByRole('button', { name: 'Lounge' }).click();
    await page.getByRole('textbox', { name: 'Message #Lounge' }).waitFor();
    expect(await panel.getByRole('alert').count()).toBe(0);
  });

  test('plays as loud as the person wants', async () => {
    await using speaker = await open('owner');
    await using listener = await open('member', withoutMicrophone);
    await speaker.join();
    await listener.join();
    const level = () => listener.level('Level of what you hear');
    await expect.poll(level, { timeout: 90_000 }).toBeGreaterThan(50);
    await listener.page.getByRole('slider', { name: 'Volume' }).focus();
    await listener.page.keyboard.press('Home');
    await expect.poll(level, { timeout: 90_000 }).toBe(0);
    expect(await listener.page.getByRole('slider').getAttribute('aria-valuetext')).toBe('0 percent');
    await listener.page.keyboard.press('End');
    await expect.poll(level, { timeout: 90_000 }).toBeGreaterThan(60);
  });
});
