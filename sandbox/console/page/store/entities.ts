import type { Mentionable } from '../composer/mentions.ts';
import type { PopupItem } from '../composer/popup.ts';
import type { CommandOption } from '../wire/command.ts';
import { optionTypes } from '../wire/command.ts';
import { componentTypes } from '../wire/component.ts';
import { channelTypes } from '../wire/places.ts';
import { pageWords } from '../words/current.ts';
import type { Directory } from './directory.ts';

/** What a picker may offer. */
export interface EntityWish {
  readonly users: boolean;
  readonly roles: boolean;
  readonly channels: boolean;
  /** Only channels of these types; any when empty. */
  readonly channelTypes: readonly number[];
}

/** Rows shown at most; further typing narrows them down. */
const shownAtMost = 50;

export function wishOfOption(option: CommandOption): EntityWish {
  const { user, role, mentionable, channel } = optionTypes;
  return {
    users: option.type === user || option.type === mentionable,
    roles: option.type === role || option.type === mentionable,
    channels: option.type === channel,
    channelTypes: option.channel_types ?? [],
  };
}

export function wishOfSelect(type: number, wanted: readonly number[] = []): EntityWish {
  const { userSelect, roleSelect, mentionableSelect, channelSelect } = componentTypes;
  return {
    users: type === userSelect || type === mentionableSelect,
    roles: type === roleSelect || type === mentionableSelect,
    channels: type === channelSelect,
    channelTypes: wanted,
  };
}

export const people: EntityWish = { users: true, roles: false, channels: false, channelTypes: [] };

/** Everybody in a server under the names that people see and type. */
export function mentionablesIn(directory: Directory, guildId: string | undefined): readonly Mentionable[] {
  return [...directory.members(guildId).values()].map(({ user }) => ({
    id: user.id,
    names: [directory.nameOf(user, guildId), user.username],
  }));
}

/** Users, roles and channels whose name has the text in it, as rows to pick from. */
export function findEntities(
  directory: Directory,
  guildId: string | undefined,
  wish: EntityWish,
  text: string,
): readonly PopupItem[] {
  const items = [
    ...(wish.users ? users(directory, guildId) : []),
    ...(wish.roles ? roles(directory, guildId) : []),
    ...(wish.channels ? channels(directory, guildId, wish.channelTypes) : []),
  ];
  const typed = text.trim().toLowerCase().replace(/^[@#]/, '');
  return items
    .filter(({ label, detail }) => `${label} ${detail ?? ''}`.toLowerCase().includes(typed))
    .slice(0, shownAtMost);
}

/** The row of one id, wherever it comes from; a select's default value for instance. */
export function entityItem(directory: Directory, guildId: string | undefined, id: string): PopupItem {
  const everything = { users: true, roles: true, channels: true, channelTypes: [] };
  return (
    findEntities(directory, guildId, everything, '').find((item) => item.key === id) ?? {
      key: id,
      label: id,
      value: id,
    }
  );
}

function users(directory: Directory, guildId: string | undefined): PopupItem[] {
  const people = guildId
    ? [...directory.members(guildId).values()].map((member) => member.user)
    : [...directory.users.values()];
  return people.map((user) => ({
    key: user.id,
    label: `@${directory.nameOf(user, guildId)}`,
    detail: user.username,
    value: user.id,
  }));
}

function roles(directory: Directory, guildId: string | undefined): PopupItem[] {
  return [...directory.roles(guildId).values()]
    .sort((a, b) => b.position - a.position)
    .map((role) => ({
      key: role.id,
      label: role.name.startsWith('@') ? role.name : `@${role.name}`,
      detail: pageWords().messages.role,
      value: role.id,
    }));
}

function channels(directory: Directory, guildId: string | undefined, wanted: readonly number[]): PopupItem[] {
  return [...directory.channels.values()]
    .filter((channel) => channel.guild_id === guildId)
    .filter((channel) => (wanted.length > 0 ? wanted.includes(channel.type) : true))
    .map((channel) => {
      const category = directory.channels.get(channel.parent_id ?? '')?.name;
      return {
        key: channel.id,
        label: `${channel.type === channelTypes.category ? '' : '#'}${channel.name ?? ''}`,
        ...(category && { detail: category }),
        value: channel.id,
      };
    });
}
