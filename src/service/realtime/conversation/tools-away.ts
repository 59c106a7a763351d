import type { ToolDefinition } from './conversation-types.ts';
import { wireTool } from './session-update.ts';

/**
 * A response has no tools of its own in document 2 B: they're the session's. For one that is to answer without them
 * they're taken away before it's asked for, and given back when it's over, or never came to be.
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

  /** Whether an error of the service is about that: a service that wants its tools kept doesn't get in the way. */
  isAbout(param: string | undefined): boolean {
    return this.#away && param !== undefined && /^session\.tools\b/.test(param);
  }
}
