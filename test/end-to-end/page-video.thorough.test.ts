import { beforeAll, describe, expect, it } from 'vitest';
import { typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { playByKeyboard, playbackOf } from '../support/browser-video.ts';
import { type DeliveryPage, openDeliveryPage, plays } from '../support/delivery-on-page.ts';
import { picture } from '../support/image-samples.ts';
import { sparseFilms } from '../support/video-scene.ts';

const patience = { timeout: 90_000 };
const altText = (prompt: string) => `Video made by AI from the prompt: ${prompt}`;

describe.skipIf(skipsWithout('chromium', 'videos on the page'))('on the page', () => {
  let seen: DeliveryPage;

  beforeAll(async () => {
    seen = await openDeliveryPage(sparseFilms.framesPerSecond);
    return async () => await seen[Symbol.asyncDispose]();
  });

  describe.skipIf(skipsWithout('ffmpeg', 'how videos arrive, on the page'))('how a video arrives', () => {
    it('attached: it plays where it was asked for, with its alt text', async () => {
      const result = await seen.deliver('attached');
      const video = result.locator('video');
      await playByKeyboard(video);
      expect(await playbackOf(video)).toMatchObject({ width: 1280, height: 720 });
      expect(await video.getAttribute('aria-label')).toBe(altText(plays.attached.prompt));
      expect(await result.getByText('Re-encoded').count()).toBe(0);
    });

    it('made smaller: it plays, and says what was done to it', async () => {
      const result = await seen.deliver('shrunk');
      const video = result.locator('video');
      await playByKeyboard(video);
      expect((await playbackOf(video)).durationSeconds).toBeCloseTo(2, 0);
      expect(await video.getAttribute('aria-label')).toBe(altText(plays.shrunk.prompt));
    });

    it('as a link: it says until when, in the words of the reader, and Send file puts it there once there is room', async () => {
      const result = await seen.deliver('link');
      const { stage, message } = seen;
      expect(await result.locator('video').count()).toBe(0);
      const until = await result.locator('live-time time').getAttribute('datetime');
      const leftHours = (Date.parse(until ?? '') - stage.now()) / 3_600_000;
      expect(leftHours).toBeGreaterThan(23);
      expect(leftHours).toBeLessThanOrEqual(24);
      const link = result.getByRole('link', { name: 'Open video' });
      expect(await link.getAttribute('href')).toContain(`${stage.service.baseUrl}/files/`);
      await seen.setRoom(10 * 1024 * 1024);
      await result.getByRole('button', { name: 'Send file' }).press('Enter');
      // The link goes when the film comes: by then it is found by what else it says.
      const filled = message(plays.link.prompt);
      await playByKeyboard(filled.locator('video'));
      expect((await playbackOf(filled.locator('video'))).width).toBe(1280);
      expect(await filled.count()).toBe(1);
      expect(await filled.getByText('Save it from this link').count()).toBe(0);
    });

    it('by direct message: it plays there, and names the channel that does not take it', async () => {
      const result = await seen.deliver('direct-message');
      const video = result.locator('video');
      await playByKeyboard(video);
      expect((await playbackOf(video)).width).toBe(1280);
      expect(await video.getAttribute('aria-label')).toBe(altText(plays['direct-message'].prompt));
      expect(await result.getByText('general').count()).toBeGreaterThan(0);
    });
  });

  describe('videos out of messages, by the menus of the page', () => {
    beforeAll(async () => {
      await seen.visitGeneral();
      const owner = await seen.stage.person('owner');
      const pictures = ['first.png', 'second.png'].map((name) => ({
        name,
        bytes: picture('png', 320, 320),
        type: 'image/png',
      }));
      await owner.send(seen.stage.discord.channels.general, 'Two foxes in the snow', pictures);
      await seen.message('Two foxes in the snow').waitFor();
    });

    const choose = async (command: string) => {
      const { page, message } = seen;
      await message('Two foxes in the snow').first().getByText('Two foxes').click({ button: 'right' });
      await page.getByRole('menuitem', { name: 'Apps' }).click();
      await page.getByRole('menuitem', { name: new RegExp(`^${command}`) }).click();
    };

    it('Make a video of this: the form holds the text, a legacy model is chosen, and its video plays', async () => {
      const { page, stage, message } = seen;
      await choose('Make a video of this');
      const form = page.getByRole('dialog', { name: 'Make a video of this' });
      const field = form.getByRole('textbox', { name: 'Prompt' });
      await field.waitFor();
      expect(await field.inputValue()).toBe('Two foxes in the snow');
      await form.getByRole('button', { name: /^Model: gen2.7-t2v/ }).click();
      await page.getByRole('option', { name: 'gen2.1-t2v-turbo' }).click();
      await form.getByRole('button', { name: 'Submit' }).press('Enter');
      const result = message('your video is ready').filter({ hasText: 'gen2.1-t2v-turbo' });
      await result.waitFor(patience);
      await playByKeyboard(result.locator('video'));
      expect(await playbackOf(result.locator('video'))).toMatchObject({ width: 1280, height: 720 });
      expect(stage.service.tasks.at(-1)?.body).toMatchObject({
        model: 'gen2.1-t2v-turbo',
        input: { prompt: 'Two foxes in the snow' },
      });
    });

    it('Use as reference: the form counts the pictures, and the panel names them in order', async () => {
      const { page, stage, message } = seen;
      await choose('Use as reference');
      const form = page.getByRole('dialog', { name: 'Make a video with these' });
      await form.getByText('Refer to them as character1 to character2').waitFor();
      await form.getByRole('textbox', { name: 'Prompt' }).fill('character1 chases character2');
      await form.getByRole('button', { name: 'Submit' }).press('Enter');
      const panel = message('Prompt').filter({ hasText: 'character1 chases character2' });
      await panel.getByText('character1 🖼️ · character2 🖼️').waitFor(patience);
      const result = message('your video is ready').filter({ hasText: 'character1 chases character2' });
      await result.waitFor(patience);
      await playByKeyboard(result.locator('video'));
      expect(stage.service.tasks.at(-1)?.body).toMatchObject({
        model: 'gen2.6-r2v',
        input: {
          reference_urls: [expect.stringContaining('first.png'), expect.stringContaining('second.png')],
        },
      });
    });

    it('/video show suggests what was made, by its prompt, and brings it back', async () => {
      const { page, message } = seen;
      await typeCommand(page, 'video show', {});
      await page.keyboard.type('foxes');
      await page.getByRole('option', { name: /done · Two foxes in the snow/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Enter');
      const back = message('Reposted for');
      await back.waitFor(patience);
      expect(await back.getByText('Two foxes in the snow').count()).toBeGreaterThan(0);
      expect(await back.locator('video').count()).toBe(1);
    });
  });

  it('saw no complaint of the browser, and the bot asked nothing that Discord does not know', () => {
    expect(seen.complaints).toEqual([]);
    expect(seen.stage.discord.unknownRoutes).toEqual([]);
  });
});
