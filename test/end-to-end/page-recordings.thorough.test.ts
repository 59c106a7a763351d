import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Console, startConsole } from '../../sandbox/console/server.ts';
import { fastRealtime } from '../../sandbox/service/realtime/settings.ts';
import { type BrowserPage, openInBrowser } from '../../sandbox/test/support/browser-page.ts';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { chatOn } from '../support/browser-stage.ts';
import { Stage } from '../support/stage.ts';

const patience = { timeout: 60_000 };
const spoken = 'Hello everyone. Where is the library?';
const meant = 'Hola a todos. ¿Dónde está la biblioteca?';

describe.skipIf(skipsWithout('chromium', 'voice messages on the page'))('voice messages on the page', () => {
  let stage: Stage;
  let served: Console;
  let speaker: BrowserPage;
  let reader: BrowserPage;
  let moderator: BrowserPage;

  const open = async (name: string, locale: string, width = 1280) =>
    await openInBrowser(`${served.url}/#${name}/${stage.discord.channels.general}`, {
      width,
      initScript: `localStorage.setItem('locale', '${locale}')`,
    });
  const messages = ({ page }: BrowserPage, text: string | RegExp) =>
    page.locator('message-view').filter({ hasText: text });
  const run = async ({ page }: BrowserPage, command: string, options = {}) =>
    await chatOn(page).run(command, options);
  /** The speaker types a sentence, which is said for them. */
  const speak = async (text: string) => {
    const { page } = speaker;
    const before = await page.locator('.voice-message').count();
    await page.locator('.writing').getByRole('button', { name: 'Voice message' }).click();
    const field = page.getByRole('textbox', { name: 'Say it for me, as a voice message' });
    await field.fill(text);
    await field.press('Enter');
    await expect.poll(() => page.locator('.voice-message').count(), patience).toBe(before + 1);
  };
  const askAbout = async ({ page }: BrowserPage, command: RegExp) => {
    const message = page
      .locator('message-view')
      .filter({ has: page.locator('.voice-message') })
      .last();
    await message.hover();
    await message.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menu', { name: 'Message actions' }).getByRole('menuitem', { name: 'Apps' }).click();
    await page.getByRole('menu', { name: 'Apps' }).getByRole('menuitem', { name: command }).click();
  };

  beforeAll(async () => {
    stage = await Stage.open({
      discord: { privilegedIntents: ['MessageContent'] },
      service: { realtime: fastRealtime },
      env: { DISCORD_MESSAGE_CONTENT: 'on', INTERPRETER_RECORDING_SPEED: '20' },
    });
    served = await startConsole({
      discordUrl: stage.discord.baseUrl,
      serviceUrl: stage.service.baseUrl,
    });
    speaker = await open('newcomer', 'en-US', 390);
    reader = await open('member', 'es-ES');
    moderator = await open('moderator', 'en-US');
  });

  afterAll(async () => {
    for (const page of [speaker, reader, moderator]) await page?.[Symbol.asyncDispose]();
    await served?.close();
    await stage?.close();
  });

  it('are read and translated for somebody whose Discord is Spanish, and shared', async () => {
    await speak(spoken);
    await askAbout(reader, /What does it say\?/);
    const answer = messages(reader, meant).filter({ hasText: 'Only you can see this' });
    await answer.getByRole('button', { name: 'Share' }).waitFor(patience);
    expect(await answer.textContent()).toContain(spoken);
    await answer.getByRole('button', { name: 'Share' }).click();
    await messages(speaker, meant).waitFor(patience);
  });

  it('are answered for everyone when a reply to one names the bot', async () => {
    const { page } = reader;
    await page
      .locator('message-view')
      .filter({ has: page.locator('.voice-message') })
      .last()
      .hover();
    await page
      .locator('message-view')
      .filter({ has: page.locator('.voice-message') })
      .last()
      .getByRole('button', { name: 'Reply' })
      .click();
    await page.getByRole('textbox', { name: /^Message #/ }).fill('@emcee what does it say?');
    await page.keyboard.press('Enter');
    const answer = messages(speaker, /Asked by/);
    await answer.waitFor(patience);
    await expect.poll(() => answer.textContent(), patience).toContain(spoken);
  });

  it('are answered in writing and aloud when they reply to the bot, for who chose a voice', async () => {
    const { page } = speaker;
    await run(speaker, 'speak voice', { voice: 'harbor' });
    await messages(speaker, /Only you can see this/)
      .last()
      .waitFor(patience);
    const shared = messages(speaker, meant).last();
    await shared.hover();
    await shared.getByRole('button', { name: 'Reply' }).click();
    await speak('What can you do?');
    const answer = messages(speaker, 'I listened because you replied to me');
    await answer.waitFor(patience);
    expect(await answer.textContent()).toContain('🎤 What can you do?');
    await expect.poll(() => page.locator('.voice-message').count(), patience).toBe(3);
  });

  it('of a channel are written down once a moderator says so, with a button to translate them', async () => {
    await run(moderator, 'interpret channel', { write: 'True' });
    await messages(moderator, /writing down voice messages in/).waitFor(patience);
    await messages(speaker, /has voice messages here written down/).waitFor(patience);
    await speak('Thank you very much.');
    const written = messages(reader, '🎙️ Thank you very much.');
    await written.getByRole('button', { name: /^Translate · \d+ s$/ }).click(patience);
    const translated = messages(reader, /Muchas gracias|Thank you very much/).filter({
      hasText: 'Only you can see this',
    });
    await translated.first().waitFor(patience);
    await run(moderator, 'settings', { page: 'Interpreter' });
    await messages(moderator, /Voice messages written down in/).waitFor(patience);
  });

  it('of people who said no are left alone', async () => {
    await run(speaker, 'privacy');
    const own = messages(speaker, 'Your privacy');
    await own.getByRole('button', { name: 'Not my recordings' }).click(patience);
    await messages(speaker, /I don't write down or translate your voice messages/).waitFor(patience);
    const { opened } = stage.service.realtime.connections;
    await speak('Good evening, everybody.');
    await askAbout(reader, /What does it say\?/);
    await messages(reader, /doesn't want me to listen/).waitFor(patience);
    expect(await messages(reader, '🎙️ Good evening').count()).toBe(0);
    expect(stage.service.realtime.connections.opened).toBe(opened);
  });

  it('went without a complaint of a browser, and without anything odd', () => {
    expect([speaker, reader, moderator].flatMap(({ complaints }) => complaints)).toEqual([]);
    expect(stage.discord.unknownRoutes).toEqual([]);
    expect(stage.service.realtime.sessions.flatMap(({ oddities }) => oddities)).toEqual([]);
  });
});
