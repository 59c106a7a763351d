import { describe, expect, test } from 'vitest';
import { chatForAll } from '../support/chat-stage.ts';
import { skipsWithout } from '../support/needs.ts';

const optional = [
  ...[1, 2, 3, 4, 5].map((number) => `reference${number}`),
  ...['model', 'size', 'duration', 'strength', 'seed'],
  ...['sound', 'watermark', 'extend', 'private', 'loop'],
  ...['avoid', 'audio', 'reference-urls', 'note'],
];

interface Box {
  readonly scrollWidth: number;
  readonly clientWidth: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

describe.skipIf(skipsWithout('chromium', 'a command of twenty options'))(
  'a command of twenty options',
  () => {
    const chat = chatForAll();

    const open = async (prompt: string) => {
      const { page, box } = chat.stage;
      await box.click();
      await page.keyboard.type('/many ');
      await page.locator('[data-option=prompt] input').waitFor();
      await page.keyboard.type(prompt);
      await page.keyboard.press('Tab');
    };
    const add = async (name: string) => {
      await chat.stage.page.keyboard.type(name);
      await chat.stage.page.locator(`[role=option][data-value="${name}"]`).waitFor();
      await chat.stage.page.keyboard.press('Tab');
    };

    test('is listed with its first options and the number of the rest', async () => {
      const { page, box } = chat.stage;
      await box.fill('/many');
      const row = page.locator('[data-command=many]');
      await row.getByText('prompt').waitFor();
      await row.getByText('+14').waitFor();
      await box.fill('');
    });

    test('lists all nineteen to add, and the arrows scroll to the last', async () => {
      const { page } = chat.stage;
      await open('all of them');
      expect(
        await page.getByRole('combobox', { name: 'Add an option, 19 more' }).getAttribute('placeholder'),
      ).toBe('+19 more');
      const list = page.getByRole('listbox', { name: 'Optional' });
      expect(await list.getByRole('option').count()).toBe(19);
      await page.keyboard.press('ArrowUp');
      const last = list.getByRole('option').last();
      await expect.poll(() => last.getAttribute('aria-selected')).toBe('true');
      const popup = await page.locator('.popup').boundingBox();
      const row = await last.boundingBox();
      if (!popup || !row) throw new Error('The list is not on the screen.');
      expect(row.y + row.height).toBeLessThanOrEqual(popup.y + popup.height);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    });

    test('offers what fits the other options, as text and as numbers, and asks again when those change', async () => {
      const { page, message, record } = chat.stage;
      await open('it depends');
      await add('size');
      await page.getByRole('option', { name: '832 × 480' }).waitFor();
      await page.locator('[data-place=tail]').focus();
      await add('model');
      await page.getByRole('option', { name: 'New' }).click();
      await page.locator('[data-option=size] input').focus();
      await page.getByRole('option', { name: '1920 × 1080' }).click();
      await page.locator('[data-place=tail]').focus();
      await add('duration');
      await page.getByRole('option', { name: '15 seconds' }).waitFor();
      await page.keyboard.type('abc');
      await page.getByText('No options match your search.').waitFor();
      await page.locator('[data-place=tail]').focus();
      await page.getByRole('alert').filter({ hasText: 'Enter a valid integer.' }).waitFor();
      await page.locator('[data-option=duration] input').fill('1');
      await page.getByRole('option', { name: '10 seconds' }).click();
      expect(await page.locator('[data-option=duration] input').inputValue()).toBe('10 seconds');
      await add('strength');
      await page.keyboard.type('0.75');
      await page.keyboard.press('Enter');
      await message('Received all: it depends').waitFor();
      expect(record.commands.at(-1)?.options).toEqual({
        prompt: 'it depends',
        model: 'new',
        size: '1920*1080',
        duration: 10,
        strength: 0.75,
      });
    });

    test.each([1280, 390])(
      'with every option added fits a screen %i wide, chips on several lines',
      async (width) => {
        const { page } = chat.stage;
        await page.setViewportSize({ width, height: 780 });
        await open('A prompt that says a little more than two words, as prompts do');
        for (const name of optional) {
          await add(name);
          await page.locator('[data-place=tail]').focus();
        }
        expect(await page.locator('.chip').count()).toBe(20);
        const measured = await page.evaluate(() => {
          const find = (selector: string): Box => Reflect.get(globalThis, 'document').querySelector(selector);
          const of = ({ scrollWidth, clientWidth }: Box) => scrollWidth - clientWidth;
          return {
            line: of(find('.command-line')),
            page: of(find('html')),
            stream: find('.stream').clientHeight,
          };
        });
        expect(measured).toMatchObject({ line: 0, page: 0 });
        expect(measured.stream).toBeGreaterThan(200);
        await page.locator('[data-option=prompt] input').focus();
        expect(await page.locator('[data-option=prompt]').isVisible()).toBe(true);
        await page.getByRole('button', { name: 'Cancel command' }).click();
      },
    );
  },
);
