import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { PendingInteraction } from '../client/pending-interactions.ts';
import { isGrouped } from '../drawing/message-grouping.ts';
import { onDifferentDays } from '../markdown/time-words.ts';
import { compareIds } from '../store/snowflake.ts';
import type { Message } from '../wire/message.ts';
import { pageWords } from '../words/current.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';
import { renderInvocation } from './render-invocation.ts';
import { renderNoDirectMessages, renderWelcome } from './render-welcome.ts';

const nearPx = 80;
const loadAheadPx = 400;

/** The messages of the channel on screen: older ones come on scrolling up, and it stays at the newest until someone scrolls away. */
export class MessageStream extends AppElement {
  static override properties = { ...AppElement.properties, atFoot: { state: true } };
  declare atFoot: boolean;
  #channelId: string | undefined;
  #firstId: string | undefined;
  #lastId: string | undefined;
  #commandsSent = 0;
  /** Height before older messages were put on top; the reader's place moves by what they add. */
  #heightBeforeHistory: number | undefined;
  /** Growing content moves the bottom away, too; only scrolling up means that someone reads back. */
  #lastTopPx = 0;
  #growth: ResizeObserver | undefined;

  constructor() {
    super();
    this.atFoot = true;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#growth?.disconnect();
  }

  protected override willUpdate(): void {
    this.#follow();
    const { channelId } = this.app;
    const firstId = channelId && this.app.session.timeline.stream(channelId).messages[0]?.id;
    if (channelId === this.#channelId) {
      if (firstId !== this.#firstId) this.#heightBeforeHistory = this.#scroller?.scrollHeight;
      this.#firstId = firstId;
      return;
    }
    this.#channelId = channelId;
    this.#firstId = firstId;
    this.#heightBeforeHistory = undefined;
    this.atFoot = true;
  }

  /** A person who says something wants to see it, no matter how far back they were reading. */
  #follow(): void {
    const { channelId, session } = this.app;
    const last = channelId === undefined ? undefined : session.timeline.stream(channelId).messages.at(-1);
    const commandsSent = channelId === undefined ? 0 : session.pending.commandsIn(channelId).length;
    const isNew = last !== undefined && (this.#lastId === undefined || compareIds(last.id, this.#lastId) > 0);
    if ((isNew && last.author.id === session.person.id) || commandsSent > this.#commandsSent)
      this.atFoot = true;
    this.#lastId = last?.id;
    this.#commandsSent = commandsSent;
  }

  protected override firstUpdated(): void {
    const content = this.querySelector('.stream-content');
    this.#growth = new ResizeObserver(() => this.#grown());
    if (content) this.#growth.observe(content);
    if (this.#scroller) this.#growth.observe(this.#scroller);
  }

  protected override updated(): void {
    if (this.atFoot) this.#toFoot();
  }

  /** Messages draw themselves after this element did, so the height is only right now. */
  #grown(): void {
    const scroller = this.#scroller;
    if (!scroller) return;
    if (this.atFoot) this.#toFoot();
    else if (this.#heightBeforeHistory !== undefined && scroller.scrollTop === 0) {
      scroller.scrollTop = scroller.scrollHeight - this.#heightBeforeHistory;
    }
    this.#heightBeforeHistory = undefined;
  }

  get #scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.stream');
  }

  #toFoot(): void {
    const scroller = this.#scroller;
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  }

