import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fastSynthesis } from '../../sandbox/service/synthesis/settings.ts';
import { compareSound } from '../../sandbox/test/support/audio-compare.ts';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { temporaryFolder } from '../../sandbox/test/support/temporary-folder.ts';
import { openSpeakPage, type SpeakPage } from '../support/browser-speak.ts';
import { audioPlayback, startAudio } from './browser-audio.ts';
import { decodedSound, probeSound } from './sound-probe.ts';

/** Each look at the page takes time of the page, which is busy with sound. */
const patience = { timeout: 90_000, interval: 250 };

describe.skipIf(
  skipsWithout('chromium', 'a moderator on the page') || skipsWithout('ffmpeg', 'a moderator on the page'),
)('a moderator with a microphone on the page', () => {
  let seen: SpeakPage;

  beforeAll(async () => {
    seen = await openSpeakPage({
      person: 'moderator',
      discord: { privilegedIntents: ['MessageContent'] },
      env: { DISCORD_MESSAGE_CONTENT: 'on' },
      // Every word is known long before it is heard.
      service: { synthesis: fastSynthesis },
    });
    await seen.voice.join();
    return async () => await seen[Symbol.asyncDispose]();
  });

  /** Until one more answer says that a text was read. */
  const said = async (ask: () => Promise<void>) => {
    const read = seen.answer('✅ Read');
    const before = await read.count();
    await ask();
    await expect.poll(() => read.count(), patience).toBeGreaterThan(before);
  };
  const texts = () => seen.stage.service.synthesis.tasks.map(({ text }) => text);
  const hears = async (text: string, say: () => Promise<void>) => {
    const heard = await seen.heard(text, say);
    expect(heard.correlation).toBeGreaterThan(0.9);
    expect(heard.missingTailMs).toBeLessThan(30);
  };

  it.each([
    ['mp3', { container: 'mp3', codec: 'mp3', sampleRateHz: 24_000 }],
    ['wav', { container: 'wav', codec: 'pcm_s16le', sampleRateHz: 24_000 }],
    ['opus', { container: 'ogg', codec: 'opus', sampleRateHz: 48_000 }],
  ])('gets a text as a file: %s, which plays on the page', async (format, kind) => {
    const text = `A file of the kind ${format}, which nobody has to hear at once.`;
    await seen.run('speak file', { text, format, sample_rate: '24000' });
    const answer = seen.message(text).filter({ hasText: 'Spoken for' });
    const audio = answer.locator('audio');
    await audio.waitFor({ state: 'attached', ...patience });
    const { samples, sampleRateHz } = seen.synthesized(text);
    const seconds = samples.length / sampleRateHz;
    await startAudio(audio);
    await expect.poll(async () => (await audioPlayback(audio)).atSeconds, patience).toBeGreaterThan(0.3);
    // Without an index the length of an MP3 is what its beginning lets one expect.
    const aboutAsLong = (shown: number) => expect(Math.abs(shown / seconds - 1)).toBeLessThan(0.2);
    aboutAsLong((await audioPlayback(audio)).durationSeconds);
    expect(await audio.getAttribute('aria-label')).toContain(text);

    const path = join(temporaryFolder(), `speech.${format}`);
    const fetched = await fetch((await audio.getAttribute('src')) ?? '');
    await writeFile(path, Buffer.from(await fetched.arrayBuffer()));
    const probed = probeSound(path);
    expect(probed).toMatchObject({ ...kind, channels: 1 });
    aboutAsLong(probed.durationSeconds);
    const decoded = { samples: decodedSound(path), sampleRateHz: 48_000 as const };
    expect(Math.abs(decoded.samples.length / decoded.sampleRateHz - seconds)).toBeLessThan(0.15);
    const likeness = compareSound(seen.synthesized(text), decoded);
    expect(likeness.correlation).toBeGreaterThan(0.9);
    expect(likeness).toMatchObject({ missingHeadMs: 0, missingTailMs: 0 });
  });

  it('gets a text as a voice message, which plays on the page and shows how loud it is', async () => {
    const text = 'A voice message, which plays on phones, and nobody has to be anywhere.';
    await seen.run('speak file', { text });
    await seen.message(text).filter({ hasText: 'Spoken for' }).first().waitFor(patience);
    const voice = seen.page.locator('voice-message').last();
    const audio = voice.locator('audio');
    await audio.waitFor({ state: 'attached', ...patience });
    const { samples, sampleRateHz } = seen.synthesized(text);
    const seconds = samples.length / sampleRateHz;

    const path = join(temporaryFolder(), 'voice-message.ogg');
    const fetched = await fetch((await audio.getAttribute('src')) ?? '');
    await writeFile(path, Buffer.from(await fetched.arrayBuffer()));
    const probed = probeSound(path);
    expect(probed).toMatchObject({ container: 'ogg', codec: 'opus', channels: 1 });
    const { discord } = seen.stage;
    const { durationSecs = 0, waveform = '' } =
      discord.state.messages(discord.channels.voice).at(-1)?.files[0]?.voice ?? {};
    expect(Math.abs(durationSecs - probed.durationSeconds)).toBeLessThan(0.1);
    expect(Math.abs(durationSecs - seconds)).toBeLessThan(0.15);
    const points = Buffer.from(waveform, 'base64');
    expect(Math.abs(points.length - Math.min(256, seconds * 10))).toBeLessThan(3);

    const heights = await voice
      .locator('rect')
      .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('height'))));
    expect(heights.length).toBeGreaterThan(20);
    expect(Math.max(...heights)).toBeGreaterThan(Math.min(...heights) * 3);
    await voice.getByRole('button', { name: 'Play voice message' }).click();
    await voice.getByRole('button', { name: 'Pause voice message' }).waitFor(patience);
    await expect.poll(async () => await voice.locator('rect.heard').count(), patience).toBeGreaterThan(2);
    await voice.getByRole('button', { name: 'Pause voice message' }).click();
  });

  it('teaches a word, which is said so from then on', async () => {
    await seen.run('speak pronounce', { word: 'GIF', as: 'jiff' });
    await seen.message("I'll say GIF as jiff").getByText('Only you can see this').waitFor(patience);
    const written = 'The GIF is a moving picture.';
    await hears(
      'The jiff is a moving picture.',
      async () => await said(async () => await seen.run('speak say', { text: written })),
    );
  });

  it('has a message of somebody spoken from its menu', async () => {
    const { page, stage } = seen;
    const owner = await stage.person('owner');
    await owner.send(stage.discord.channels.voice, 'Supper is ready, <@1324000000000000012>!');
    // The panel above it shows what is read, and the answers below it quote it.
    const post = seen.message('Supper is ready').filter({ hasNotText: 'emcee' }).first();
    const spoken = 'Supper is ready, Moderator!';
    const speakThis = async () => {
      // A menu that closes is work that would tear what begins meanwhile.
      stage.service.synthesis.arm({ at: 'audio', afterFrames: 0, effect: { kind: 'stall', ms: 1_000 } });
      await post.getByText('Supper is ready').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Apps' }).click();
      await page.getByRole('menuitem', { name: /^Speak this/ }).click();
    };
    await hears(spoken, async () => await said(speakThis));
  });

  it('has captions that grow in the panel while it is said', async () => {
    const text = 'One two three four five six seven eight nine ten eleven.';
    await seen.run('speak say', { text, captions: 'True' });
    const caption = seen.message('💬').locator('.text-display').filter({ hasText: '💬' }).last();
    await caption.waitFor(patience);
    const shown = new Set<string>();
    await expect
      .poll(
        async () => {
          const [, grown = ''] = /💬\s*(.*)/.exec((await caption.textContent()) ?? '') ?? [];
          const words = grown.trim().replace(/^…$/, '');
          shown.add(words);
          return words;
        },
        { ...patience, interval: 100 },
      )
      .toBe(text);
    expect(shown.size).toBeGreaterThan(3);
    const lengths = [...shown].map(({ length }) => length);
    expect(lengths).toEqual(lengths.toSorted((left, right) => left - right));
    for (const words of shown) expect(text.startsWith(words)).toBe(true);
  });

  it('sets up how this channel is read in a panel whose menus save at once, and starts over', async () => {
    await seen.run('speak channel');
    const { page } = seen;
    const panel = page
      .locator('[data-message-id]')
      .filter({ has: page.locator('select-menu') })
      .last();
    await panel.getByRole('button', { name: 'Read this channel' }).click(patience);
    const more = panel.locator('select-menu').filter({ hasText: 'Say the names of emoji' });
    await more.locator('.select-face').click(patience);
    await page.getByRole('option', { name: 'Say who joins and leaves' }).click();
    await page.keyboard.press('Escape');
    await panel.getByText('✅ Saved.').waitFor(patience);
    await panel.getByText('Says who joins and leaves the voice channel').waitFor(patience);
    await panel.getByRole('button', { name: 'Reset' }).click(patience);
    await panel.getByText('Back to the default settings').waitFor(patience);
    await expect.poll(async () => await more.innerText(), patience).not.toContain('joins');
    await panel.getByRole('button', { name: 'Stop reading' }).click(patience);
    await panel.getByText("I've stopped reading").waitFor(patience);
  });

  it('has this channel read aloud: who wrote, and what, while spoilers stay secret', async () => {
    await seen.run('speak channel', { read: 'True' });
    await seen.message("I'm reading Lounge aloud").getByText('Only you can see this').waitFor(patience);
    await seen.write('Hello there, ||the butler did it|| https://example.org/a');
    await expect.poll(texts, patience).toContain('Moderator said: Hello there, spoiler a link');
    expect(texts().join()).not.toContain('butler');
    const speaking = () => seen.bot.getAttribute('aria-label');
    await expect.poll(speaking, patience).toContain('speaking');
    await expect.poll(speaking, patience).not.toContain('speaking');
    const again = 'And this is not said to be mine again.';
    await hears(again, async () => {
      await seen.write(again);
      await expect.poll(speaking, patience).toContain('speaking');
    });
  });

  it('sees nothing that the page or the stand-in objects to', () => {
    expect(seen.voice.complaints).toEqual([]);
    expect(seen.stage.discord.unknownRoutes).toEqual([]);
  });
});
