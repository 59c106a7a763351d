import { css, html, LitElement } from 'lit';
import { pageWords } from '../words/current.ts';

/** Blurs what is slotted into it until it is pressed. */
export class SpoilerCover extends LitElement {
  static override properties = { revealed: { type: Boolean, reflect: true } };
  static override styles = css`
    :host { display: inline-grid; position: relative; overflow: hidden; border-radius: 8px; max-width: 100%; }
    :host(:not([revealed])) .content { filter: blur(44px); pointer-events: none; }
    .content, button { grid-area: 1 / 1; }
    button { border: 0; background: transparent; cursor: pointer; display: grid; place-items: center; z-index: 1; }
    span { background: rgb(0 0 0 / 60%); color: #fff; font: 700 15px / 1 sans-serif; padding: 8px 12px; border-radius: 20px; }
    button:focus-visible { outline: 2px solid #00a8fc; outline-offset: -2px; }
  `;
  declare revealed: boolean;

  constructor() {
    super();
    this.revealed = false;
  }

  protected override render() {
    const cover = html`<button aria-label=${pageWords().messages.spoiler} @click=${() => {
      this.revealed = true;
    }}><span>SPOILER</span></button>`;
    return html`<div class="content" ?inert=${!this.revealed}><slot></slot></div>${this.revealed ? '' : cover}`;
  }
}

customElements.define('spoiler-cover', SpoilerCover);
