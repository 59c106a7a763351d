import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { optionDescription, optionLabel } from '../composer/command-catalog.ts';
import type { CommandDraft } from '../composer/command-draft.ts';
import { entryOf, optionOf, tail, unusedOptions, visibleProblems } from '../composer/command-draft.ts';
import type { ComposerEvent } from '../composer/composer-state.ts';
import { defaultMaxLength } from '../composer/option-value.ts';
import type { Popup } from '../composer/popup.ts';
import { acceptedBy } from '../files/file-types.ts';
import type { CommandOption } from '../wire/command.ts';
import { optionTypes } from '../wire/command.ts';
import { pageWords } from '../words/current.ts';
import { icons } from './icons.ts';
import { popupId, popupItemId } from './render-popup.ts';

export interface DraftUse {
  readonly send: () => void;
  readonly leave: () => void;
  readonly event: (event: ComposerEvent) => void;
}

/** A command being filled in: its name, a chip for each option in use, and the place for further ones. */
export function renderCommandDraft(
  draft: CommandDraft,
  popup: Popup | undefined,
  active: number,
  locale: string,
  use: DraftUse,
): TemplateResult {
  const problems = visibleProblems(draft);
  const listOpen = popup !== undefined;
  const chips = repeat(
    draft.shown,
    (name) => name,
    (name) => {
      const option = optionOf(draft, name);
      return option ? chip(draft, option, problems.get(name), listOpen, active, locale, use) : nothing;
    },
  );
  return html`<div class="command-draft" role="group" aria-label=${pageWords().composer.command(draft.entry.label)}>
    <div class="command-row">
      <div class="command-line">
        <span class="command-name">/${draft.entry.label}</span>
        ${chips}
        ${tailField(draft, listOpen, active, use)}
      </div>
      <div class="command-buttons">
        <button type="button" class="icon-button" aria-label=${pageWords().composer.cancelCommand} @click=${use.leave}>${icons.close()}</button>
        <button type="button" class="icon-button send" aria-label=${pageWords().composer.sendCommand} @click=${use.send}>${icons.send()}</button>
      </div>
    </div>
    ${hint(draft, problems, locale)}
  </div>`;
}

function chip(
  draft: CommandDraft,
  option: CommandOption,
  problem: string | undefined,
  listOpen: boolean,
  active: number,
  locale: string,
  use: DraftUse,
): TemplateResult {
  const focused = draft.focus === option.name;
  const label = optionLabel(option, locale);
  return html`<span class="chip ${problem ? 'wrong' : ''} ${focused ? 'focused' : ''}" data-option=${option.name}>
    <span class="chip-label">${label}</span>
    ${
      option.type === optionTypes.attachment
        ? fileField(draft, option, problem, locale, use)
        : textField(draft, option, problem, focused && listOpen, active, locale, use)
    }
    ${
      option.required
        ? nothing
        : html`<button type="button" tabindex="-1" class="chip-remove" aria-label=${pageWords().composer.remove(label)} @click=${() => use.event({ kind: 'removed', option: option.name })}>×</button>`
    }
  </span>`;
}

function textField(
  draft: CommandDraft,
  option: CommandOption,
  problem: string | undefined,
  listOpen: boolean,
  active: number,
  locale: string,
  use: DraftUse,
): TemplateResult {
  const entry = entryOf(draft, option.name);
  const numeric = option.type === optionTypes.integer || option.type === optionTypes.number;
  return html`<input
    type="text"
    role="combobox"
    inputmode=${numeric ? 'decimal' : 'text'}
    aria-label=${`${optionLabel(option, locale)}: ${optionDescription(option, locale)}`}
    aria-required=${option.required ? 'true' : nothing}
    aria-invalid=${problem ? 'true' : nothing}
    aria-describedby="composer-hint"
    aria-autocomplete="list"
    aria-expanded=${listOpen}
    aria-controls=${listOpen ? popupId : nothing}
    aria-activedescendant=${listOpen && active >= 0 ? popupItemId(active) : nothing}
    autocomplete="off"
    spellcheck="false"
    size=${Math.max(2, Math.min(60, entry.text.length + 1))}
    data-picked=${entry.value === undefined ? nothing : 'true'}
    .value=${live(entry.text)}
    @focus=${() => use.event({ kind: 'focused', place: option.name })}
    @input=${(event: InputEvent) => {
      if (event.target instanceof HTMLInputElement) {
        use.event({ kind: 'typed-in', place: option.name, text: event.target.value });
      }
    }}
  />`;
}

