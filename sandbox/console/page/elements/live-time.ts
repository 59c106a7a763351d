import { html, LitElement } from 'lit';
import type { TimeFormat } from '../markdown/nodes.ts';
import { timeWords } from '../markdown/time-words.ts';

const dayMs = 86_400_000;

/** A `<t:…>` mark: words of the language, the full date as its tooltip, relative ones kept up to date. */
export class LiveTime extends LitElement {
  static override properties = {
    atMs: { type: Number, attribute: 'at-ms' },
    format: {},
    locale: {},
  };
  declare atMs: number;
  declare format: TimeFormat;
  declare locale: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override updated(): void {
    clearTimeout(this.#timer);
    if (this.format !== 'R' || !this.isConnected) return;
    const distanceMs = Math.abs(this.atMs - Date.now());
    if (distanceMs < dayMs) {
      this.#timer = setTimeout(() => this.requestUpdate(), distanceMs < 90_000 ? 1000 : 15_000);
    }
  }

  protected override render() {
    const full = timeWords(this.atMs, 'F', Date.now(), this.locale);
    const iso = Number.isFinite(new Date(this.atMs).getTime()) ? new Date(this.atMs).toISOString() : '';
    return html`<discord-time title=${full}><time datetime=${iso}>${timeWords(this.atMs, this.format, Date.now(), this.locale)}</time></discord-time>`;
  }
}

customElements.define('live-time', LiveTime);
