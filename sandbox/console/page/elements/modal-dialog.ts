import type { TemplateResult } from 'lit';
import { html, type LitElement, type nothing } from 'lit';
import type { OpenModal } from '../app/chat-app.ts';
import type { FieldValue } from '../forms/field-value.ts';
import { initialValue } from '../forms/field-value.ts';
import type { FormPart, FormValues } from '../forms/modal-form.ts';
import { formParts, formProblems, initialValues } from '../forms/modal-form.ts';
import { pageWords } from '../words/current.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderModalField } from './render-modal-field.ts';

/** A form that an application asked to be filled in. */
export class ModalDialog extends AppElement {
  static override properties = {
    ...AppElement.properties,
    opened: { attribute: false },
    values: { state: true },
    tried: { state: true },
  };
  declare opened: OpenModal;
  declare values: FormValues;
  declare tried: boolean;
  #nonce: string | undefined;
  #returnTo: Element | null = null;

  constructor() {
    super();
    this.values = {};
    this.tried = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#returnTo = document.activeElement;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.#returnTo instanceof HTMLElement) this.#returnTo.focus();
  }

  protected override willUpdate(): void {
    const { modal } = this.opened;
    if (this.#nonce === modal.id) return;
    this.#nonce = modal.id;
    this.tried = false;
    this.values = initialValues(formParts(modal));
  }

  protected override async firstUpdated(): Promise<void> {
    this.querySelector('dialog')?.showModal();
    const fields = [...this.querySelectorAll<LitElement>('select-menu, file-field')];
    await Promise.all(fields.map((field) => field.updateComplete));
    this.querySelector<HTMLElement>('.modal-body :is(input, textarea, .select-face)')?.focus();
  }

  #submit(event: Event): void {
    event.preventDefault();
    const { app } = this;
    const { modal, messageId } = this.opened;
    const [wrong] = formProblems(formParts(modal), this.values).keys();
    if (wrong !== undefined) {
      this.tried = true;
      this.querySelector<HTMLElement>(
        `[data-field="${CSS.escape(wrong)}"] :is(input, textarea, button)`,
      )?.focus();
      return;
    }
    const guildId = app.session.directory.channels.get(modal.channel_id)?.guild_id;
    app.session.submitModal({ channelId: modal.channel_id, guildId }, modal, this.values, messageId);
    app.closeModal();
  }

  #change(key: string, value: FieldValue): void {
    this.values = { ...this.values, [key]: value };
  }

  protected override render(): TemplateResult {
    const { modal } = this.opened;
    const parts = formParts(modal);
    const problems = this.tried ? formProblems(parts, this.values) : new Map<string, string>();
    const application = modal.application.name ?? 'this application';
    return html`<dialog aria-labelledby="modal-title" @cancel=${(event: Event) => {
      event.preventDefault();
      this.app.closeModal();
    }}>
      <form class="modal" novalidate @submit=${this.#submit}>
        <header><h2 id="modal-title">${modal.title}</h2>
          <button type="button" class="icon-button" aria-label=${pageWords().forms.close} @click=${() => this.app.closeModal()}>${icons.close()}</button>
        </header>
        <div class="modal-body">
          <p class="modal-warning">${icons.warning()}<span>${pageWords().forms.warning(application)}</span></p>
          ${parts.map((part) => this.#part(part, problems))}
        </div>
        <footer>
          <button type="button" class="button secondary" @click=${() => this.app.closeModal()}>${pageWords().forms.cancel}</button>
          <button type="submit" class="button primary">${pageWords().forms.submit}</button>
        </footer>
      </form>
    </dialog>`;
  }

  #part(part: FormPart, problems: ReadonlyMap<string, string>): TemplateResult | typeof nothing {
    const guildId = this.app.session.directory.channels.get(this.opened.modal.channel_id)?.guild_id;
    if (part.kind === 'words') {
      return html`<div class="text-display">${renderMarkdown(part.content, { app: this.app, guildId, masked: true })}</div>`;
    }
    return renderModalField(part, {
      app: this.app,
      guildId,
      value: this.values[part.key] ?? initialValue(part.field),
      problem: problems.get(part.key),
      change: (value) => this.#change(part.key, value),
    });
  }
}

customElements.define('modal-dialog', ModalDialog);
