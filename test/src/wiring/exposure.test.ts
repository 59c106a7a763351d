import { type Client, OverwriteType, PermissionFlagsBits } from 'discord.js';
import { expect, it } from 'vitest';
import { exposes } from '../../../src/wiring/exposure.ts';

const guildId = '100000000000000001';
const mods = '100000000000000002';
const fans = '100000000000000003';

/** A channel by the roles that see it, and those it's denied to by name. */
interface Place {
  readonly seenBy: readonly string[];
  readonly deniedTo?: readonly string[];
}

function clientWith(channel: Place, other: Place): Client {
  const made = ({ seenBy, deniedTo = [] }: Place) => ({
    isThread: () => false,
    permissionsFor: ({ id }: { readonly id: string }) => ({ has: () => seenBy.includes(id) }),
    permissionOverwrites: {
      cache: new Map(
        deniedTo.map((id) => {
          const deny = { has: (bit: bigint) => bit === PermissionFlagsBits.ViewChannel };
          return [id, { id, type: OverwriteType.Role, deny, allow: { has: () => false } }];
        }),
      ),
    },
  });
  const roles = new Map([guildId, mods, fans].map((id) => [id, { id }]));
  const channels = new Map([
    ['here', made(channel)],
    ['there', made(other)],
  ]);
  const guild = {
    ...{ id: guildId, roles: { cache: roles }, channels: { cache: channels } },
    members: { cache: new Map() },
  };
  return { guilds: { cache: new Map([[guildId, guild]]) } } as unknown as Client;
}

it.each<readonly [string, Place, Place, boolean]>([
  ['everyone sees both', { seenBy: [guildId, mods, fans] }, { seenBy: [guildId, mods, fans] }, false],
  [
    'the same role alone sees both, and only the other one denies it to @everyone by name',
    { seenBy: [mods] },
    { seenBy: [mods], deniedTo: [guildId] },
    false,
  ],
  ['a role sees only this one', { seenBy: [mods, fans] }, { seenBy: [mods] }, true],
  [
    'a role is denied the other one by name, which its members may see by another role',
    { seenBy: [mods] },
    { seenBy: [mods], deniedTo: [fans] },
    true,
  ],
  [
    'it is denied both by name',
    { seenBy: [mods], deniedTo: [fans] },
    { seenBy: [mods], deniedTo: [fans] },
    false,
  ],
])('a channel exposes another one or not where %s', (_, channel, other, exposed) => {
  expect(exposes(clientWith(channel, other), guildId, 'here', 'there')).toBe(exposed);
});

it('a channel exposes one that nobody knows, and never itself', () => {
  const client = clientWith({ seenBy: [guildId] }, { seenBy: [guildId] });
  expect(exposes(client, guildId, 'here', 'gone')).toBe(true);
  expect(exposes(client, guildId, 'here', 'here')).toBe(false);
});
