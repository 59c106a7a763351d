import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { avatarUrl } from '../drawing/avatar.ts';
import { mediaOfAttachment } from '../drawing/media.ts';
import { messageTime } from '../markdown/time-words.ts';
import { mayDelete } from '../store/permissions.ts';
import { mentionsPerson } from '../store/read-marks.ts';
import { hasFlag, isEphemeral } from '../store/timeline.ts';
import type { CommandTarget, Message } from '../wire/message.ts';
import { messageFlags } from '../wire/message.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';
import { LongPress } from './long-press.ts';
import { isOnAuthor, keepsBrowserMenu, menuAt } from './menu-opening.ts';
import { renderComponent } from './render-components.ts';
import { renderEmbed } from './render-embed.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderMedia } from './render-media.ts';
import { renderReference } from './render-reference.ts';
import { isSystemMessage, renderSystemMessage } from './render-system-message.ts';
import './voice-message.ts';
import { pageWords } from '../words/current.ts';

/** One message of the stream. */
export class MessageView extends AppElement {
  static override properties = {
    ...AppElement.properties,
    message: { attribute: false },
    /** Follows one of the same author: no picture, no name. */
    grouped: { type: Boolean },
  };
  declare message: Message;
  declare grouped: boolean;
  /** The control that has the focus while the message changes. */
  #focused: Element | null = null;

  constructor() {
    super();
    this.addEventListener('contextmenu', this.#openMenu);
    new LongPress(this, this.#openMenu);
  }

  get #guildId(): string | undefined {
    return this.app.session.directory.channels.get(this.message.channel_id)?.guild_id;
  }

  get #isEdited(): boolean {
    return Boolean(this.message.edited_timestamp);
  }

  protected override willUpdate(): void {
    this.#focused = this.querySelector('.components :focus');
  }

  /** If its control is gone, the focus stays in the message, or the keyboard would begin at the top of the page. */
  protected override updated(): void {
    if (!this.#focused || document.activeElement !== document.body) return;
    this.querySelector<HTMLElement>('.components :is(.button, .select-face, .link):not(:disabled)')?.focus();
  }

  protected override render(): TemplateResult {
    const { message, app } = this;
    const { directory, person } = app.session;
    const guildId = this.#guildId;
    const system = renderSystemMessage(message, app, guildId);
    if (system) return system;
    const name = directory.nameOf(message.author, guildId);
    const atMs = Date.parse(message.timestamp);
    const { locale } = app.preferences;
    const time = this.grouped
      ? new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(atMs)
      : messageTime(atMs, Date.now(), locale);
    const roles = directory.members(guildId).get(person.id)?.roles ?? [];
    return html`<discord-message
      class="message"
      role="article"
      aria-label=${`${name}, ${messageTime(atMs, Date.now(), locale)}`}
      data-message-id=${message.id}
      author=${name}
      avatar=${avatarUrl(app.discordUrl, message.author)}
      role-color=${app.colourOf(message.author.id, guildId) ?? ''}
      timestamp=${time}
      ?bot=${message.author.bot ?? false}
      ?edited=${this.#isEdited && message.content !== ''}
      ?data-ephemeral=${isEphemeral(message)}
      ?highlight=${!isEphemeral(message) && mentionsPerson(message, person.id, roles)}
      ?message-body-only=${this.grouped}
    >
      ${renderReference(message, app, guildId)}${this.#words()}${this.#attachments()}${this.#embeds()}${this.#components()}
    </discord-message>${this.#tools()}`;
  }

  #words(): unknown {
    const { message } = this;
    if (hasFlag(message, messageFlags.loading)) {
      const name = this.app.session.directory.nameOf(message.author, this.#guildId);
      return html`<span class="thinking" role="status"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${name} is thinking…</span>`;
    }
    const byApplication = message.author.bot === true || message.webhook_id !== undefined;
    return renderMarkdown(message.content, { app: this.app, guildId: this.#guildId, masked: byApplication });
  }

  #attachments(): unknown {
    const attachments = this.message.attachments ?? [];
    if (attachments.length === 0 || hasFlag(this.message, messageFlags.componentsV2)) return nothing;
    const isVoice = hasFlag(this.message, messageFlags.voiceMessage);
    const drawn = attachments.map((attachment) =>
      isVoice
        ? html`<voice-message .sound=${attachment}></voice-message>`
        : renderMedia(mediaOfAttachment(attachment)),
    );
    return html`<discord-attachments slot="attachments" class="attachments">${drawn}</discord-attachments>`;
  }

  #embeds(): unknown {
    const embeds = this.message.embeds ?? [];
    if (embeds.length === 0 || hasFlag(this.message, messageFlags.suppressEmbeds)) return nothing;
    const place = { app: this.app, guildId: this.#guildId, masked: true };
    return html`<div slot="embeds" class="embeds">${embeds.map((embed) => renderEmbed(embed, place))}</div>`;
  }

  #components(): unknown {
    const { message, app } = this;
    const pending = app.session.pending.onMessage(message.id);
    const place = { app, guildId: this.#guildId, masked: true, message, pending };
    const components = message.components ?? [];
    const drawn = components.map((component) => renderComponent(component, place));
    return html`<div slot="components" class="components">
      ${drawn}
      ${this.#isEdited && message.content === '' ? html`<span class="edited">${pageWords().messages.edited}</span>` : nothing}
      ${
        pending?.state === 'failed'
          ? html`<div class="failed" role="alert">${icons.warning()}<span>${pending.reason}</span></div>`
          : nothing
      }
      ${isEphemeral(message) ? this.#onlyYou() : nothing}
    </div>`;
  }

  #onlyYou(): TemplateResult {
    return html`<div class="only-you">
      ${icons.eye()}<span>${pageWords().messages.onlyYou}</span>
      <button type="button" class="link" @click=${() => this.app.session.dismiss(this.message)}>${pageWords().messages.dismiss}</button>
    </div>`;
  }

  #tools(): TemplateResult {
    const { message, app } = this;
    const channel = app.session.directory.channels.get(message.channel_id);
    const deletable =
      channel !== undefined && mayDelete(app.session.directory, channel, message, app.session.person.id);
    const more = html`<button
      type="button"
      aria-label=${pageWords().messages.more}
      title=${pageWords().messages.more}
      aria-haspopup="menu"
      aria-expanded=${app.menu?.target.kind === 'message' && app.menu.target.message.id === message.id}
      @click=${(event: MouseEvent) => app.openMenu(menuAt(event, { kind: 'message', message }))}
    >${icons.more()}</button>`;
    if (isEphemeral(message)) {
      return html`<div class="message-tools" role="group" aria-label=${pageWords().messages.actions}>${more}</div>`;
    }
    return html`<div class="message-tools" role="group" aria-label=${pageWords().messages.actions}>
      <button type="button" aria-label=${pageWords().messages.reply} title=${pageWords().messages.reply} @click=${() => app.reply(message)}>${icons.reply()}</button>
      ${
        deletable
          ? html`<button type="button" aria-label=${pageWords().messages.delete} title=${pageWords().messages.delete} @click=${() => app.session.deleteMessage(message)}>${icons.bin()}</button>`
          : nothing
      }
      ${more}
    </div>`;
  }

  readonly #openMenu = (event: MouseEvent): void => {
    const { message } = this;
    if (isSystemMessage(message) || keepsBrowserMenu(event, this)) return;
    event.preventDefault();
    const target: CommandTarget = isOnAuthor(event)
      ? { kind: 'user', user: message.author }
      : { kind: 'message', message };
    this.app.openMenu(menuAt(event, target));
  };
}

customElements.define('message-view', MessageView);
