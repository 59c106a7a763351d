import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { ChatApp } from '../app/chat-app.ts';
import { messageTime } from '../markdown/time-words.ts';
import type { Message } from '../wire/message.ts';
import { messageTypes } from '../wire/message.ts';
import { pageWords } from '../words/current.ts';

/** What happened, when nobody wrote it: joins, pins, threads. Undefined for ordinary messages. */
export function renderSystemMessage(
  message: Message,
  app: ChatApp,
  guildId: string | undefined,
): TemplateResult | undefined {
  const sentence = sentenceOf(message);
  if (!sentence) return undefined;
  const name = app.session.directory.nameOf(message.author, guildId);
  const time = messageTime(Date.parse(message.timestamp), Date.now(), app.preferences.locale);
  return html`<discord-system-message class="message" data-message-id=${message.id} type=${sentence.icon} .timestamp=${time}>
    <strong>${name}</strong> ${sentence.words}
  </discord-system-message>`;
}

export function isSystemMessage(message: Message): boolean {
  return sentenceOf(message) !== undefined;
}

function sentenceOf(message: Message): { readonly icon: string; readonly words: string } | undefined {
  switch (message.type) {
    case messageTypes.memberJoin:
      return { icon: 'join', words: pageWords().messages.joined };
    case messageTypes.pinned:
      return { icon: 'pin', words: pageWords().messages.pinned };
    case messageTypes.threadCreated:
      return { icon: 'thread', words: pageWords().messages.startedThread(message.content) };
    case messageTypes.channelNameChange:
      return { icon: 'edit', words: pageWords().messages.renamed(message.content) };
    case messageTypes.recipientAdd:
      return { icon: 'join', words: pageWords().messages.addedToThread };
    case messageTypes.recipientRemove:
      return { icon: 'leave', words: pageWords().messages.removedFromThread };
    case messageTypes.call:
      return { icon: 'call', words: pageWords().messages.startedCall };
    default:
      return undefined;
  }
}
