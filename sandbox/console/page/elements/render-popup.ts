import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import type { CommandEntry } from '../composer/command-catalog.ts';
import { optionDescription, optionLabel } from '../composer/command-catalog.ts';
import { optionOf } from '../composer/command-draft.ts';
import type { ComposerState } from '../composer/composer-state.ts';
import type { Popup, PopupItem } from '../composer/popup.ts';
import { avatarUrl } from '../drawing/avatar.ts';
import type { CommandOption } from '../wire/command.ts';
import { pageWords } from '../words/current.ts';

/** Optional options named in the list of commands. */
const optionsShown = 6;

export const popupId = 'composer-list';

export function popupItemId(index: number): string {
  return `composer-item-${index}`;
}

/** The list above the composer: commands, options still free, or the values of the option being written. */
export function renderPopup(
  popup: Popup,
  state: ComposerState,
  app: ChatApp,
  pick: (index: number) => void,
): TemplateResult {
  if (popup.kind === 'commands') {
    return shell(
      pageWords().composer.commands,
      popup.entries.map((entry, index) => commandRow(entry, index, state.active, app, pick)),
    );
  }
  if (popup.kind === 'people') {
    return shell(
      pageWords().composer.people,
      popup.items.map((item, index) => itemRow(item, index, state.active, pick)),
    );
  }
  if (popup.kind === 'options') {
    const rows = popup.items.map((item, index) => itemRow(item, index, state.active, pick));
    return shell(
      pageWords().composer.optional,
      rows,
      html`<p class="popup-title">${pageWords().composer.optional}</p>`,
    );
  }
  const option = state.mode === 'command' ? optionOf(state.draft, popup.option) : undefined;
  const { locale } = app.preferences;
  const title = option
    ? html`<p class="popup-title"><b>${optionLabel(option, locale)}</b> ${optionDescription(option, locale)}</p>`
    : nothing;
  const rows = popup.items.map((item, index) => itemRow(item, index, state.active, pick));
  return shell(
    option ? optionLabel(option, locale) : pageWords().composer.values,
    rows,
    title,
    remark(popup),
  );
}

function remark(popup: Extract<Popup, { kind: 'values' }>): string | undefined {
  if (popup.loading) return pageWords().composer.loading;
  if (popup.failed) return pageWords().composer.loadingFailed;
  return popup.items.length === 0 ? pageWords().composer.noMatch : undefined;
}

function shell(label: string, rows: unknown, title: unknown = nothing, note?: string): TemplateResult {
  return html`<div class="popup" @mousedown=${(event: MouseEvent) => event.preventDefault()}>
    ${title}
    <ul id=${popupId} role="listbox" aria-label=${label}>${rows}</ul>
    ${note ? html`<p class="popup-note" role="status">${note}</p>` : nothing}
  </div>`;
}

function commandRow(
  entry: CommandEntry,
  index: number,
  active: number,
  app: ChatApp,
  pick: (index: number) => void,
): TemplateResult {
  const bot = entry.application?.bot;
  const face = {
    id: bot?.id ?? entry.command.application_id,
    username: entry.application?.name ?? bot?.username ?? pageWords().messages.application,
    avatar: bot?.avatar ?? null,
  };
  return html`<li id=${popupItemId(index)} role="option" class="command-row ${index === active ? 'active' : ''}" aria-selected=${index === active} data-command=${entry.path.join(' ')} @click=${() => pick(index)}>
    <img class="avatar small" src=${avatarUrl(app.discordUrl, face)} alt="" />
    <span class="command-words">
      <span class="command-name">/${entry.label} ${shownOptions(entry).map((option) => html`<span class="command-option ${option.required ? '' : 'optional'}">${optionLabel(option, app.preferences.locale)}</span>`)}${moreOptions(entry)}</span>
      <small>${entry.description}</small>
    </span>
    <span class="command-app">${face.username}</span>
  </li>`;
}

/** Enough to recognise the command; the rest is only counted. */
function shownOptions(entry: CommandEntry): readonly CommandOption[] {
  return entry.options.filter((option, index) => option.required || index < optionsShown);
}

function moreOptions(entry: CommandEntry): TemplateResult | typeof nothing {
  const more = entry.options.length - shownOptions(entry).length;
  return more > 0 ? html`<span class="command-option optional">+${more}</span>` : nothing;
}

function itemRow(
  item: PopupItem,
  index: number,
  active: number,
  pick: (index: number) => void,
): TemplateResult {
  return html`<li id=${popupItemId(index)} role="option" class=${index === active ? 'active' : ''} aria-selected=${index === active} data-value=${item.key} @click=${() => pick(index)}>
    <span class="item-label">${item.label}</span>
    ${item.detail ? html`<small>${item.detail}</small>` : nothing}
  </li>`;
}
