import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import type { Channel } from '../wire/places.ts';

/** The line under the composer that says who is typing. */
export function renderTypingLine(app: ChatApp, channel: Channel): TemplateResult {
  const { directory, typing } = app.session;
  const names = typing.userIds(channel.id).map((id) => {
    const user = directory.users.get(id);
    return user ? directory.nameOf(user, channel.guild_id) : 'Someone';
  });
  return html`<div class="typing" role="status">${
    names.length > 0
      ? html`<span class="dots" aria-hidden="true"><i></i><i></i><i></i></span>${sentence(names)}`
      : nothing
  }</div>`;
}

function sentence(names: readonly string[]): TemplateResult {
  const [first, second, third] = names;
  if (names.length > 3) return html`Several people are typing…`;
  if (third) return html`<b>${first}</b>, <b>${second}</b> and <b>${third}</b> are typing…`;
  if (second) return html`<b>${first}</b> and <b>${second}</b> are typing…`;
  return html`<b>${first}</b> is typing…`;
}
