import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { type Locale, locales } from '../app/preferences.ts';
import { avatarUrl } from '../drawing/avatar.ts';
import { pageWords } from '../words/current.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';

const localeNames: Readonly<Record<Locale, string>> = {
  'en-US': 'English',
  'zh-CN': '中文',
  'es-ES': 'Español',
};
const localeSigns: Readonly<Record<Locale, string>> = { 'en-US': 'EN', 'zh-CN': '中', 'es-ES': 'ES' };

/** Who the page is used as, and how it looks. */
export class PersonPanel extends AppElement {
  static override properties = { ...AppElement.properties, open: { state: true } };
  declare open: boolean;

  constructor() {
    super();
    this.open = false;
  }

  protected override updated(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('open') && this.open) this.querySelector<HTMLElement>('[aria-checked=true]')?.focus();
  }

  protected override render(): TemplateResult {
    const { app } = this;
    const { person, directory } = app.session;
    const user = directory.me ?? { id: person.id, username: person.name };
    return html`<div class="person-panel" @focusout=${this.#left} @keydown=${this.#keyed}>
      ${this.open ? this.#menu() : nothing}
      <button type="button" class="person" aria-haspopup="menu" aria-expanded=${this.open} aria-label=${pageWords().person.youAre(directory.nameOf(user))} @click=${() => {
        this.open = !this.open;
      }}>
        <img class="avatar" src=${avatarUrl(app.discordUrl, user)} alt="" />
        <span class="person-names"><b>${directory.nameOf(user)}</b><small>${pageWords().person.switchPerson}</small></span>
      </button>
      <button type="button" class="icon-button" aria-label=${pageWords().person.languageIs(localeNames[app.preferences.locale])} title=${pageWords().person.language} @click=${this.#switchLocale}>
        ${icons.language()}<span class="locale" aria-hidden="true">${localeSigns[app.preferences.locale]}</span>
      </button>
      <button type="button" class="icon-button" aria-label=${app.preferences.theme === 'dark' ? pageWords().person.light : pageWords().person.dark} title=${pageWords().person.colours} @click=${this.#switchTheme}>
        ${app.preferences.theme === 'dark' ? icons.sun() : icons.moon()}
      </button>
    </div>`;
  }

  #menu(): TemplateResult {
    const { app } = this;
    return html`<div class="person-menu" role="menu" aria-label=${pageWords().person.useAs}>
      <p aria-hidden="true">${pageWords().person.useAs}</p>
      ${app.people.map((person) => {
        const user = app.session.directory.users.get(person.id) ?? { id: person.id, username: person.name };
        return html`<button type="button" role="menuitemradio" aria-checked=${person.id === app.session.person.id} data-person=${person.name} @click=${() => {
          this.#close();
          if (person.id !== app.session.person.id) app.usePerson(person);
        }}><img class="avatar small" src=${avatarUrl(app.discordUrl, user)} alt="" /><span>${person.name}</span>${icons.check()}</button>`;
      })}
    </div>`;
  }

  #switchTheme(): void {
    const { preferences } = this.app;
    preferences.theme = preferences.theme === 'dark' ? 'light' : 'dark';
  }

  #switchLocale(): void {
    const { preferences } = this.app;
    preferences.locale = locales[(locales.indexOf(preferences.locale) + 1) % locales.length] ?? 'en-US';
  }

  #close(): void {
    this.open = false;
    this.querySelector<HTMLElement>('.person')?.focus();
  }

  #left(event: FocusEvent): void {
    if (!(event.relatedTarget instanceof Node && this.contains(event.relatedTarget))) this.open = false;
  }

  #keyed(event: KeyboardEvent): void {
    if (!this.open) return;
    if (event.key === 'Escape') this.#close();
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    const items: readonly Element[] = [...this.querySelectorAll('[role=menuitemradio]')];
    const at = document.activeElement ? items.indexOf(document.activeElement) : -1;
    const next = items[(at + (event.key === 'ArrowDown' ? 1 : -1) + items.length) % items.length];
    if (next instanceof HTMLElement) next.focus();
  }
}

customElements.define('person-panel', PersonPanel);
