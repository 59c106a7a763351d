import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import { avatarUrl } from '../drawing/avatar.ts';
import type { Invocation } from '../drawing/invocation.ts';
import { parseMarkdown, plainText } from '../markdown/parse.ts';
import type { MessageComponent } from '../wire/component.ts';
import type { Message } from '../wire/message.ts';
import { pageWords } from '../words/current.ts';

/** "Member used /video text", or "Member used Make a video of this" with the message it was used on. */
export function renderInvocation(
  invocation: Invocation,
  app: ChatApp,
  guildId: string | undefined,
  slot?: string,
): TemplateResult {
  const { directory } = app.session;
  const { user, target } = invocation;
  const context = target && (target.kind === 'user' ? target.user : target.message.author);
  const message = target?.kind === 'message' ? target.message : undefined;
  return html`<discord-command
    slot=${slot ?? nothing}
    author=${directory.nameOf(user, guildId)}
    avatar=${avatarUrl(app.discordUrl, user)}
    role-color=${app.colourOf(user.id, guildId) ?? ''}
    command=${invocation.from === 'slash' ? `/${invocation.name}` : invocation.name}
    type=${`${invocation.from}_command`}
    context-user-name=${context ? directory.nameOf(context, guildId) : nothing}
    context-user-image=${context ? avatarUrl(app.discordUrl, context) : nothing}
    context-user-role-color=${(context && app.colourOf(context.id, guildId)) ?? ''}
    context-message-reply=${message ? preview(message, app, guildId) : nothing}
    ?context-attachment-reply=${(message?.attachments ?? []).length > 0}
    ?context-message-deleted=${invocation.from === 'message' && !target}
  ></discord-command>`;
}

/** The beginning of a message in one line, with people and channels by name. */
export function preview(
  message: Pick<Message, 'content' | 'components'>,
  app: ChatApp,
  guildId: string | undefined,
): string {
  const content = message.content || textsIn(message.components ?? []).join(' ');
  const named = app.session.directory.withNames(content, guildId);
  return plainText(parseMarkdown(named)).slice(0, 140) || pageWords().messages.attachment;
}

/** What a message without content says, in the order of its parts. */
function textsIn(parts: readonly MessageComponent[]): readonly string[] {
  return parts.flatMap((part) => [
    ...('content' in part ? [part.content] : []),
    ...('components' in part ? textsIn(part.components as readonly MessageComponent[]) : []),
  ]);
}
