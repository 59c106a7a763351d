import type { PropertyValues, TemplateResult } from 'lit';
import { html, LitElement } from 'lit';

const everyMs = 100;

/** A loudness that it reads ten times a second, so the page around it isn't redrawn for that. */
export class VoiceMeter extends LitElement {
  static override properties = { name: { type: String }, read: { attribute: false }, level: { state: true } };
  declare name: string;
  declare read: () => number;
  declare level: number;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.level = 0;
    this.read = () => 0;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setInterval(() => {
      this.level = Math.round(this.read() * 100);
    }, everyMs);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  protected override updated(_changed: PropertyValues): void {
    this.querySelector<HTMLElement>('.meter-bar')?.style.setProperty('--level', `${this.level}%`);
  }

  protected override render(): TemplateResult {
    return html`<div class="meter" role="meter" aria-label=${this.name} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${this.level}><div class="meter-bar"></div></div>`;
  }
}

customElements.define('voice-meter', VoiceMeter);
