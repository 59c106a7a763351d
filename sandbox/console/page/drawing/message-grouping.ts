import { isEphemeral } from '../store/timeline.ts';
import type { Message } from '../wire/message.ts';
import { messageTypes } from '../wire/message.ts';

/** Whether a message is shown under the one before it without a picture and a name: same author, within seven minutes. */
export function isGrouped(message: Message, before: Message | undefined): boolean {
  if (!before || before.author.id !== message.author.id) return false;
  if (message.type !== messageTypes.plain || isSystem(before)) return false;
  if (isEphemeral(before) !== isEphemeral(message)) return false;
  return Date.parse(message.timestamp) - Date.parse(before.timestamp) < 7 * 60_000;
}

function isSystem(message: Message): boolean {
  const { plain, reply, chatCommand, contextCommand } = messageTypes;
  return !([plain, reply, chatCommand, contextCommand] as readonly number[]).includes(message.type);
}