function fileField(
  draft: CommandDraft,
  option: CommandOption,
  problem: string | undefined,
  locale: string,
  use: DraftUse,
): TemplateResult {
  const { file } = entryOf(draft, option.name);
  const choose = (event: Event) => {
    if (!(event.target instanceof HTMLInputElement)) return;
    const [chosen] = event.target.files ?? [];
    event.target.value = '';
    if (chosen) use.event({ kind: 'file', option: option.name, file: chosen });
  };
  const open = (event: Event) => {
    const button = event.currentTarget;
    if (button instanceof HTMLElement)
      button.parentElement?.querySelector<HTMLInputElement>('input[type=file]')?.click();
  };
  return html`<input class="sr-only" type="file" tabindex="-1" aria-hidden="true" accept=${acceptedBy(option.file_types) ?? nothing} @change=${choose} />
    <button
      type="button"
      class="choose-file"
      data-picked=${file ? 'true' : nothing}
      aria-label=${`${optionLabel(option, locale)}: ${file ? file.name : pageWords().composer.chooseAFile}. ${optionDescription(option, locale)}`}
      aria-invalid=${problem ? 'true' : nothing}
      @focus=${() => use.event({ kind: 'focused', place: option.name })}
      @click=${open}
    >${icons.file()}<span>${file ? file.name : pageWords().composer.chooseOrDrop}</span></button>`;
}

function tailField(draft: CommandDraft, listOpen: boolean, active: number, use: DraftUse): TemplateResult {
  const free = unusedOptions(draft).length;
  const open = listOpen && draft.focus === tail;
  return html`<input
    class="tail"
    type="text"
    role="combobox"
    data-place="tail"
    aria-label=${free > 0 ? pageWords().composer.addOption(free) : pageWords().composer.endOfCommand}
    aria-autocomplete="list"
    aria-expanded=${open}
    aria-controls=${open ? popupId : nothing}
    aria-activedescendant=${open && active >= 0 ? popupItemId(active) : nothing}
    aria-describedby="composer-hint"
    autocomplete="off"
    spellcheck="false"
    placeholder=${free > 0 ? pageWords().composer.moreOptions(free) : ''}
    .value=${live(draft.tailText)}
    @focus=${() => use.event({ kind: 'focused', place: tail })}
    @input=${(event: InputEvent) => {
      if (event.target instanceof HTMLInputElement) {
        use.event({ kind: 'typed-in', place: tail, text: event.target.value });
      }
    }}
  />`;
}

/** Under the chips: what's wrong, or what the option being written is about and how much room is left. */
function hint(draft: CommandDraft, problems: ReadonlyMap<string, string>, locale: string): TemplateResult {
  const focused = typeof draft.focus === 'string' ? draft.focus : undefined;
  const wrong = focused && problems.has(focused) ? focused : [...problems.keys()][0];
  const option = optionOf(draft, wrong ?? focused ?? '');
  if (!option) return html`<p class="hint" id="composer-hint">${draft.entry.description}</p>`;
  const problem = problems.get(option.name);
  return html`<p class="hint ${problem ? 'wrong' : ''}" id="composer-hint" role=${problem ? 'alert' : nothing}>
    <b>${optionLabel(option, locale)}</b> ${problem ?? optionDescription(option, locale)}${counter(draft, option)}
  </p>`;
}

function counter(draft: CommandDraft, option: CommandOption): TemplateResult | typeof nothing {
  const { text, value } = entryOf(draft, option.name);
  if (option.type !== optionTypes.string || value !== undefined) return nothing;
  const max = option.max_length ?? defaultMaxLength;
  const left = max - [...text].length;
  if (option.max_length === undefined && left > 200) return nothing;
  return html`<span class="counter ${left < 0 ? 'over' : ''}" aria-label=${pageWords().composer.left(left)}>${left}</span>`;
}
