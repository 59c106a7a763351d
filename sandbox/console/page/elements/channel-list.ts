import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { avatarUrl } from '../drawing/avatar.ts';
import type { ChannelSection } from '../store/channel-sections.ts';
import { channelSections, directMessages, isReadable, isVoice } from '../store/channel-sections.ts';
import { isThread } from '../store/directory.ts';
import type { Channel } from '../wire/places.ts';
import { channelTypes } from '../wire/places.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';
import './person-panel.ts';
import { renderVoicePerson } from './render-voice-person.ts';
import './voice-panel.ts';
import { pageWords } from '../words/current.ts';

/** The channels of the server on screen, or the direct messages, with the person's panel at the foot. */
export class ChannelList extends AppElement {
  static override properties = { ...AppElement.properties, folded: { state: true } };
  declare folded: ReadonlySet<string>;

  constructor() {
    super();
    this.folded = new Set();
  }

  protected override render(): TemplateResult {
    const { app } = this;
    const { directory } = app.session;
    const guild = app.guildId ? directory.guilds.get(app.guildId) : undefined;
    return html`
      <header class="list-header"><h2>${guild?.name ?? (app.guildId ? '' : pageWords().page.directMessages)}</h2></header>
      <nav class="channels" aria-label=${pageWords().page.channels}>
        ${
          app.guildId
            ? channelSections(directory.channels.values(), app.guildId).map((section) =>
                this.#section(section),
              )
            : html`<ul role="list">${directMessages(directory.channels.values()).map((channel) => this.#channel(channel))}</ul>`
        }
      </nav>
      <voice-panel .app=${app}></voice-panel>
      <person-panel .app=${app}></person-panel>
    `;
  }

  #section({ category, channels }: ChannelSection): TemplateResult {
    const folded = category !== undefined && this.folded.has(category.id);
    const listed = channels.filter(({ channel }) => !folded || this.#isMarked(channel));
    const rows = listed.map(
      ({ channel, threads }) =>
        html`${this.#channel(channel)}${threads.map((thread) => this.#channel(thread))}`,
    );
    if (!category) return html`<ul role="list">${rows}</ul>`;
    return html`<section>
      <button type="button" class="category" aria-expanded=${!folded} @click=${() => this.#fold(category.id)}>${icons.down()}<span>${category.name}</span></button>
      <ul role="list" aria-label=${category.name ?? ''}>${rows}</ul>
    </section>`;
  }

  #isMarked(channel: Channel): boolean {
    if (this.app.session.call.place?.channelId === channel.id) return true;
    return channel.id === this.app.channelId || this.app.session.readMarks.unread(channel.id) !== undefined;
  }

  #fold(categoryId: string): void {
    const folded = new Set(this.folded);
    if (!folded.delete(categoryId)) folded.add(categoryId);
    this.folded = folded;
  }

  #channel(channel: Channel): TemplateResult {
    const { app } = this;
    const name = app.session.directory.channelName(channel);
    const unread = app.session.readMarks.unread(channel.id);
    const readable = isReadable(channel);
    const kind = kindOf(channel);
    const label = pageWords().kinds.channel(name, `${kind}${unread ? pageWords().kinds.unread : ''}`);
    return html`<li>
      <button
        type="button"
        class="channel ${unread ? 'unread' : ''} ${isThread(channel) ? 'thread' : ''}"
        data-channel-id=${channel.id}
        aria-label=${label}
        aria-current=${channel.id === app.channelId ? 'page' : nothing}
        ?disabled=${!readable}
        @click=${() => {
          app.openChannel(channel.id);
          this.dispatchEvent(new Event('channel-opened', { bubbles: true }));
        }}
      >
        ${this.#face(channel)}<span class="channel-name">${name}</span>
        ${unread && unread.mentions > 0 ? html`<span class="badge">${unread.mentions}</span>` : nothing}
      </button>
      ${isVoice(channel) ? this.#insideVoice(channel) : nothing}
    </li>`;
  }

  /** The status line and the people of a voice channel. */
  #insideVoice(channel: Channel): TemplateResult {
    const { app } = this;
    const status = app.session.voiceStates.statusOf(channel.id);
    const people = app.session.voiceStates.inChannel(channel.id);
    return html`${status ? html`<p class="voice-status" title=${status}>${status}</p>` : nothing}
      ${
        people.length > 0
          ? html`<ul class="voice-people" role="list" aria-label=${pageWords().kinds.inside(channel.name ?? '')}>${people.map((state) => renderVoicePerson(app, state, 'row'))}</ul>`
          : nothing
      }`;
  }

  #face(channel: Channel): TemplateResult {
    const [recipient] = channel.recipients ?? [];
    if (channel.type === channelTypes.dm && recipient) {
      return html`<img class="avatar small" src=${avatarUrl(this.app.discordUrl, recipient)} alt="" />`;
    }
    if (channel.type === channelTypes.stage) return icons.stage();
    if (isVoice(channel)) return icons.voice();
    if (isThread(channel)) return icons.thread();
    if (channel.type === channelTypes.announcement) return icons.announcement();
    if (channel.type === channelTypes.forum) return icons.forum();
    return icons.text();
  }
}

function kindOf(channel: Channel): string {
  if (channel.type === channelTypes.stage) return pageWords().kinds.stage;
  if (isVoice(channel)) return pageWords().kinds.voice;
  if (isThread(channel)) return pageWords().kinds.thread;
  if (channel.type === channelTypes.announcement) return pageWords().kinds.announcement;
  if (channel.type === channelTypes.forum) return pageWords().kinds.forum;
  return channel.type === channelTypes.dm ? pageWords().kinds.direct : pageWords().kinds.text;
}

customElements.define('channel-list', ChannelList);
