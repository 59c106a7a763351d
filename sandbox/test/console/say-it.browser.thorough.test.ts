import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { voiceOf } from '../../console/say/say-route.ts';
import { type Console, startConsole } from '../../console/server.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../../discord/server.ts';
import { silenceFrame } from '../../discord/voice/person/speech-end.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../service/server.ts';
import { compareSound } from '../support/audio-compare.ts';
import { inColours } from '../support/browser-colours.ts';
import { contrastOf } from '../support/browser-contrast.ts';
import { type BrowserPage, openInBrowser } from '../support/browser-page.ts';
import { skipsWithout } from '../support/needs.ts';
import { SandboxPerson } from '../support/sandbox-person.ts';
import { joinVoice, type VoicePerson } from '../support/voice-person.ts';

const patience = { timeout: 60_000 };
const width = 390;
/** WCAG 2.2, 1.4.3: text against what is behind it. */
const readable = 4.5;
const sentence = 'Good evening, everybody. Shall we begin?';
const long =
  'This sentence is so long that nobody waits for its end, and it goes on and on while the others are already looking at ' +
  'the clock, because whoever typed it could not stop, and could not find a full stop either.';

let discord: DiscordSandbox;
let service: ServiceSandbox;
let served: Console;

describe.skipIf(skipsWithout('chromium', 'Say it for me'))('Say it for me', () => {
  let member: BrowserPage;
  let newcomer: BrowserPage;
  let listener: SandboxPerson;
  let ears: VoicePerson;

  const join = async (name: string, screen: Parameters<typeof openInBrowser>[1] = {}) => {
    const opened = await openInBrowser(`${served.url}/#${name}/${discord.channels.voice}`, screen);
    await opened.page.getByRole('button', { name: 'Join to listen' }).click();
    await opened.page.getByText('Voice connected').waitFor({ state: 'attached' });
    return opened;
  };
  const field = ({ page }: BrowserPage) => page.getByRole('textbox', { name: 'Say it for me' });
  const status = ({ page }: BrowserPage) => page.locator('.voice-place .say-now');
  const labelOf = ({ page }: BrowserPage, name: string) =>
    page
      .locator('.voice-place')
      .getByRole('button', { name: new RegExp(`^${name}\\b`) })
      .getAttribute('aria-label');
  /** Every label of a person on a page from now on: a busy machine may look too late at any of them. */
  const labelsFrom = async (
    { page }: BrowserPage,
    name: string,
  ): Promise<() => Promise<readonly string[]>> => {
    await page.evaluate(`(() => {
      const place = document.querySelector('.voice-place');
      const seen = (globalThis.seenLabels = []);
      const look = () => {
        const label = place.querySelector('[aria-label^="${name}"]')?.getAttribute('aria-label');
        if (label !== seen.at(-1)) seen.push(label);
      };
      look();
      new MutationObserver(look).observe(place, { subtree: true, childList: true, attributes: true });
    })()`);
    return () => page.evaluate('globalThis.seenLabels');
  };
  const type = async (page: BrowserPage, text: string) => {
    await field(page).fill(text);
    await field(page).press('Enter');
  };

  /** For as long as a busy machine takes to look at it. */
  const talkAtLength = async (page: BrowserPage) => {
    for (const _time of [1, 2, 3, 4]) await type(page, long);
  };

  beforeAll(async () => {
    discord = await startDiscordSandbox();
    service = await startServiceSandbox({ port: 0 });
    served = await startConsole({ discordUrl: discord.baseUrl, serviceUrl: service.baseUrl });
    listener = await SandboxPerson.connect(discord, discord.people.moderator);
    ears = await joinVoice(discord, listener, discord.channels.voice, { selfMute: true });
    member = await join('member');
    newcomer = await join('newcomer', { width, height: 844, touch: true });
  });

  afterAll(async () => {
    await member?.[Symbol.asyncDispose]();
    await newcomer?.[Symbol.asyncDispose]();
    await ears?.leave();
    listener?.disconnect();
    await Promise.all([served?.close(), service?.close(), discord?.close()]);
  });

  test('voices what is typed, whole and encrypted from end to end, for somebody without a microphone', async () => {
    const { id } = discord.people.member;
    const labels = await labelsFrom(newcomer, 'Member');
    await type(member, sentence);
    expect(await field(member).inputValue()).toBe('');
    await expect.poll(labels, patience).toContain('Member, speaking');
    await expect.poll(async () => (await labels()).at(-1), patience).toBe('Member, muted');
    expect((await labels())[0]).toBe('Member, muted');
    await expect.poll(() => status(member).textContent(), patience).toBe('');

    const samples = await service.realtime.voice(sentence, voiceOf(id), 48_000);
    const { correlation, missingHeadMs, missingTailMs } = compareSound(
      { samples, sampleRateHz: 48_000 },
      { samples: ears.heard(id), sampleRateHz: 48_000 },
    );
    expect(correlation).toBeGreaterThan(0.9);
    expect({ missingHeadMs, missingTailMs }).toEqual({ missingHeadMs: 0, missingTailMs: 0 });
    const ending = () => ears.frames.filter(({ userId }) => userId === id).slice(-6);
    await expect
      .poll(() => ending().map(({ packet }) => Buffer.from(packet).equals(silenceFrame)), patience)
      .toEqual([false, true, true, true, true, true]);
    const { unencryptedFrames, packets } = discord.voice.record.of(id);
    expect(unencryptedFrames).toBe(0);
    expect(packets.filter((packet) => packet.endToEndEncrypted).length).toBeGreaterThan(samples.length / 960);
  });

  test('says one sentence after the other, each in its language, in a voice of their own', async () => {
    const { id } = discord.people.newcomer;
    await newcomer.page.getByRole('combobox', { name: 'Language of the sentence' }).selectOption('German');
    await type(newcomer, 'Guten Abend.');
    await newcomer.page.getByRole('combobox').selectOption('Automatic');
    await type(newcomer, '你好，大家好。');
    await expect.poll(() => status(newcomer).textContent(), patience).toBe('');
    const heard = { samples: ears.heard(id), sampleRateHz: 48_000 } as const;
    const lags: number[] = [];
    for (const [text, language] of [
      ['Guten Abend.', 'de'],
      ['你好，大家好。', 'zh'],
    ] as const) {
      const samples = await service.realtime.voice(text, voiceOf(id), 48_000, language);
      const { correlation, lagMs } = compareSound({ samples, sampleRateHz: 48_000 }, heard);
      expect(correlation, text).toBeGreaterThan(0.9);
      lags.push(lagMs);
    }
    expect(lags[0]).toBeLessThan(lags[1] ?? 0);
    expect(discord.voice.record.of(id).unencryptedFrames).toBe(0);
  });

  test('is stopped by its button, and what waits is dropped', async () => {
    await talkAtLength(member);
    await type(member, 'Nobody hears this one.');
    await status(member).getByText(long).waitFor();
    await status(member)
      .getByText(/[1-4] more/)
      .waitFor();
    await expect.poll(() => labelOf(newcomer, 'Member'), patience).toBe('Member, speaking');
    await status(member).getByRole('button', { name: 'Stop' }).click();
    expect(await status(member).textContent()).toBe('');
    await expect.poll(() => labelOf(newcomer, 'Member'), patience).toBe('Member, muted');
    expect(await field(member).evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true);
  });

  test('follows the reader to other channels, with the language they chose', async () => {
    const { page } = member;
    await page.getByRole('combobox').selectOption('French');
    await page.getByRole('button', { name: /^general \(text/ }).click();
    const panel = page.getByRole('region', { name: 'Voice', exact: true });
    expect(await panel.getByRole('combobox').inputValue()).toBe('fr');
    await field(member).fill(long);
    await panel.getByRole('button', { name: 'Say', exact: true }).click();
    await panel.getByRole('status').getByText(long).waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
  });

  test('complains about nothing, and asks for nothing that Discord does not have', () => {
    expect([...member.complaints, ...newcomer.complaints]).toEqual([]);
    expect(discord.unknownRoutes).toEqual([]);
  });

  test('fits a phone, and is readable in both colours', async () => {
    const { page } = newcomer;
    await talkAtLength(newcomer);
    await status(newcomer).getByRole('button', { name: 'Stop' }).waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'document').documentElement.scrollWidth)).toBe(
      width,
    );
    for (const control of [
      field(newcomer),
      page.getByRole('combobox'),
      page.getByRole('button', { name: 'Stop' }),
    ]) {
      const box = await control.boundingBox();
      expect(box?.x).toBeGreaterThan(0);
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await inColours(page, colorScheme);
      for (const text of [page.locator('.voice-place .say-line'), page.locator('.voice-place .say-language')])
        expect(await contrastOf(text)).toBeGreaterThanOrEqual(readable);
    }
    await field(newcomer).press('Escape');
    expect(await status(newcomer).textContent()).toBe('');
  });
});
