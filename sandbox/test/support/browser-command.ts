import type { Page } from 'playwright-core';

/** Option name, as the person's language has it → what is typed, or the label of the choice. */
export type TypedOptions = Readonly<Record<string, string>>;

/**
 * Writes a command into the composer with the keyboard alone, without sending it. A required option comes first, because
 * it is open at once; each further one is looked up by its name.
 */
export async function typeCommand(page: Page, command: string, options: TypedOptions): Promise<void> {
  await page.keyboard.type(`/${command}`);
  await page
    .getByRole('option')
    .filter({ hasText: `/${command}` })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  const draft = page.locator(`.command-draft[aria-label$="/${command}"]`);
  await draft.waitFor();
  const open = await draft.locator('[data-option]').count();
  for (const [index, [name, value]] of Object.entries(options).entries()) {
    if (index >= open) {
      await page.keyboard.type(name);
      await page.keyboard.press('Tab');
    }
    await page.locator(`.focused[data-option] input`).waitFor();
    await enterText(page, value);
    await page.keyboard.press('Tab');
  }
}

/** From this length on, nobody looks at what single keys do: the text comes at once, as a keyboard of words puts it. */
const longText = 20;

/** Where the cursor is. The page draws itself again for each key: a sentence costs as much as all that is looked at. */
export async function enterText(page: Page, text: string): Promise<void> {
  if (text.length < longText) await page.keyboard.type(text);
  else await page.keyboard.insertText(text);
}
