import { beforeAll, describe, expect, it } from 'vitest';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { type HeardOnPage, openSpeakPage, type SpeakPage } from '../support/browser-speak.ts';

/** Each look at the page takes time of the page, which is busy with sound. */
const patience = { timeout: 90_000, interval: 250 };
const sentence = 'Hello everybody, the meeting begins at nine.';
const long =
  'This sentence goes on for so long that somebody will press a button before it has come to its end, however slow their ' +
  'machine may be on that day, and whatever else it has to do while it listens to me, which is more than one would think.';

function expectWhole({ correlation, missingHeadMs, missingTailMs, loudness }: HeardOnPage): void {
  expect(correlation).toBeGreaterThan(0.9);
  expect(missingHeadMs).toBeLessThan(30);
  expect(missingTailMs).toBeLessThan(30);
  expect(loudness).toBeGreaterThan(0.85);
  expect(loudness).toBeLessThan(1.15);
}

describe.skipIf(skipsWithout('chromium', '/speak on the page'))(
  'a member with a microphone on the page',
  () => {
    let seen: SpeakPage;

    beforeAll(async () => {
      seen = await openSpeakPage({ person: 'member' });
      await seen.voice.join();
      return async () => await seen[Symbol.asyncDispose]();
    });

    /** The newest answer says it. */
    const waits = (sign: string | RegExp) =>
      seen.answer('').last().filter({ hasText: sign }).waitFor(patience);

    it('types /speak say, sees who speaks and what the channel is for, and hears all of it', async () => {
      const { answer, panel, bot, status } = seen;
      expect(await status.count()).toBe(0);
      let times = 0;
      const heard = await seen.heard(sentence, async () => {
        await seen.run('speak say', { text: sentence });
        await panel.filter({ hasText: /🔊 Reading .*Member/s }).waitFor(patience);
        await expect
          .poll(() => bot.getAttribute('aria-label'), patience)
          .toBe('emcee, bot, speaking, deafened');
        expect(await status.textContent()).toBe('🔊 Reading aloud · /speak stop');
        times += 1;
        const read = answer('✅ Read');
        await expect.poll(() => read.count(), patience).toBe(times);
      });
      expectWhole(heard);
      expect(await answer('✅').first().getByRole('button', { name: 'Skip' }).count()).toBe(0);
      await panel.waitFor({ state: 'detached', ...patience });
    });

    it('looks at the queue, skips one text by its button, and the next is said', async () => {
      const { message, panel } = seen;
      await seen.run('speak say', { text: long });
      await waits('🔊 Reading it now');
      await seen.run('speak say', { text: 'This one comes after it.' });
      await waits(/1 text ahead.*This one comes after it\./s);
      await seen.run('speak queue');
      const queue = message('s total');
      await queue.getByText('Only you can see this').waitFor(patience);
      expect(await queue.textContent()).toMatch(/now · Member.*This sentence.*2 · Member.*This one comes/s);
      await queue.getByRole('button', { name: 'Dismiss message' }).press('Enter');
      await panel.getByRole('button', { name: 'Skip' }).press('Enter');
      await seen.answer('⏭️').waitFor(patience);
      await waits('✅');
    });

    it('finds a voice by a name with a mistake in it, and hears its preview alone', async () => {
      const { page, message, answer, stage } = seen;
      await page.getByRole('textbox', { name: /^Message #/ }).focus();
      await page.keyboard.type('/speak voice');
      await page.keyboard.press('Enter');
      await page.keyboard.type('voice');
      await page.keyboard.press('Tab');
      await page.keyboard.type('medow');
      await page.getByRole('option', { name: 'Meadow: bright' }).waitFor(patience);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const chosen = message('Your voice settings');
      await chosen.getByText('Only you can see this').waitFor(patience);
      expect(await chosen.textContent()).toMatch(/Voice: .*Meadow: bright.*yours/);
      const sample = 'Hello! This is how I sound. I can read what you write, one sentence after another.';
      let times = 0;
      const heard = await seen.heard(sample, async () => {
        await chosen.getByRole('button', { name: 'Preview' }).press('Enter');
        times += 1;
        const previews = answer(sample).filter({ hasText: '✅' });
        await expect.poll(() => previews.count(), patience).toBe(times);
      });
      expectWhole(heard);
      expect(stage.service.synthesis.tasks.at(-1)?.voice).toBe('meadow');
    });

    it('stops everything by a button: the bot leaves, and the channel is for nothing any more', async () => {
      const { message, panel, bot, status } = seen;
      await seen.run('speak say', { text: long });
      await waits('🔊 Reading it now');
      await panel.getByRole('button', { name: 'Stop' }).press('Enter');
      await waits(/⏹️ Stopped by .*Member/s);
      const line = message(/⏹️ Stopped by .*Member/s).filter({ hasNotText: 'Only you can see this' });
      await line.waitFor(patience);
      expect(await line.getByRole('button', { name: 'Stop' }).count()).toBe(0);
      await bot.waitFor({ state: 'detached', ...patience });
      await status.waitFor({ state: 'detached', ...patience });
    });

    it('was encrypted from end to end, without a complaint of the browser', () => {
      const { stage, voice } = seen;
      expect(stage.discord.voice.record.of(stage.discord.botUserId).unencryptedFrames).toBe(0);
      expect(voice.complaints).toEqual([]);
      expect(stage.discord.unknownRoutes).toEqual([]);
    });
  },
);
