import { PermissionFlagsBits as Bits } from 'discord.js';
import { expect, test } from 'vitest';
import { permissionsIn } from '../../discord/permissions.ts';
import { places } from '../../discord/world/places.ts';
import { World } from '../../discord/world/world.ts';

type Said = 'allows' | 'denies' | 'nothing';

const bit = Bits.AttachFiles;

/** A member with two roles, in a channel whose overwrites say something about one permission. */
function may(roles: readonly string[], said: Readonly<Record<string, Said>>): boolean {
  const world = new World(() => 0);
  const guild = world.guild(places.guildId);
  const moderator = guild.roles.get(places.roles.moderator);
  if (!moderator) throw new Error('there is no such role');
  for (const id of ['one', 'two']) guild.roles.set(id, { ...moderator, id, permissions: 0n });
  world.member(places.guildId, places.people.member).roles = [...roles];
  const channel = world.channel(places.channels.general);
  channel.overwrites.clear();
  for (const [id, says] of Object.entries(said)) {
    const type = id === places.people.member ? 1 : 0;
    channel.overwrites.set(id, {
      id,
      type,
      allow: says === 'allows' ? bit : 0n,
      deny: says === 'denies' ? bit : 0n,
    });
  }
  return (permissionsIn(world, places.people.member, channel) & bit) === bit;
}

const everyone = places.guildId;
const person = places.people.member;

test.each<[roles: string[], said: Record<string, Said>, allowed: boolean]>([
  // Among roles an allowance wins, whichever of them comes first.
  [['one', 'two'], { one: 'denies', two: 'allows' }, true],
  [['two', 'one'], { one: 'denies', two: 'allows' }, true],
  [['one', 'two'], { two: 'denies', one: 'allows' }, true],
  [['one', 'two'], { one: 'denies', two: 'nothing' }, false],
  // Everyone's comes before the roles', and the roles' before the person's.
  [['one'], { one: 'allows', [everyone]: 'denies' }, true],
  [['one'], { one: 'denies', [everyone]: 'allows' }, false],
  [['one'], { one: 'denies', [person]: 'allows' }, true],
  [['one', 'two'], { one: 'allows', two: 'allows', [person]: 'denies' }, false],
  [['one'], { [everyone]: 'denies', [person]: 'allows' }, true],
  // A role that a person doesn't have changes nothing for them.
  [['one'], { two: 'allows', [everyone]: 'denies' }, false],
  [[], { one: 'denies' }, true],
])('with the roles %j, where the overwrites are %j, a permission is there: %s', (roles, said, allowed) => {
  expect(may(roles, said)).toBe(allowed);
});
