import type { TemplateResult } from 'lit';
import { html, type nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import type { MarkdownNode } from '../markdown/nodes.ts';
import { parseOnce } from '../markdown/parse-once.ts';
import { isVoice } from '../store/channel-sections.ts';
import { isThread } from '../store/directory.ts';
import './live-time.ts';
import { pageWords } from '../words/current.ts';

type Drawn = TemplateResult | string | typeof nothing;

export interface MarkdownPlace {
  readonly app: ChatApp;
  readonly guildId: string | undefined;
  /** Whether `[words](address)` is a link here. */
  readonly masked: boolean;
}

/** Draws chat markdown with the tags of discord-components. Text stays text: nothing is ever parsed as HTML. */
export function renderMarkdown(source: string, place: MarkdownPlace): readonly Drawn[] {
  return parseOnce(source, place.masked).map((node) => draw(node, place));
}

function all(content: readonly MarkdownNode[], place: MarkdownPlace): readonly Drawn[] {
  return content.map((node) => draw(node, place));
}

function draw(node: MarkdownNode, place: MarkdownPlace): Drawn {
  switch (node.kind) {
    case 'text':
      return html`<span class="words">${node.text}</span>`;
    case 'break':
      return html`<br />`;
    case 'styled':
      return styled(node.style, all(node.content, place));
    case 'heading':
      return html`<discord-header level=${node.level}>${all(node.content, place)}</discord-header>`;
    case 'quote':
      return html`<discord-quote>${all(node.content, place)}</discord-quote>`;
    case 'list': {
      const items = node.items.map(
        (item) => html`<discord-list-item>${all(item, place)}</discord-list-item>`,
      );
      return node.start === undefined
        ? html`<discord-unordered-list>${items}</discord-unordered-list>`
        : html`<discord-ordered-list start=${node.start}>${items}</discord-ordered-list>`;
    }
    case 'code':
      return html`<discord-code>${node.text}</discord-code>`;
    case 'code-block':
      return html`<discord-code multiline>${node.text}</discord-code>`;
    case 'link':
      return html`<discord-link href=${node.href} target="_blank" rel="noopener noreferrer">${all(node.content, place)}</discord-link>`;
    case 'mention':
      return mention(node.target, node.id, place);
    case 'ping':
      return html`<discord-mention type="role">${node.everyone ? 'everyone' : 'here'}</discord-mention>`;
    case 'command':
      return html`<discord-mention type="slash">${node.name}</discord-mention>`;
    case 'time':
      return html`<live-time at-ms=${node.atMs} format=${node.format} locale=${place.app.preferences.locale}></live-time>`;
    case 'emoji':
      return `:${node.name}:`;
  }
}

function styled(style: string, content: readonly Drawn[]): Drawn {
  switch (style) {
    case 'strong':
      return html`<strong>${content}</strong>`;
    case 'em':
      return html`<em>${content}</em>`;
    case 'underline':
      return html`<u>${content}</u>`;
    case 'strike':
      return html`<s>${content}</s>`;
    case 'subtext':
      return html`<discord-subscript>${content}</discord-subscript>`;
    default:
      return html`<discord-spoiler role="button" tabindex="0" aria-label=${pageWords().messages.spoiler} @click=${revealed} @keydown=${revealed}>${content}</discord-spoiler>`;
  }
}

/** The tag shows itself on any key or click; what it then says to a screen reader is its content. */
function revealed(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  if (event instanceof KeyboardEvent && event.key !== 'Enter' && event.key !== ' ') return;
  event.currentTarget.setAttribute('activated', '');
  event.currentTarget.removeAttribute('aria-label');
}

function mention(target: 'user' | 'channel' | 'role', id: string, place: MarkdownPlace): Drawn {
  const { directory, person } = place.app.session;
  if (target === 'user') {
    const user = directory.users.get(id);
    const name = user ? directory.nameOf(user, place.guildId) : 'unknown-user';
    return html`<discord-mention type="user" ?highlight=${id === person.id}>${name}</discord-mention>`;
  }
  if (target === 'role') {
    const role = directory.roles(place.guildId).get(id);
    const colour = role?.color ? `#${role.color.toString(16).padStart(6, '0')}` : undefined;
    return html`<discord-mention type="role" .color=${colour}>${role?.name ?? 'unknown-role'}</discord-mention>`;
  }
  const channel = directory.channels.get(id);
  if (!channel)
    return html`<discord-mention type="channel">${pageWords().messages.unknown}</discord-mention>`;
  const type = isVoice(channel) ? 'voice' : isThread(channel) ? 'thread' : 'channel';
  const open = () => place.app.openChannel(id);
  return html`<discord-mention type=${type} role="link" tabindex="0" @click=${open} @keydown=${(event: KeyboardEvent) => event.key === 'Enter' && open()}>${directory.channelName(channel)}</discord-mention>`;
}
