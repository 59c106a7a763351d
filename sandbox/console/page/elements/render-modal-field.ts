import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import type { FieldValue } from '../forms/field-value.ts';
import { countLimits } from '../forms/field-value.ts';
import type { FormPart } from '../forms/modal-form.ts';
import type {
  CheckboxGroup,
  FileUpload,
  ModalField,
  RadioGroup,
  Select,
  TextInput,
} from '../wire/component.ts';
import { componentTypes } from '../wire/component.ts';
import type { FilesChosen } from './file-field.ts';
import './file-field.ts';
import type { ValuesChosen } from './select-menu.ts';
import './select-menu.ts';
import { pageWords } from '../words/current.ts';

export interface FieldUse {
  readonly app: ChatApp;
  readonly guildId: string | undefined;
  readonly value: FieldValue;
  readonly problem: string | undefined;
  readonly change: (value: FieldValue) => void;
}

type Part = Extract<FormPart, { kind: 'field' }>;

/** One field of a modal with its label, description and problem. */
export function renderModalField(part: Part, use: FieldUse): TemplateResult {
  const id = `field-${part.key}`;
  const required = isRequired(part.field);
  const grouped =
    part.field.type === componentTypes.radioGroup || part.field.type === componentTypes.checkboxGroup;
  const label = html`${part.label}${required ? html`<span class="required" aria-hidden="true"> *</span>` : nothing}`;
  return html`<div class="field ${use.problem ? 'wrong' : ''}" data-field=${part.key} role=${grouped ? 'group' : nothing} aria-labelledby=${grouped ? `${id}-label` : nothing}>
    <label id="${id}-label" for=${id}>${label}</label>
    ${part.description ? html`<p class="field-description" id="${id}-description">${part.description}</p>` : nothing}
    ${control(part, id, required, use)}
    ${use.problem ? html`<p class="field-problem" id="${id}-problem" role="alert">${use.problem}</p>` : nothing}
  </div>`;
}

function isRequired(field: ModalField): boolean {
  if (field.type === componentTypes.checkbox) return false;
  return field.required !== false;
}

function control(part: Part, id: string, required: boolean, use: FieldUse): TemplateResult {
  const { field } = part;
  switch (field.type) {
    case componentTypes.textInput:
      return text(field, id, required, use);
    case componentTypes.radioGroup:
    case componentTypes.checkboxGroup:
      return group(field, id, use);
    case componentTypes.checkbox:
      return html`<input id=${id} type="checkbox" class="single-check" .checked=${use.value.kind === 'checked' && use.value.checked} @change=${(
        event: Event,
      ) => {
        if (event.target instanceof HTMLInputElement)
          use.change({ kind: 'checked', checked: event.target.checked });
      }} />`;
    case componentTypes.fileUpload:
      return files(field, id, use);
    default:
      return select(field, part.label, use);
  }
}

function text(field: TextInput, id: string, required: boolean, use: FieldUse): TemplateResult {
  const value = use.value.kind === 'text' ? use.value.text : '';
  const typed = (event: InputEvent) => {
    const { target } = event;
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) {
      use.change({ kind: 'text', text: target.value });
    }
  };
  const left = field.max_length === undefined ? undefined : field.max_length - [...value].length;
  const counter =
    left === undefined
      ? nothing
      : html`<span class="counter ${left < 0 ? 'over' : ''}" aria-label=${pageWords().composer.left(left)}>${left}</span>`;
  const drawn =
    field.style === 2
      ? html`<textarea id=${id} rows="4" placeholder=${field.placeholder ?? ''} aria-required=${required} aria-invalid=${use.problem ? 'true' : nothing} aria-describedby="${id}-problem ${id}-description" .value=${value} @input=${typed}></textarea>`
      : html`<input id=${id} type="text" placeholder=${field.placeholder ?? ''} aria-required=${required} aria-invalid=${use.problem ? 'true' : nothing} aria-describedby="${id}-problem ${id}-description" .value=${value} @input=${typed} />`;
  return html`<div class="text-field">${drawn}${counter}</div>`;
}

function group(field: RadioGroup | CheckboxGroup, id: string, use: FieldUse): TemplateResult {
  const chosen = use.value.kind === 'chosen' ? use.value.values : [];
  const single = field.type === componentTypes.radioGroup;
  const { max } = countLimits(field);
  const toggle = (value: string, on: boolean) => {
    const others = single ? [] : chosen.filter((other) => other !== value);
    use.change({ kind: 'chosen', values: on ? [...others, value] : others });
  };
  return html`<div class="choices">
    ${field.options.map(
      (option, index) => html`<label class="choice">
        <input
          id=${index === 0 ? id : nothing}
          type=${single ? 'radio' : 'checkbox'}
          name=${id}
          value=${option.value}
          .checked=${chosen.includes(option.value)}
          ?disabled=${!single && !chosen.includes(option.value) && chosen.length >= max}
          @change=${(event: Event) => {
            if (event.target instanceof HTMLInputElement) toggle(option.value, event.target.checked);
          }}
        />
        <span><span>${option.label}</span>${option.description ? html`<small>${option.description}</small>` : nothing}</span>
      </label>`,
    )}
  </div>`;
}

function files(field: FileUpload, id: string, use: FieldUse): TemplateResult {
  const chosen = use.value.kind === 'files' ? use.value.files : [];
  return html`<file-field .field=${field} .files=${chosen} .controlId=${id} ?wrong=${use.problem !== undefined} @files-chosen=${(event: FilesChosen) => use.change({ kind: 'files', files: event.files })}></file-field>`;
}

function select(field: Select, label: string, use: FieldUse): TemplateResult {
  return html`<select-menu .app=${use.app} .select=${field} .guildId=${use.guildId} label=${label} @values-chosen=${(event: ValuesChosen) => use.change({ kind: 'chosen', values: event.values })}></select-menu>`;
}
