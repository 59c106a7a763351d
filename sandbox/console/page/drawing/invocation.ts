import type { CommandTarget, Message } from '../wire/message.ts';
import { messageTypes } from '../wire/message.ts';
import type { User } from '../wire/places.ts';

/** Who used which command to get a message. */
export interface Invocation {
  readonly user: User;
  readonly name: string;
  /** Typed after `/`, or chosen in the menu of a message or a user. */
  readonly from: 'slash' | 'message' | 'user';
  /** Undefined for typed commands, and when the message is gone. */
  readonly target: CommandTarget | undefined;
}

/** From either shape of the wire; undefined when the message answers no command. */
export function invocationOf(message: Message): Invocation | undefined {
  const slash = message.type === messageTypes.chatCommand;
  if (!slash && message.type !== messageTypes.contextCommand) return undefined;
  const { interaction, interaction_metadata: metadata, referenced_message: referenced } = message;
  const user = interaction?.user ?? metadata?.user;
  const name = interaction?.name ?? metadata?.name;
  if (!user || !name) return undefined;
  if (slash) return { user, name, from: 'slash', target: undefined };
  const on = metadata?.target_user;
  if (on) return { user, name, from: 'user', target: { kind: 'user', user: on } };
  const target = referenced ? ({ kind: 'message', message: referenced } as const) : undefined;
  return { user, name, from: 'message', target };
}
