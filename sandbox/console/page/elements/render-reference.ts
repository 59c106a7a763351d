import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import { avatarUrl } from '../drawing/avatar.ts';
import { invocationOf } from '../drawing/invocation.ts';
import type { Message } from '../wire/message.ts';
import { messageTypes } from '../wire/message.ts';
import { preview, renderInvocation } from './render-invocation.ts';

/** The line above a message: what it answers, or which command it is the answer to. */
export function renderReference(
  message: Message,
  app: ChatApp,
  guildId: string | undefined,
): TemplateResult | typeof nothing {
  const invocation = invocationOf(message);
  if (invocation) return renderInvocation(invocation, app, guildId, 'reply');
  if (message.type === messageTypes.reply || message.referenced_message) return reply(message, app, guildId);
  return nothing;
}

function reply(message: Message, app: ChatApp, guildId: string | undefined): TemplateResult {
  const { directory } = app.session;
  const answered = message.referenced_message;
  if (!answered) return html`<discord-reply slot="reply" deleted></discord-reply>`;
  return html`<discord-reply
    slot="reply"
    author=${directory.nameOf(answered.author, guildId)}
    avatar=${avatarUrl(app.discordUrl, answered.author)}
    role-color=${app.colourOf(answered.author.id, guildId) ?? ''}
    ?bot=${answered.author.bot ?? false}
    ?attachment=${(answered.attachments ?? []).length > 0}
  >${preview(answered, app, guildId)}</discord-reply>`;
}
