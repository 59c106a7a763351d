import type { Message } from '../wire/message.ts';
import { messageTypes } from '../wire/message.ts';
import type { User } from '../wire/places.ts';

/** Who used which command to get a message. */
export interface Invocation {
  readonly user: User;
  readonly name: string;
  readonly slash: boolean;
}

/** From either shape of the wire; undefined when the message answers no command. */
export function invocationOf(message: Message): Invocation | undefined {
  const slash = message.type === messageTypes.chatCommand;
  if (!slash && message.type !== messageTypes.contextCommand) return undefined;
  const { interaction, interaction_metadata: metadata } = message;
  const user = interaction?.user ?? metadata?.user;
  const name = interaction?.name ?? metadata?.name;
  return user && name ? { user, name, slash } : undefined;
}
