import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Studio } from '../../sandbox/service/rendering/studio.ts';
import { type TypedOptions, typeCommand } from '../../sandbox/test/support/browser-command.ts';
import { skipsWithout } from '../../sandbox/test/support/needs.ts';
import { type BrowserStage, openBrowserStage } from '../support/browser-stage.ts';
import { playByKeyboard, playbackOf } from '../support/browser-video.ts';
import { picture } from '../support/image-samples.ts';
import { sparseFilms, unlimited } from '../support/video-scene.ts';

/** The smallest picture and the shortest video of each text model (document 1, sections A and B): width, height, seconds. */
const textModels: readonly (readonly [string, TypedOptions, Shape])[] = [
  ['gen2.7-t2v', { resolution: '720P', duration: '2' }, [1280, 720, 2]],
  ['gen2.6-t2v', { size: '832*1088', duration: '2' }, [832, 1088, 2]],
  ['gen2.6-t2v-us', { size: '720*1280', duration: '5' }, [720, 1280, 5]],
  ['gen2.5-t2v-preview', { size: '832*480', duration: '5' }, [832, 480, 5]],
  ['gen2.2-t2v-plus', { size: '480*832' }, [480, 832, 5]],
  ['gen2.1-t2v-turbo', { size: '624*624' }, [624, 624, 5]],
  ['gen2.1-t2v-plus', { size: '1088*832' }, [1088, 832, 5]],
];
type Shape = readonly [width: number, height: number, seconds: number];

const patience = { timeout: 90_000 };

describe.skipIf(skipsWithout('chromium', 'all nine models on the page'))(
  'each model, from the page to the playing video',
  () => {
    let seen: BrowserStage;
    /** Without sound, because it's the picture that is looked at. */
    const studio = new Studio(undefined);

    beforeAll(async () => {
      seen = await openBrowserStage({
        hurry: true,
        service: {
          port: 0,
          renderer: async (job, signal) => await studio.render({ ...job, ...sparseFilms }, signal),
        },
        env: unlimited,
      });
    });

    afterAll(async () => {
      await seen?.[Symbol.asyncDispose]();
      await studio.close();
    });

    const arrives = async (prompt: string, model: string, [width, height, seconds]: Shape) => {
      const result = seen.message('your video is ready').filter({ hasText: prompt });
      await result.waitFor(patience);
      await result.getByText(model, { exact: false }).first().waitFor();
      await playByKeyboard(result.locator('video'));
      const { durationSeconds, ...size } = await playbackOf(result.locator('video'));
      expect(size).toMatchObject({ width, height });
      expect(durationSeconds).toBeCloseTo(seconds, 0);
    };

    it.each(textModels)('%s', async (model, options, shape) => {
      const prompt = `a kite by ${model}`;
      await typeCommand(seen.page, 'video text', { prompt, model, ...options });
      await seen.page.keyboard.press('Enter');
      await arrives(prompt, model, shape);
      expect(seen.stage.service.tasks.at(-1)?.model).toBe(model);
    });

    it.each([
      ['gen2.6-r2v', {}],
      ['gen2.6-r2v-flash', { sound: 'False' }],
    ])('%s, with two pictures from the file picker', async (model, more) => {
      const prompt = `character1 and character2 by ${model}`;
      const options = { prompt, model, size: '960*960', duration: '2', ...more };
      await typeCommand(seen.page, 'video reference', options);
      await chooseFile(seen.page, 'reference1', 'first.png', picture('png', 400, 300));
      await chooseFile(seen.page, 'reference2', 'second.jpg', picture('jpeg', 300, 400));
      await seen.page.keyboard.press('Enter');
      await seen
        .message('Prompt')
        .filter({ hasText: prompt })
        .getByText('character2')
        .first()
        .waitFor(patience);
      await arrives(prompt, model, [960, 960, 2]);
      const { body } = seen.stage.service.tasks.at(-1) ?? {};
      expect(body).toMatchObject({
        model,
        input: {
          reference_urls: [expect.stringContaining('first.png'), expect.stringContaining('second.jpg')],
        },
      });
    });
  },
);

/** Adds a file option to the command that is being written, and gives it a file. */
async function chooseFile(page: Page, option: string, name: string, buffer: Buffer): Promise<void> {
  await page.keyboard.type(option);
  await page.keyboard.press('Tab');
  const field = page.locator(`[data-option="${option}"]`);
  await field.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer });
  await field.getByText(name).waitFor();
  await page.locator('[data-place=tail]').focus();
}
