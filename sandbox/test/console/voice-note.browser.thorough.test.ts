import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { voiceOf } from '../../console/say/say-route.ts';
import { type Console, startConsole } from '../../console/server.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../../discord/server.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../service/server.ts';
import { compareSound } from '../support/audio-compare.ts';
import { inColours } from '../support/browser-colours.ts';
import { contrastOf } from '../support/browser-contrast.ts';
import { type BrowserPage, openInBrowser } from '../support/browser-page.ts';
import { microphoneSwitches } from '../support/browser-voice.ts';
import { skipsWithout } from '../support/needs.ts';
import { decoded } from '../support/recordings.ts';
import { SandboxPerson } from '../support/sandbox-person.ts';

const patience = { timeout: 60_000 };
const width = 390;
const readable = 4.5;
const isVoiceMessage = 1 << 13;
const sentence = 'Good evening, everybody. Shall we begin?';

let discord: DiscordSandbox;
let service: ServiceSandbox;
let served: Console;

describe.skipIf(skipsWithout('chromium', 'voice messages'))('voice messages', () => {
  let member: BrowserPage;
  let newcomer: BrowserPage;
  let watcher: SandboxPerson;

  const open = (name: string, options: Parameters<typeof openInBrowser>[1] = {}) =>
    openInBrowser(`${served.url}/#${name}/${discord.channels.general}`, options);
  const button = ({ page }: BrowserPage) =>
    page.locator('.writing').getByRole('button', { name: 'Voice message' });
  const box = ({ page }: BrowserPage) => page.locator('.voice-note');
  const field = ({ page }: BrowserPage) =>
    page.getByRole('textbox', { name: 'Say it for me, as a voice message' });
  const soundOf = async (message: { readonly attachments: readonly { readonly url: string }[] }) => {
    const response = await fetch(message.attachments[0]?.url ?? '');
    const samples = await decoded(new Uint8Array(await response.arrayBuffer()));
    return { samples, sampleRateHz: 16_000 } as const;
  };
  const fromMember = (message: { readonly flags?: number; readonly author: { readonly id: string } }) =>
    ((message.flags ?? 0) & isVoiceMessage) !== 0 && message.author.id === discord.people.member.id;

  beforeAll(async () => {
    discord = await startDiscordSandbox();
    service = await startServiceSandbox({ port: 0 });
    served = await startConsole({ discordUrl: discord.baseUrl, serviceUrl: service.baseUrl });
    watcher = await SandboxPerson.connect(discord, discord.people.moderator);
    member = await open('member', {
      permissions: ['microphone'],
      switches: microphoneSwitches(),
    });
    newcomer = await open('newcomer', { width, height: 844, touch: true });
  });

  afterAll(async () => {
    await member?.[Symbol.asyncDispose]();
    await newcomer?.[Symbol.asyncDispose]();
    watcher?.disconnect();
    await Promise.all([served?.close(), service?.close(), discord?.close()]);
  });

  test('are typed, voiced and sent by somebody without a microphone, all by keyboard', async () => {
    await button(newcomer).focus();
    await newcomer.page.keyboard.press('Enter');
    await expect
      .poll(() => field(newcomer).evaluate((input) => input === input.ownerDocument.activeElement), patience)
      .toBe(true);
    await box(newcomer).getByRole('button', { name: 'Record' }).press('Enter');
    await newcomer.page.getByText(/You can still type what to say\./).waitFor();
    await field(newcomer).fill(sentence);
    await field(newcomer).press('Enter');
    const message = await watcher.untilMessage(({ flags }) => ((flags ?? 0) & isVoiceMessage) !== 0);
    expect(message).toMatchObject({ content: '', flags: isVoiceMessage });
    const samples = await service.realtime.voice(sentence, voiceOf(discord.people.newcomer.id), 48_000);
    expect(message.attachments).toMatchObject([
      {
        filename: 'voice-message.ogg',
        content_type: 'audio/ogg',
        duration_secs: samples.length / 48_000,
        waveform: expect.stringMatching(/^[\w+/]+=*$/),
      },
    ]);
    const sent = await soundOf(message);
    expect(compareSound({ samples, sampleRateHz: 48_000 }, sent).correlation).toBeGreaterThan(0.8);
    await expect.poll(() => box(newcomer).count(), patience).toBe(0);
  });

  test('are recorded at the microphone, as a reply to what was heard', async () => {
    const { page } = member;
    await page.getByRole('group', { name: 'Voice message' }).first().hover();
    await page.getByRole('button', { name: 'Reply' }).first().click();
    await button(member).click();
    await box(member).getByRole('button', { name: 'Record' }).click();
    await page.getByRole('timer', { name: 'Length' }).getByText('0:02').waitFor();
    await box(member).getByRole('button', { name: 'Send' }).click();
    const message = await watcher.untilMessage(fromMember);
    expect(message.attachments[0]?.duration_secs).toBeGreaterThan(1.4);
    expect(message.referenced_message?.author.id).toBe(discord.people.newcomer.id);
    // The browser's own microphone beeps.
    const { samples } = await soundOf(message);
    expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(2_000);
  });

  test('are dropped by Escape, and sent by nobody', async () => {
    await button(member).click();
    await box(member).getByRole('button', { name: 'Record' }).click();
    await page(member).getByText('Recording').waitFor();
    await page(member).keyboard.press('Escape');
    await expect.poll(() => box(member).count(), patience).toBe(0);
    expect([...watcher.messages.values()].filter(fromMember)).toHaveLength(1);
  });

  test('are played, faster if wanted, from any place', async () => {
    const message = page(member).getByRole('group', { name: 'Voice message' }).first();
    const audio = message.locator('audio');
    const place = message.getByRole('slider', { name: 'Position' });
    const property = (name: string) => audio.evaluate((it, of) => Reflect.get(it, of), name);
    await message.getByRole('button', { name: 'Play voice message' }).click();
    await expect.poll(() => property('currentTime'), patience).toBeGreaterThan(0);
    await message.getByRole('button', { name: 'Speed: 1×' }).click();
    expect(await message.getByRole('button', { name: 'Speed: 1.5×' }).count()).toBe(1);
    expect(await property('playbackRate')).toBe(1.5);
    await message.getByRole('button', { name: 'Pause voice message' }).click();
    await place.press('Home');
    expect(await place.getAttribute('aria-valuenow')).toBe('0');
    await place.press('ArrowRight');
    await expect.poll(() => place.getAttribute('aria-valuetext'), patience).toMatch(/^0:0[1-5] of 0:0\d$/);
  });

  test('fit a phone, and are readable in both colours', async () => {
    const small = page(newcomer);
    await button(newcomer).click();
    await field(newcomer).waitFor();
    expect(await small.evaluate(() => Reflect.get(globalThis, 'document').documentElement.scrollWidth)).toBe(
      width,
    );
    for (const control of await box(newcomer).locator('button, input, select').all()) {
      const area = await control.boundingBox();
      expect(area?.x).toBeGreaterThan(0);
      expect((area?.x ?? width) + (area?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await inColours(small, colorScheme);
      for (const text of [
        small.locator('.voice-message .speed').first(),
        small.locator('.voice-note .say-language'),
      ])
        expect(await contrastOf(text)).toBeGreaterThanOrEqual(readable);
    }
    await box(newcomer).getByRole('button', { name: 'Discard voice message' }).click();
  });

  test("can't be made where they may not be sent", async () => {
    discord.setPermissions(discord.channels.general, discord.guildId, 0n, 1n << 46n);
    await expect.poll(() => button(newcomer).count(), patience).toBe(0);
  });

  test('complain about nothing, and ask for nothing that Discord does not have', () => {
    expect([...member.complaints, ...newcomer.complaints]).toEqual([]);
    expect(discord.unknownRoutes).toEqual([]);
    expect(discord.oddities).toEqual([]);
  });
});

const page = ({ page: shown }: BrowserPage) => shown;
