import { isEphemeral } from '../store/timeline.ts';
import type { VoiceChange } from '../voice/voice-change.ts';
import type { CommandTarget, Message } from '../wire/message.ts';
import type { User } from '../wire/places.ts';
import { pageWords } from '../words/current.ts';
import type { MenuCommand } from './menu-commands.ts';

export type MenuAction =
  | { readonly kind: 'reply' | 'delete' | 'dismiss'; readonly message: Message }
  | { readonly kind: 'copy'; readonly text: string; readonly what: string }
  | { readonly kind: 'command'; readonly command: MenuCommand; readonly target: CommandTarget }
  | { readonly kind: 'write-to'; readonly user: User }
  | { readonly kind: 'voice'; readonly guildId: string; readonly change: VoiceChange };

export interface MenuItem {
  readonly kind: 'item';
  readonly key: string;
  readonly label: string;
  /** Whose command it is. */
  readonly detail?: string;
  readonly danger?: boolean;
  readonly action: MenuAction;
}

export type MenuEntry =
  | MenuItem
  | {
      readonly kind: 'group';
      readonly key: string;
      readonly label: string;
      readonly items: readonly MenuItem[];
      /** Shown if there are no items. */
      readonly empty: string;
    };

/** The menu of a message. A private one can't be answered, deleted or given to an application. */
export function messageMenu(
  message: Message,
  about: { readonly mayDelete: boolean; readonly commands: readonly MenuCommand[] },
): readonly MenuEntry[] {
  const copy: readonly MenuEntry[] =
    message.content === ''
      ? []
      : [
          item('copy-text', pageWords().messages.copyText, {
            kind: 'copy',
            text: message.content,
            what: pageWords().messages.text,
          }),
        ];
  if (isEphemeral(message))
    return [...copy, item('dismiss', pageWords().messages.dismiss, { kind: 'dismiss', message })];
  const remove = item('delete', pageWords().messages.delete, { kind: 'delete', message });
  return [
    item('reply', pageWords().messages.reply, { kind: 'reply', message }),
    apps(about.commands, { kind: 'message', message }),
    ...copy,
    ...(about.mayDelete ? [{ ...remove, danger: true }] : []),
  ];
}

/** The menu of a user; nobody writes to themselves. */
export function userMenu(
  user: User,
  about: {
    readonly isMe: boolean;
    readonly commands: readonly MenuCommand[];
    /** What moderators may do with someone in a voice channel. */
    readonly voice?: readonly MenuEntry[];
  },
): readonly MenuEntry[] {
  return [
    ...(about.isMe ? [] : [item('write-to', pageWords().messages.writeTo, { kind: 'write-to', user })]),
    apps(about.commands, { kind: 'user', user }),
    ...(about.voice ?? []),
    item('copy-id', pageWords().messages.copyId, {
      kind: 'copy',
      text: user.id,
      what: pageWords().messages.id,
    }),
  ];
}

function item(key: string, label: string, action: MenuAction): MenuItem {
  return { kind: 'item', key, label, action };
}

function apps(commands: readonly MenuCommand[], target: CommandTarget): MenuEntry {
  const items = commands.map((command) => ({
    ...item(command.command.id, command.label, { kind: 'command', command, target }),
    detail: command.applicationName,
  }));
  return {
    kind: 'group',
    key: 'apps',
    label: pageWords().messages.apps,
    items,
    empty: pageWords().messages.noApps,
  };
}
