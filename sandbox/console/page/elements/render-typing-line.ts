import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import type { Channel } from '../wire/places.ts';
import { pageWords } from '../words/current.ts';

/** The line under the composer that says who is typing. */
export function renderTypingLine(app: ChatApp, channel: Channel): TemplateResult {
  const { directory, typing } = app.session;
  const names = typing.userIds(channel.id).map((id) => {
    const user = directory.users.get(id);
    return user ? directory.nameOf(user, channel.guild_id) : pageWords().messages.someone;
  });
  return html`<div class="typing" role="status">${
    names.length > 0
      ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${sentence(names)}`
      : nothing
  }</div>`;
}

function sentence(names: readonly string[]): TemplateResult {
  return names.length > 3 ? html`${pageWords().messages.severalTyping}` : pageWords().messages.typing(names);
}
