import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Console, startConsole } from '../../console/server.ts';
import { type DiscordSandbox, startDiscordSandbox } from '../../discord/server.ts';
import { fastRealtime } from '../../service/realtime/settings.ts';
import { type ServiceSandbox, startServiceSandbox } from '../../service/server.ts';
import { connectRealtime } from '../service/realtime/realtime-caller.ts';
import { openVoicePage, type VoicePage } from '../support/browser-voice.ts';
import { skipsWithout } from '../support/needs.ts';
import { tone } from '../support/tones.ts';

/** In the browser: a recogniser that understands what a test hands it. */
const madeUp = `
  globalThis.SpeechRecognition = class extends EventTarget {
    static available = async () => 'available';
    start() { globalThis.recogniser = this; this.dispatchEvent(new Event('start')); }
    abort() { globalThis.recogniser = undefined; }
  };
  globalThis.understand = (transcript) => globalThis.recogniser.dispatchEvent(
    Object.assign(new Event('result'), { resultIndex: 0, results: [{ 0: { transcript }, isFinal: true }] }));
`;
const voice = tone(300, { onMs: 1_000, offMs: 1_000 });

describe.skipIf(skipsWithout('chromium', 'recognition'))('a real microphone', () => {
  let discord: DiscordSandbox;
  let service: ServiceSandbox;
  let served: Console;
  let member: VoicePage;

  beforeAll(async () => {
    discord = await startDiscordSandbox();
    service = await startServiceSandbox({ realtime: fastRealtime });
    served = await startConsole({ discordUrl: discord.baseUrl, serviceUrl: service.baseUrl });
    member = await openVoicePage({
      ...{ url: served.url, person: 'member', channelId: discord.channels.voice, microphone: voice },
      initScript: madeUp,
    });
  });

  afterAll(async () => {
    await member?.[Symbol.asyncDispose]();
    await served?.close();
    await service?.close();
    await discord?.close();
  });

  test('is said not to be understood before anyone joins with it, and recognition is off until it is asked for', async () => {
    const note = member.page.locator('.voice-note');
    expect(await note.innerText()).toContain("the bot can't understand it here");
    const choice = note.getByRole('checkbox');
    expect(await choice.isChecked()).toBe(false);
    expect(await note.innerText()).toContain('on this device');
  });

  test('is understood by the stand-in as the browser recognised it, once that was asked for', async () => {
    await member.page.locator('.voice-note').getByRole('checkbox').check();
    await member.join();
    await member.page.waitForFunction('globalThis.recogniser !== undefined');
    const settings = await member.page.evaluate(
      '({ local: recogniser.processLocally, lang: recogniser.lang })',
    );
    expect(settings).toEqual({ local: true, lang: 'en-US' });
    const caller = await connectRealtime(service, 'xq3-livetranslate-flash-realtime');
    await caller.seen('session.created');
    const asr = { model: 'xq3-asr-flash-realtime', language: 'en' };
    await caller.update({ input_audio_transcription: asr, translation: { language: 'es' } });
    const heard = new Int16Array(16_000);
    for (let at = 0; at < heard.length; at += 1) heard[at] = voice.samples[at * 3] ?? 0;
    caller.speak(heard);
    caller.silence(1_000);
    await member.page.evaluate("understand('Good morning.')");
    expect(await caller.seen('conversation.item.input_audio_transcription.completed')).toMatchObject({
      transcript: 'Good morning.',
    });
    expect(await caller.seen('response.audio_transcript.done')).toMatchObject({
      transcript: 'Buenos días.',
    });
    caller.close();
  });

  test('is not listened to by the browser while it is muted', async () => {
    await member.page.getByRole('button', { name: 'Mute', exact: true }).first().click();
    await member.page.waitForFunction('globalThis.recogniser === undefined');
    await member.page.getByRole('button', { name: 'Unmute', exact: true }).first().click();
    await member.page.waitForFunction('globalThis.recogniser !== undefined');
    expect(member.complaints).toEqual([]);
  });
});
