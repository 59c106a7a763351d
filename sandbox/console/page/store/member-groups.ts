import type { Member } from '../wire/places.ts';
import { pageWords } from '../words/current.ts';
import type { Directory } from './directory.ts';

export interface MemberGroup {
  readonly name: string;
  readonly members: readonly Member[];
}

/** Members by their highest hoisted role, highest first; the rest last. Each group by name. */
export function memberGroups(directory: Directory, guildId: string | undefined): readonly MemberGroup[] {
  const hoisted = [...directory.roles(guildId).values()]
    .filter((role) => role.hoist === true && role.id !== guildId)
    .sort((a, b) => b.position - a.position);
  const members = [...directory.members(guildId).values()].sort((a, b) =>
    directory.nameOf(a.user, guildId).localeCompare(directory.nameOf(b.user, guildId)),
  );
  const groupOf = (member: Member) => hoisted.find((role) => member.roles.includes(role.id));
  const groups = hoisted.map((role) => ({
    name: role.name,
    members: members.filter((member) => groupOf(member)?.id === role.id),
  }));
  const rest = {
    name: pageWords().page.members,
    members: members.filter((member) => groupOf(member) === undefined),
  };
  return [...groups, rest].filter((group) => group.members.length > 0);
}
