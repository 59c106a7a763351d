import type { PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { SelectRow } from '../drawing/select-rows.ts';
import { chosenAtFirst, mayChooseMore, toggled } from '../drawing/select-rows.ts';
import { entityItem, findEntities, wishOfSelect } from '../store/entities.ts';
import type { Select } from '../wire/component.ts';
import { componentTypes } from '../wire/component.ts';
import { pageWords } from '../words/current.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';

/** What a list at its highest needs. */
const listRoomPx = 300;

let counter = 0;

function nextId(): string {
  counter += 1;
  return `select-${counter}`;
}

/** What a select sends: a `values-chosen` event with the values, when the list closes on a change. */
export class ValuesChosen extends Event {
  readonly values: readonly string[];

  constructor(values: readonly string[]) {
    super('values-chosen', { bubbles: false });
    this.values = values;
  }
}

/** String, user, role, mentionable and channel selects, in messages and modals. */
export class SelectMenu extends AppElement {
  static override properties = {
    ...AppElement.properties,
    select: { attribute: false },
    guildId: { attribute: false },
    label: {},
    busy: { type: Boolean },
    blocked: { type: Boolean },
    open: { state: true },
    query: { state: true },
    active: { state: true },
    chosen: { state: true },
    upwards: { state: true },
  };
  declare select: Select;
  declare guildId: string | undefined;
  declare label: string;
  declare busy: boolean;
  declare blocked: boolean;
  declare open: boolean;
  declare query: string;
  declare active: number;
  declare chosen: readonly string[];
  declare upwards: boolean;
  readonly #id = nextId();
  #before: readonly string[] = [];
  #customId: string | undefined;
  /** What the message itself says is chosen: when an edit changes that, it's what is shown. */
  #atFirst: readonly string[] = [];

  constructor() {
    super();
    this.open = false;
    this.busy = false;
    this.blocked = false;
    this.query = '';
    this.active = 0;
    this.chosen = [];
    this.upwards = false;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('select')) return;
    const atFirst = chosenAtFirst(this.select);
    const isAnother = this.#customId !== this.select.custom_id;
    if (!isAnother && atFirst.join('\n') === this.#atFirst.join('\n')) return;
    this.#customId = this.select.custom_id;
    this.#atFirst = atFirst;
    this.chosen = atFirst;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('open') && this.open) {
      this.querySelector<HTMLInputElement>('input')?.focus();
      this.querySelector('[role=listbox]')?.scrollIntoView({ block: 'nearest' });
    }
    if (changed.has('active')) {
      this.querySelector(`#${this.#id}-${this.active}`)?.scrollIntoView({ block: 'nearest' });
    }
  }

  #rows(): readonly SelectRow[] {
    const typed = this.query.trim().toLowerCase();
    if (this.select.type === componentTypes.stringSelect) {
      return (this.select.options ?? [])
        .map((option) => ({
          value: option.value,
          label: option.label,
          detail: option.description,
          emoji: option.emoji?.id ? undefined : (option.emoji?.name ?? undefined),
        }))
        .filter((row) => row.label.toLowerCase().includes(typed));
    }
    const wish = wishOfSelect(this.select.type, this.select.channel_types);
    return findEntities(this.app.session.directory, this.guildId, wish, typed).map((item) => ({
      value: item.key,
      label: item.label,
      detail: item.detail,
      emoji: undefined,
    }));
  }

  #labelOf(value: string): string {
    const option = this.select.options?.find((candidate) => candidate.value === value);
    return option?.label ?? entityItem(this.app.session.directory, this.guildId, value).label;
  }

  #show(): void {
    if (this.busy || this.blocked || this.select.disabled) return;
    this.#before = this.chosen;
    this.query = '';
    this.active = 0;
    this.upwards = this.#hasMoreRoomAbove();
    this.open = true;
  }

  #hasMoreRoomAbove(): boolean {
    const room = this.closest('.stream, .modal-body')?.getBoundingClientRect();
    if (!room) return false;
    const own = this.getBoundingClientRect();
    const belowPx = room.bottom - own.bottom;
    return belowPx < listRoomPx && own.top - room.top > belowPx;
  }

  /** Closing sends, as in the chat clients people know, if something changed and enough is chosen. */
  #hide(returnFocus: boolean): void {
    if (!this.open) return;
    this.open = false;
    const changed = this.chosen.join('\n') !== this.#before.join('\n');
    const enough = this.chosen.length >= (this.select.min_values ?? 1);
    if (changed && enough) this.dispatchEvent(new ValuesChosen(this.chosen));
    else if (changed) this.chosen = this.#before;
    if (returnFocus) this.querySelector<HTMLElement>('.select-face')?.focus();
  }

  #toggle(value: string): void {
    const single = (this.select.max_values ?? 1) === 1;
    this.chosen = toggled(this.select, this.chosen, value);
    if (single && this.chosen.includes(value)) this.#hide(true);
  }

  #keyed(event: KeyboardEvent): void {
    const rows = this.#rows();
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const by = event.key === 'ArrowDown' ? 1 : -1;
        if (rows.length > 0) this.active = (this.active + by + rows.length) % rows.length;
        break;
      }
      case 'Enter': {
        const row = rows[this.active];
        if (row) this.#toggle(row.value);
        break;
      }
      case 'Escape':
        this.#hide(true);
        break;
      case 'Tab':
        this.#hide(false);
        return;
      default:
        return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #left(event: FocusEvent): void {
    const inside = event.relatedTarget instanceof Node && this.contains(event.relatedTarget);
    if (!inside) this.#hide(false);
  }

  protected override render(): TemplateResult {
    const label = this.label || this.select.placeholder || pageWords().forms.select;
    const shown = this.chosen.map((value) => this.#labelOf(value));
    return html`<div class="select ${this.open ? 'open' : ''}" @focusout=${this.#left}>
      <button
        type="button"
        class="select-face"
        data-custom-id=${this.select.custom_id}
        aria-haspopup="listbox"
        aria-expanded=${this.open}
        aria-label=${shown.length > 0 ? `${label}: ${shown.join(', ')}` : label}
        aria-busy=${this.busy ? 'true' : nothing}
        aria-disabled=${this.blocked ? 'true' : nothing}
        ?disabled=${this.select.disabled === true}
        @click=${() => (this.open ? this.#hide(true) : this.#show())}
      >
        ${
          shown.length > 0
            ? html`<span class="select-values">${shown.map((text) => html`<span class="select-value">${text}</span>`)}</span>`
            : html`<span class="placeholder">${this.select.placeholder ?? pageWords().forms.select}</span>`
        }
        ${icons.down()}
      </button>
      ${this.open ? this.#list(label) : nothing}
    </div>`;
  }

  #list(label: string): TemplateResult {
    const rows = this.#rows();
    const many = (this.select.max_values ?? 1) > 1;
    return html`<div class="select-popup ${this.upwards ? 'up' : ''}">
      <input
        class="select-search"
        type="text"
        role="combobox"
        aria-label=${pageWords().forms.searchIn(label)}
        aria-expanded="true"
        aria-controls="${this.#id}-list"
        aria-activedescendant=${rows.length > 0 ? `${this.#id}-${this.active}` : nothing}
        placeholder=${pageWords().forms.search}
        autocomplete="off"
        .value=${this.query}
        @input=${(event: InputEvent) => {
          if (event.target instanceof HTMLInputElement) this.query = event.target.value;
          this.active = 0;
        }}
        @keydown=${this.#keyed}
      />
      <ul id="${this.#id}-list" role="listbox" aria-label=${label} aria-multiselectable=${many ? 'true' : nothing}>
        ${rows.map((row, index) => this.#row(row, index, many))}
        ${rows.length === 0 ? html`<li class="empty" role="presentation">${pageWords().forms.noMatches}</li>` : nothing}
      </ul>
    </div>`;
  }

  #row(row: SelectRow, index: number, many: boolean): TemplateResult {
    const chosen = this.chosen.includes(row.value);
    return html`<li
      id="${this.#id}-${index}"
      role="option"
      data-value=${row.value}
      aria-selected=${chosen}
      aria-disabled=${!chosen && many && !mayChooseMore(this.select, this.chosen) ? 'true' : nothing}
      class=${index === this.active ? 'active' : ''}
      @pointermove=${() => {
        this.active = index;
      }}
      @mousedown=${(event: MouseEvent) => event.preventDefault()}
      @click=${() => this.#toggle(row.value)}
    >
      ${row.emoji ? html`<span class="emoji" aria-hidden="true">${row.emoji}</span>` : nothing}
      <span class="select-words"><span>${row.label}</span>${row.detail ? html`<small>${row.detail}</small>` : nothing}</span>
      <span class="tick ${many ? 'box' : ''}" aria-hidden="true">${chosen ? icons.check() : nothing}</span>
    </li>`;
  }
}

customElements.define('select-menu', SelectMenu);
