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
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
}
