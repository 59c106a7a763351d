import type { PropertyValues, TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { OpenMenu } from '../app/chat-app.ts';
import type { MenuEntry, MenuItem } from '../menus/menu.ts';
import { messageMenu, userMenu } from '../menus/menu.ts';
import { runAction } from '../menus/run-action.ts';
import { voiceEntries } from '../menus/voice-entries.ts';
import { mayDelete } from '../store/permissions.ts';
import { pageWords } from '../words/current.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';

const marginPx = 8;

/** The menu of a message or a user: at the pointer, or a sheet at the foot of a phone. */
export class ContextMenu extends AppElement {
  static override properties = {
    ...AppElement.properties,
    menu: { attribute: false },
    openGroup: { state: true },
  };
  declare menu: OpenMenu;
  declare openGroup: string | undefined;
  #pressedInside = false;

  constructor() {
    super();
    this.openGroup = undefined;
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('menu')) return;
    this.openGroup = undefined;
    this.#pressedInside = false;
  }

  protected override updated(changed: PropertyValues): void {
    if (changed.has('menu')) {
      this.#place();
      this.#items('.context-menu')[0]?.focus();
    }
    if (this.openGroup) this.#placeGroup();
  }

  /** Keeps the menu on the screen. */
  #place(): void {
    const menu = this.querySelector<HTMLElement>('.context-menu');
    if (!menu) return;
    const { offsetWidth, offsetHeight } = menu;
    const x = Math.min(this.menu.x, innerWidth - offsetWidth - marginPx);
    const y = Math.min(this.menu.y, innerHeight - offsetHeight - marginPx);
    menu.style.setProperty('--x', `${Math.max(marginPx, x)}px`);
    menu.style.setProperty('--y', `${Math.max(marginPx, y)}px`);
  }

  #placeGroup(): void {
    const menu = this.querySelector<HTMLElement>('.context-menu');
    const group = this.querySelector<HTMLElement>('.submenu');
    const parent = group?.parentElement;
    if (!menu || !group || !parent) return;
    const { right } = menu.getBoundingClientRect();
    group.classList.toggle('leftwards', right + group.offsetWidth + marginPx > innerWidth);
    const overPx = parent.getBoundingClientRect().top + group.offsetHeight + marginPx - innerHeight;
    group.style.setProperty('--up', `${Math.max(0, overPx)}px`);
  }

  #entries(): readonly MenuEntry[] {
    const { app } = this;
    const { session } = app;
    const { target } = this.menu;
    if (target.kind === 'user') {
      const isMe = target.user.id === session.person.id;
      return userMenu(target.user, {
        isMe,
        commands: app.menuCommands(2),
        voice: voiceEntries(session, app.guildId, target.user.id),
      });
    }
    const { message } = target;
    const channel = session.directory.channels.get(message.channel_id);
    return messageMenu(message, {
      mayDelete: channel !== undefined && mayDelete(session.directory, channel, message, session.person.id),
      commands: app.menuCommands(3),
    });
  }

  #close(): void {
    const { returnTo } = this.menu;
    this.app.closeMenu();
    const there = returnTo?.isConnected ? returnTo : document.querySelector<HTMLElement>('.stream');
    there?.focus();
  }

  #run(item: MenuItem): void {
    this.#close();
    void runAction(this.app, item.action);
  }

  /** The items of one menu, without those of a menu inside it. */
  #items(menu: string): readonly HTMLElement[] {
    const root = this.querySelector(menu);
    return [...this.querySelectorAll<HTMLElement>(`${menu} [role=menuitem]`)].filter(
      (item) => item.closest('[role=menu]') === root,
    );
  }

  async #show(group: string, focus: boolean): Promise<void> {
    this.openGroup = group;
    await this.updateComplete;
    if (focus) this.#items('.submenu')[0]?.focus();
  }

  #hideGroup(): void {
    this.openGroup = undefined;
    this.querySelector<HTMLElement>('[aria-haspopup=menu]')?.focus();
  }

  #keyed(event: KeyboardEvent): void {
    const focused = event.target instanceof HTMLElement ? event.target : this;
    const inGroup = focused.closest('.submenu') !== null;
    const items = this.#items(inGroup ? '.submenu' : '.context-menu');
    const at = items.indexOf(focused);
    const group = focused.getAttribute('data-group');
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const by = event.key === 'ArrowDown' ? 1 : -1;
        items[(at + by + items.length) % items.length]?.focus();
        break;
      }
      case 'Home':
        items[0]?.focus();
        break;
      case 'End':
        items.at(-1)?.focus();
        break;
      case 'ArrowRight':
        if (group) void this.#show(group, true);
        break;
      case 'ArrowLeft':
        if (this.openGroup) this.#hideGroup();
        break;
      case 'Escape':
        if (inGroup) this.#hideGroup();
        else this.#close();
        break;
      case 'Tab':
        this.#close();
        break;
      default:
        if (!this.#foundByLetter(event, items, at)) return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #foundByLetter(event: KeyboardEvent, items: readonly HTMLElement[], at: number): boolean {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey) return false;
    const letter = event.key.toLowerCase();
    const ordered = [...items.slice(at + 1), ...items.slice(0, at + 1)];
    ordered.find((item) => item.textContent?.trim().toLowerCase().startsWith(letter))?.focus();
    return true;
  }

  protected override render(): TemplateResult {
    const { target } = this.menu;
    const label =
      target.kind === 'user' ? pageWords().messages.actionsFor(this.#nameOf()) : pageWords().messages.actions;
    return html`<div
        class="menu-scrim"
        @pointerdown=${() => this.#close()}
        @contextmenu=${(event: Event) => event.preventDefault()}
      ></div>
      <div
        class="context-menu"
        role="menu"
        aria-label=${label}
        @keydown=${this.#keyed}
        @pointerdown=${() => {
          this.#pressedInside = true;
        }}
        @click=${this.#strayClicks}
        @contextmenu=${(event: Event) => event.preventDefault()}
      >
        ${this.#entries().map((entry) => (entry.kind === 'group' ? this.#group(entry) : this.#item(entry)))}
      </div>`;
  }

  #nameOf(): string {
    const { target } = this.menu;
    const user = target.kind === 'user' ? target.user : target.message.author;
    return this.app.session.directory.nameOf(user, this.app.guildId);
  }

  #item(item: MenuItem): TemplateResult {
    return html`<button
      type="button"
      role="menuitem"
      tabindex="-1"
      class="menu-item ${item.danger ? 'danger' : ''}"
      data-key=${item.key}
      @click=${() => this.#run(item)}
      @pointerenter=${this.#pointed}
    ><span class="menu-words"><span>${item.label}</span>${item.detail ? html`<small>${item.detail}</small>` : nothing}</span></button>`;
  }

  #group(group: Extract<MenuEntry, { kind: 'group' }>): TemplateResult {
    const open = this.openGroup === group.key;
    const toggle = (event: MouseEvent) => {
      const byFinger = event instanceof PointerEvent && event.pointerType === 'touch';
      if (open && byFinger) this.#hideGroup();
      // A click that the keyboard made has no pointer behind it: the focus follows into the group.
      else void this.#show(group.key, event.detail === 0);
    };
    return html`<div class="menu-group" role="none">
      <button
        type="button"
        role="menuitem"
        tabindex="-1"
        class="menu-item"
        data-group=${group.key}
        aria-haspopup="menu"
        aria-expanded=${open}
        @click=${toggle}
        @pointerenter=${(event: PointerEvent) => {
          this.#pointed(event);
          if (event.pointerType === 'mouse') void this.#show(group.key, false);
        }}
      ><span class="menu-words"><span>${group.label}</span></span>${icons.down()}</button>
      ${
        open
          ? html`<div class="submenu" role="menu" aria-label=${group.label}>
              ${group.items.map((item) => this.#item(item))}
              ${group.items.length === 0 ? html`<p class="menu-empty">${group.empty}</p>` : nothing}
            </div>`
          : nothing
      }
    </div>`;
  }

  /** The finger that opened the menu by a long press lifts inside it, which isn't a choice. */
  readonly #strayClicks = {
    capture: true,
    handleEvent: (event: MouseEvent): void => {
      if (event.detail > 0 && !this.#pressedInside) event.stopPropagation();
    },
  };

  /** The mouse moves the focus, as in the menus people know; a group closes when another item is pointed at. */
  readonly #pointed = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse' || !(event.currentTarget instanceof HTMLElement)) return;
    event.currentTarget.focus();
    const inGroup = event.currentTarget.closest('.menu-group') !== null;
    if (!inGroup) this.openGroup = undefined;
  };
}

customElements.define('context-menu', ContextMenu);
