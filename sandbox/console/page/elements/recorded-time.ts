import type { TemplateResult } from 'lit';
import { html, LitElement } from 'lit';
import { clockOf } from '../drawing/clock-of.ts';
import type { VoiceRecorder } from '../voice/voice-note.ts';
import { pageWords } from '../words/current.ts';

const everyMs = 200;

/** How long a recording is by now; the page around it isn't redrawn for that. */
export class RecordedTime extends LitElement {
  static override properties = { recorder: { attribute: false } };
  declare recorder: VoiceRecorder;
  #timer: ReturnType<typeof setInterval> | undefined;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#timer = setInterval(() => this.requestUpdate(), everyMs);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  protected override render(): TemplateResult {
    return html`<span class="recorded-time" role="timer" aria-label=${pageWords().voiceNote.length}>${clockOf(this.recorder.seconds)}</span>`;
  }
}

customElements.define('recorded-time', RecordedTime);
