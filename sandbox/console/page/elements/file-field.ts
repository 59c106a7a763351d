import type { TemplateResult } from 'lit';
import { html, LitElement, nothing } from 'lit';
import { fileSizeText } from '../drawing/file-size.ts';
import { acceptedBy, kindInWords, typesInWords } from '../files/file-types.ts';
import { countLimits } from '../forms/field-value.ts';
import type { FileUpload } from '../wire/component.ts';
import { pageWords } from '../words/current.ts';
import { icons } from './icons.ts';

/** A field's files changed; these are all of them, in order. */
export class FilesChosen extends Event {
  readonly files: readonly File[];

  constructor(files: readonly File[]) {
    super('files-chosen');
    this.files = files;
  }
}

/** The upload field of a modal: files are chosen or dropped, listed with kind and size, and taken away again. */
export class FileField extends LitElement {
  static override properties = {
    field: { attribute: false },
    files: { attribute: false },
    controlId: {},
    wrong: { type: Boolean },
    dragging: { state: true },
  };
  declare field: FileUpload;
  declare files: readonly File[];
  declare controlId: string;
  declare wrong: boolean;
  declare dragging: boolean;

  constructor() {
    super();
    this.files = [];
    this.controlId = '';
    this.wrong = false;
    this.dragging = false;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  get #most(): number {
    return countLimits(this.field).max;
  }

  /** One file replaces another where only one fits; otherwise files are added. */
  #add(added: readonly File[]): void {
    if (added.length === 0) return;
    this.#tell(this.#most === 1 ? added.slice(0, 1) : [...this.files, ...added]);
  }

  #tell(files: readonly File[]): void {
    this.dispatchEvent(new FilesChosen(files));
  }

  #dropped(event: DragEvent): void {
    event.preventDefault();
    event.stopPropagation();
    this.dragging = false;
    this.#add([...(event.dataTransfer?.files ?? [])]);
  }

  protected override render(): TemplateResult {
    const limit = pageWords().forms.files(this.#most);
    const types = typesInWords(this.field.file_types);
    return html`<div
      class="file-field ${this.dragging ? 'dragging' : ''}"
      @drop=${this.#dropped}
      @dragover=${(event: DragEvent) => {
        event.preventDefault();
        this.dragging = true;
      }}
      @dragleave=${() => {
        this.dragging = false;
      }}
    >
      <label class="file-drop">
        ${icons.file()}
        <span><b>${pageWords().forms.chooseFiles}</b>${pageWords().forms.orDrop}<small>${limit}${types ? html`: ${types}` : nothing}</small></span>
        <input
          id=${this.controlId}
          class="sr-only"
          type="file"
          ?multiple=${this.#most > 1}
          accept=${acceptedBy(this.field.file_types) ?? nothing}
          aria-invalid=${this.wrong ? 'true' : nothing}
          aria-describedby="${this.controlId}-problem ${this.controlId}-description"
          @change=${(event: Event) => {
            if (!(event.target instanceof HTMLInputElement)) return;
            const chosen = [...(event.target.files ?? [])];
            event.target.value = '';
            this.#add(chosen);
          }}
        />
      </label>
      ${
        this.files.length > 0
          ? html`<ul class="chosen-files" aria-label=${pageWords().forms.chosenFiles}>${this.files.map((file) => this.#row(file))}</ul>`
          : nothing
      }
    </div>`;
  }

  #row(file: File): TemplateResult {
    return html`<li>
      <span class="file-name">${file.name}</span>
      <small>${kindInWords(file)} · ${fileSizeText(file.size)}</small>
      <button type="button" class="icon-button" aria-label=${pageWords().composer.remove(file.name)} @click=${() =>
        this.#tell(this.files.filter((other) => other !== file))}>${icons.bin()}</button>
    </li>`;
  }
}

customElements.define('file-field', FileField);
