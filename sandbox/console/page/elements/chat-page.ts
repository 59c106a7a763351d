import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ConnectionState } from '../client/gateway.ts';
import { messagePlaceOf } from '../drawing/message-link.ts';
import { isVoice } from '../store/channel-sections.ts';
import { isThread } from '../store/directory.ts';
import { channelTypes } from '../wire/places.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';
import './channel-list.ts';
import './chat-composer.ts';
import './context-menu.ts';
import './member-list.ts';
import './message-stream.ts';
import './message-view.ts';
import './modal-dialog.ts';
import './server-rail.ts';
import './voice-place.ts';
import { pageWords } from '../words/current.ts';

/** The whole page: servers, channels, messages and composer, members. On a phone the lists are drawers. */
export class ChatPage extends AppElement {
  static override properties = {
    ...AppElement.properties,
    drawer: { state: true },
    showMembers: { state: true },
  };
  declare drawer: 'channels' | 'members' | undefined;
  declare showMembers: boolean;

  constructor() {
    super();
    this.drawer = undefined;
    this.showMembers = true;
  }

  protected override render(): TemplateResult {
    const { app } = this;
    const inGuild = app.guildId !== undefined;
    return html`<div class="page ${this.drawer ? `drawer-${this.drawer}` : ''} ${this.showMembers && inGuild ? '' : 'no-members'}" @keydown=${this.#keyed} @click=${this.#follow}>
      <div class="side" id="channels-drawer" @channel-opened=${() => {
        this.drawer = undefined;
      }}>
        <server-rail .app=${app}></server-rail>
        <channel-list .app=${app}></channel-list>
      </div>
      <main>
        ${this.#header()}
        ${banner(app.session.connection)}
        <div class="conversation">
          <voice-place .app=${app}></voice-place>
          <message-stream .app=${app}></message-stream>
          <chat-composer .app=${app}></chat-composer>
        </div>
      </main>
      ${inGuild ? html`<member-list .app=${app}></member-list>` : nothing}
      ${
        this.drawer
          ? html`<button type="button" class="scrim" aria-label=${pageWords().page.closeList} @click=${() => {
              this.drawer = undefined;
            }}></button>`
          : nothing
      }
      ${app.modal ? html`<modal-dialog .app=${app} .opened=${app.modal}></modal-dialog>` : nothing}
      ${app.menu ? html`<context-menu .app=${app} .menu=${app.menu}></context-menu>` : nothing}
      <div class="notice" role="status">${app.notice ? html`<span>${app.notice}</span>` : nothing}</div>
    </div>`;
  }

  /** Links to messages, as Discord writes them, open here and not outside of this page. */
  #follow = (event: Event): void => {
    const link = event.composedPath().find((target) => target instanceof HTMLAnchorElement);
    const place = link instanceof HTMLAnchorElement ? messagePlaceOf(link.href) : undefined;
    if (!place || !this.app.session.directory.channels.has(place.channelId)) return;
    event.preventDefault();
    this.app.openChannel(place.channelId);
    void this.updateComplete.then(() => {
      const message = this.querySelector<HTMLElement>(`[data-message-id="${place.messageId ?? ''}"]`);
      message?.scrollIntoView({ block: 'center' });
      message?.focus();
    });
  };

  #header(): TemplateResult {
    const { channel, session } = this.app;
    const face = !channel?.guild_id
      ? '@'
      : isVoice(channel)
        ? channel.type === channelTypes.stage
          ? icons.stage()
          : icons.voice()
        : isThread(channel)
          ? icons.thread()
          : icons.text();
    return html`<header class="main-header">
      <button type="button" class="icon-button only-narrow" aria-label=${pageWords().page.channels} aria-expanded=${this.drawer === 'channels'} aria-controls="channels-drawer" @click=${() => {
        this.drawer = this.drawer === 'channels' ? undefined : 'channels';
      }}>${icons.menu()}</button>
      ${channel ? html`<span class="header-face" aria-hidden="true">${face}</span><h1>${session.directory.channelName(channel)}</h1>` : nothing}
      ${channel?.topic ? html`<span class="topic" title=${channel.topic}>${channel.topic}</span>` : nothing}
      <span class="spacer"></span>
      ${
        channel?.guild_id
          ? html`<button type="button" class="icon-button" aria-label=${pageWords().page.members} aria-pressed=${this.showMembers} @click=${this.#toggleMembers}>${icons.people()}</button>`
          : nothing
      }
    </header>`;
  }

  #toggleMembers(): void {
    if (matchMedia('(max-width: 900px)').matches) {
      this.showMembers = true;
      this.drawer = this.drawer === 'members' ? undefined : 'members';
    } else {
      this.showMembers = !this.showMembers;
    }
  }

  #keyed(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.drawer) this.drawer = undefined;
  }
}

function banner(state: ConnectionState): TemplateResult | typeof nothing {
  switch (state.kind) {
    case 'waiting':
      return state.attempt > 1
        ? html`<div class="banner" role="status">${pageWords().page.connectionLost}</div>`
        : html`<div class="banner" role="status">${pageWords().page.connecting}</div>`;
    case 'refused':
      return html`<div class="banner" role="status">${pageWords().page.restarted}</div>`;
    case 'connecting':
      return html`<div class="banner quiet" role="status">${pageWords().page.connecting}</div>`;
    default:
      return nothing;
  }
}

customElements.define('chat-page', ChatPage);
