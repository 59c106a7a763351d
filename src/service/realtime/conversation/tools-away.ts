import type { ToolDefinition } from './conversation-types.ts';
import { wireTool } from './session-update.ts';

/**
 * In document 2 B, tools belong to the session and not to a response. For an answer without tools, they're removed
 * before it's asked for and put back when it's over or never began.
 */
export class ToolsAway {
  readonly #tools: readonly Readonly<Record<string, unknown>>[];
  readonly #update: (session: Readonly<Record<string, unknown>>) => void;
  #away = false;

  constructor(
    tools: readonly ToolDefinition[] | undefined,
    update: (session: Readonly<Record<string, unknown>>) => void,
  ) {
    this.#tools = (tools ?? []).map(wireTool);
    this.#update = update;
  }

  takeAway(): void {
    if (this.#away || this.#tools.length === 0) return;
    this.#away = true;
    this.#update({ tools: [] });
  }

  giveBack(): void {
    if (!this.#away) return;
    this.#away = false;
    this.#update({ tools: this.#tools });
  }

  /** Whether an error is about removing the tools. A service that wants to keep them doesn't get in the way. */
  isAbout(param: string | undefined): boolean {
    return this.#away && param !== undefined && /^session\.tools\b/.test(param);
  }
}