  #scrolled(): void {
    const scroller = this.#scroller;
    if (!scroller || !this.#channelId) return;
    const near = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < nearPx;
    const upwards = scroller.scrollTop < this.#lastTopPx;
    this.#lastTopPx = scroller.scrollTop;
    if (near) this.atFoot = true;
    else if (upwards) this.atFoot = false;
    if (scroller.scrollTop < loadAheadPx) void this.app.session.loadOlder(this.#channelId);
  }

  protected override render(): TemplateResult {
    const { app } = this;
    const { channel } = app;
    const stream = channel ? app.session.timeline.stream(channel.id) : undefined;
    const messages = stream?.messages ?? [];
    const { theme } = app.preferences;
    return html`
      <div class="stream" tabindex="0" role="log" aria-label=${channel ? pageWords().messages.in(app.session.directory.channelName(channel)) : pageWords().messages.some} data-channel-id=${channel?.id ?? nothing} aria-busy=${stream?.history === 'loading'} @scroll=${this.#scrolled}>
        <discord-messages class="stream-content" no-background ?light-theme=${theme === 'light'}>
          ${channel && stream?.history === 'complete' ? renderWelcome(app, channel, messages.length === 0) : nothing}
          ${!channel && app.guildId === undefined ? renderNoDirectMessages(app) : nothing}
          ${stream?.history === 'loading' && messages.length === 0 ? skeleton() : nothing}
          ${repeat(
            messages,
            // The library's elements ask for the colours once, when they are made: other colours need new ones.
            (message) => `${theme} ${message.id}`,
            (message, index) => this.#item(message, messages[index - 1]),
          )}
          ${channel ? app.session.pending.commandsIn(channel.id).map((pending) => this.#pendingCommand(pending)) : nothing}
        </discord-messages>
      </div>
      ${
        this.atFoot
          ? nothing
          : html`<button type="button" class="to-foot" @click=${() => {
              this.atFoot = true;
            }}>${pageWords().messages.jump} ${icons.down()}</button>`
      }
    `;
  }

  #item(message: Message, before: Message | undefined): TemplateResult {
    const newDay = !before || onDifferentDays(Date.parse(before.timestamp), Date.parse(message.timestamp));
    const since = this.app.unreadSince;
    const firstUnread =
      since !== undefined &&
      compareIds(message.id, since) >= 0 &&
      (!before || compareIds(before.id, since) < 0);
    const divided = newDay || firstUnread;
    return html`<div class="stream-item">
      ${divided ? this.#divider(message, newDay, firstUnread) : nothing}
      <message-view .app=${this.app} .message=${message} ?grouped=${!divided && isGrouped(message, before)}></message-view>
    </div>`;
  }

  #divider(message: Message, newDay: boolean, firstUnread: boolean): TemplateResult {
    const { locale } = this.app.preferences;
    const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(Date.parse(message.timestamp));
    return html`<div class="divider ${firstUnread ? 'unread' : ''}" role="separator" aria-label=${firstUnread ? pageWords().messages.newMessages : day}>
      ${newDay ? html`<span>${day}</span>` : nothing}${firstUnread ? html`<b>${pageWords().messages.new}</b>` : nothing}
    </div>`;
  }

  #pendingCommand(pending: PendingInteraction): TemplateResult {
    if (pending.origin.kind !== 'command') return html``;
    const { session, guildId } = this.app;
    const { label, target } = pending.origin;
    const failed = pending.state === 'failed';
    const user = session.directory.me ?? { id: session.person.id, username: session.person.name };
    const invocation = { user, name: label, from: target?.kind ?? 'slash', target } as const;
    return html`<div class="pending-command" data-nonce=${pending.nonce}>
      ${renderInvocation(invocation, this.app, guildId)}
      ${
        failed
          ? html`<div class="failed" role="alert">${icons.warning()}<span>${pending.reason}</span></div>
              <div class="only-you">${icons.eye()}<span>${pageWords().messages.onlyYou}</span>
              <button type="button" class="link" @click=${() => session.pending.finish(pending.nonce)}>${pageWords().messages.dismiss}</button></div>`
          : html`<span class="thinking" role="status"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${pageWords().messages.sending}</span>`
      }
    </div>`;
  }
}

function skeleton(): TemplateResult {
  return html`<div class="skeleton" aria-hidden="true">${[62, 40, 75, 52].map(
    (width) => html`<div><i></i><span><b></b><b style="width:${width}%"></b></span></div>`,
  )}</div>`;
}

customElements.define('message-stream', MessageStream);
