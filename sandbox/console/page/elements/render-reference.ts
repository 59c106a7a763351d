import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import { avatarUrl } from '../drawing/avatar.ts';
import type { Invocation } from '../drawing/invocation.ts';
import { invocationOf } from '../drawing/invocation.ts';
import { parseMarkdown, plainText } from '../markdown/parse.ts';
import type { Message } from '../wire/message.ts';
import { messageTypes } from '../wire/message.ts';

/** The line above a message: what it answers, or which command it is the answer to. */
export function renderReference(
  message: Message,
  app: ChatApp,
  guildId: string | undefined,
): TemplateResult | typeof nothing {
  const invocation = invocationOf(message);
  if (invocation) return command(invocation, app, guildId);
  if (message.type === messageTypes.reply || message.referenced_message) return reply(message, app, guildId);
  return nothing;
}

function command(invocation: Invocation, app: ChatApp, guildId: string | undefined): TemplateResult {
  const { directory } = app.session;
  return html`<discord-command
    slot="reply"
    author=${directory.nameOf(invocation.user, guildId)}
    avatar=${avatarUrl(app.discordUrl, invocation.user)}
    role-color=${directory.colourOf(invocation.user.id, guildId) ?? ''}
    command=${invocation.name}
    type=${invocation.slash ? 'slash_command' : 'message_command'}
  ></discord-command>`;
}

function reply(message: Message, app: ChatApp, guildId: string | undefined): TemplateResult {
  const { directory } = app.session;
  const answered = message.referenced_message;
  if (!answered) return html`<discord-reply slot="reply" deleted></discord-reply>`;
  const words = plainText(parseMarkdown(answered.content)).slice(0, 140) || 'Click to see attachment';
  return html`<discord-reply
    slot="reply"
    author=${directory.nameOf(answered.author, guildId)}
    avatar=${avatarUrl(app.discordUrl, answered.author)}
    role-color=${directory.colourOf(answered.author.id, guildId) ?? ''}
    ?bot=${answered.author.bot ?? false}
    ?attachment=${(answered.attachments ?? []).length > 0}
  >${words}</discord-reply>`;
}
