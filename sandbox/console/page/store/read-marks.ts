import { Observable } from '../client/observable.ts';
import type { Message } from '../wire/message.ts';
import { isEphemeral } from './timeline.ts';

export interface Unread {
  /** Id of the first message that was not read. */
  readonly sinceId: string;
  readonly mentions: number;
}

/** Which channels have something new. Kept in the page only: the stand-in has no read state. */
export class ReadMarks extends Observable {
  readonly #unread = new Map<string, Unread>();

  unread(channelId: string): Unread | undefined {
    return this.#unread.get(channelId);
  }

  /** A message arrived in a channel that is not on screen. */
  note(message: Message, mentionsMe: boolean): void {
    if (isEphemeral(message)) return;
    const before = this.#unread.get(message.channel_id);
    this.#unread.set(message.channel_id, {
      sinceId: before?.sinceId ?? message.id,
      mentions: (before?.mentions ?? 0) + (mentionsMe ? 1 : 0),
    });
    this.changed();
  }

  read(channelId: string): void {
    if (this.#unread.delete(channelId)) this.changed();
  }
}

/** Whether a message pings this person, directly, by role or by @everyone. */
export function mentionsPerson(message: Message, userId: string, roleIds: readonly string[]): boolean {
  return (
    message.mention_everyone === true ||
    (message.mentions ?? []).some((user) => user.id === userId) ||
    (message.mention_roles ?? []).some((id) => roleIds.includes(id))
  );
}
