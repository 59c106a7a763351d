import { type APIMessage, MessageFlags } from 'discord.js';
import type { PersonEvents, SandboxPerson } from '../../sandbox/test/support/sandbox-person.ts';

type Message = PersonEvents['MESSAGE_CREATE'];

/** Everything that a message says, with its controls. */
export function said(message: Pick<APIMessage, 'content' | 'components'>): string {
  return `${message.content}${JSON.stringify(message.components ?? [])}`;
}

export function saying(sign: string | RegExp): (message: Message) => boolean {
  return (message) => (typeof sign === 'string' ? said(message).includes(sign) : sign.test(said(message)));
}

export function isPrivate({ flags }: Pick<APIMessage, 'flags'>): boolean {
  return ((flags ?? 0) & MessageFlags.Ephemeral) !== 0;
}

/** Uses a subcommand of /knowledge and waits for the answer that says something. */
export async function knowledge(
  person: SandboxPerson,
  channelId: string,
  subcommand: string,
  values: Readonly<Record<string, string | boolean>>,
  sign: string | RegExp,
): Promise<Message> {
  const invoked = await person.invoke(channelId, ['knowledge', subcommand], values);
  return await person.answerTo(invoked, saying(sign));
}

/** The names in the menu of documents. */
export function namesIn(message: Pick<APIMessage, 'components'>): readonly string[] {
  const menu = /"type":3,.*?"options":(\[.*?\])[,}]/.exec(JSON.stringify(message.components ?? []));
  return menu?.[1] ? (JSON.parse(menu[1]) as { label: string }[]).map(({ label }) => label) : [];
}

/** The `custom_id` of the first control with that action. */
export function controlOf(message: Pick<APIMessage, 'components'>, action: string): string {
  const found = new RegExp(`"(knowledge:${action}:[^"]+)"`).exec(JSON.stringify(message.components ?? []));
  if (!found?.[1]) throw new Error(`the message has no control "${action}"`);
  return found[1];
}
