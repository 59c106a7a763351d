import { LitElement } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';

/**
 * An element drawn in the page's own tree, so that one style sheet and ARIA references reach everything.
 * Redraws whenever the app changes.
 */
export abstract class AppElement extends LitElement {
  static override properties: Record<string, object> = { app: { attribute: false } };
  declare app: ChatApp;
  #unsubscribe: () => void = () => {};

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#unsubscribe = this.app.subscribe(() => this.requestUpdate());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unsubscribe();
  }
}
