import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { typeCommand } from '../../sandbox/test/support/browser-command.ts';

/** How a person uses the page. */
export interface HandHabits {
  readonly name: string;
  /** Nothing but the keyboard. */
  readonly isKeyboard: boolean;
  readonly isNarrow: boolean;
  /** Where pictures go. */
  readonly folder: string;
}

/** Nobody presses Tab more often for one button. */
const mostTabs = 150;
const settledMs = 500;

/** One person's hand at the page: presses, picks and types, counts what that takes, and takes a picture of each step. */
export class Hand {
  readonly page: Page;
  readonly habits: HandHabits;
  /** Presses of buttons, menus and their options. */
  presses = 0;
  /** Presses of Tab for each target, by what was reached. */
  readonly tabs = new Map<string, number>();
  #shots = 0;

  constructor(page: Page, habits: HandHabits) {
    this.page = page;
    this.habits = habits;
  }

  /** The newest message with this text. */
  message(text: string | RegExp): Locator {
    return this.page.locator('[data-message-id]').filter({ hasText: text }).last();
  }

  /** The newest message that has such a button. */
  withButton(label: string): Locator {
    const button = this.page.getByRole('button', { name: label, exact: true });
    return this.page.locator('[data-message-id]').filter({ has: button }).last();
  }

  async run(command: string, options: Readonly<Record<string, string>> = {}): Promise<void> {
    const { page, habits } = this;
    if (!habits.isKeyboard) await page.locator('.writing [role=textbox], .writing textarea').click();
    await typeCommand(page, command, options);
    await page.keyboard.press('Enter');
  }

  async press(target: Locator): Promise<void> {
    await target.waitFor();
    this.presses += 1;
    if (!this.habits.isKeyboard) return await target.click();
    await this.#tabTo(target);
    await this.page.keyboard.press('Enter');
  }

  /** A button of the newest message that has it. */
  async pressButton(label: string): Promise<void> {
    await this.press(this.withButton(label).getByRole('button', { name: label, exact: true }).last());
  }

  /** One option of a menu. @param menu what its face says */
  async pick(within: Locator, menu: string | RegExp, ...options: readonly string[]): Promise<void> {
    const face = within.locator('select-menu').filter({ hasText: menu }).last().locator('.select-face');
    await this.press(face);
    for (const option of options) await this.choose(option);
  }

  /** An option of the menu that's open. */
  async choose(option: string): Promise<void> {
    this.presses += 1;
    if (!this.habits.isKeyboard) return await this.page.getByRole('option', { name: option }).first().click();
    await this.page.getByRole('listbox').waitFor();
    await this.page.keyboard.type(option);
    await this.page.keyboard.press('Enter');
  }

  async fill(label: string | RegExp, text: string): Promise<void> {
    const field = this.page.getByRole('dialog').getByLabel(label).first();
    if (!this.habits.isKeyboard) return await field.fill(text);
    await this.#tabTo(field);
    await this.page.keyboard.press('Control+A');
    await this.page.keyboard.type(text);
  }

  async submit(): Promise<void> {
    await this.press(this.page.locator('.modal footer .button.primary'));
  }

  /** Opens a channel, by the drawer where the page is narrow. */
  async visit(channel: string): Promise<void> {
    if (this.habits.isNarrow) await this.press(this.page.locator('.main-header .only-narrow'));
    await this.press(this.page.locator('channel-list').getByRole('button', { name: channel }).first());
    await this.page.getByRole('heading', { level: 1, name: channel }).waitFor();
  }

  async shoot(name: string): Promise<void> {
    this.#shots += 1;
    await this.page.waitForTimeout(settledMs);
    const file = `${String(this.#shots).padStart(2, '0')}-${this.habits.name}-${name}.png`;
    await writeFile(join(this.habits.folder, file), await this.page.screenshot({ type: 'png' }));
  }

  /** Where the focus is, for a report. */
  async focused(): Promise<string> {
    return await this.page.evaluate<string>(
      `(() => { const at = document.activeElement; return at ? at.tagName + ' ' + (at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40) : 'nothing'; })()`,
    );
  }

  async #tabTo(target: Locator): Promise<void> {
    const label = ((await target.getAttribute('aria-label')) ?? (await target.innerText())).slice(0, 40);
    const isFocused = async () => await target.evaluate((it) => it === it.ownerDocument.activeElement);
    const isBefore = async () =>
      await target.evaluate((it) => {
        const at = it.ownerDocument.activeElement;
        return at !== null && (at.compareDocumentPosition(it) & 2) !== 0;
      });
    const key = (await isBefore()) ? 'Shift+Tab' : 'Tab';
    let count = 0;
    while (!(await isFocused())) {
      if (count >= mostTabs)
        throw new Error(`${label} can't be reached with the keyboard: ${await this.focused()}`);
      await this.page.keyboard.press(key);
      count += 1;
    }
    this.tabs.set(label, count);
  }
}
