import type { ConversationPage, SettingsEditor, SettingsPage } from './settings-pages.ts';

/** The tools of conversations that a guild's moderators switched on or off. */
export class SwitchedTools {
  readonly #page: SettingsPage<ConversationPage>;

  constructor(page: SettingsPage<ConversationPage>) {
    this.#page = page;
  }

  /** The tools that are switched off there. */
  async withoutTools(guildId: string): Promise<ReadonlySet<string>> {
    const { tools } = await this.#page.of(guildId);
    return new Set(Object.entries(tools).flatMap(([name, isOn]) => (isOn ? [] : [name])));
  }

  async switchTool(editor: SettingsEditor, name: string, isOn: boolean): Promise<void> {
    await this.#page.change(editor, (before) => ({ ...before, tools: { ...before.tools, [name]: isOn } }));
  }
}
