import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { array, boolean, maxLength, nullish, object, string } from 'zod/mini';
import type { Core } from '../core.ts';
import { invalidForm, refuse } from '../errors.ts';
import { ok, type Routes } from '../http/routes.ts';
import { publishMember } from '../members.ts';
import { basePermissions, has, needInGuild, permissionsIn } from '../permissions.ts';
import { needAbove, outranks } from '../ranks.ts';
import { voiceTypes } from '../voice/states/join-rules.ts';
import type { Guild, Member } from '../world/model.ts';
import { memberWire } from '../world/wire.ts';

interface MemberBody {
  readonly nick?: string | null;
  readonly roles?: readonly string[] | null;
  readonly communication_disabled_until?: string | null;
  readonly mute?: boolean | null;
  readonly deaf?: boolean | null;
  /** Null disconnects from voice. */
  readonly channel_id?: string | null;
}

const longestTimeOutMs = 28 * 86_400_000;

/** Body of "Modify Guild Member"; the specification inlines it, so it has no schema to import. */
const memberSchema = object({
  nick: nullish(string().check(maxLength(32))),
  roles: nullish(array(string())),
  mute: nullish(boolean()),
  deaf: nullish(boolean()),
  channel_id: nullish(string()),
  communication_disabled_until: nullish(string()),
});

/** Editing a member: name, roles, time-out, and what moderators do with people in voice channels. */
export function memberEditRoutes(routes: Routes): void {
  const { core } = routes;
  const { world } = core;
  routes.patch<MemberBody>('/guilds/:guildId/members/:userId', { schema: memberSchema }, (call) => {
    const own = call.param('userId') === '@me' || call.param('userId') === call.actor.userId;
    const { body } = call;
    const guild = world.guild(call.param('guildId'));
    needInGuild(guild, call.actor.userId, neededFor(body, own));
    const member = world.member(guild.id, own ? call.actor.userId : call.param('userId'));
    const { nick, communication_disabled_until: until } = body;
    if (nick !== undefined && !own && !outranks(guild, call.actor.userId, member.userId))
      throw refuse.missingPermissions();
    if (until !== undefined) needToTimeOut(core, guild, member, call.actor.userId, until);
    editVoice(core, guild, member, call.actor.userId, body);
    if (body.nick !== undefined) member.nick = body.nick;
    if (body.roles) member.roles = changedRoles(guild, member, call.actor.userId, body.roles);
    if (body.communication_disabled_until !== undefined)
      member.timeoutUntil = body.communication_disabled_until;
    publishMember(core, guild, member);
    return ok(memberWire(world, member));
  });
  // Deprecated for "Modify Current Member", and still there.
  routes.patch<MemberBody>('/guilds/:guildId/members/@me/nick', { schema: memberSchema }, (call) => {
    const guild = world.guild(call.param('guildId'));
    needInGuild(guild, call.actor.userId, Bits.ChangeNickname);
    const member = world.member(guild.id, call.actor.userId);
    member.nick = call.body.nick ?? null;
    publishMember(core, guild, member);
    return ok({ nick: member.nick });
  });
}

/** Not the owner, an administrator or anyone of the same rank, and for 28 days at most. */
function needToTimeOut(
  { now }: Core,
  guild: Guild,
  member: Member,
  actorId: string,
  until: string | null,
): void {
  const isAdministrator = has(basePermissions(guild, member.userId), Bits.Administrator);
  if (isAdministrator || !outranks(guild, actorId, member.userId)) throw refuse.missingPermissions();
  if (until !== null && Date.parse(until) - now() > longestTimeOutMs)
    throw invalidForm(
      ['communication_disabled_until'],
      'INVALID_COMMUNICATION_DISABLED_TIMESTAMP',
      'Timeout cannot be longer than 28 days.',
    );
}

/** Every role that is added or taken away must be below the highest one of the person who does it. */
function changedRoles(guild: Guild, member: Member, actorId: string, wanted: readonly string[]): string[] {
  const ids = [...new Set(wanted)];
  const changed = [...ids, ...member.roles].filter((id) => ids.includes(id) !== member.roles.includes(id));
  for (const id of changed) {
    const role = guild.roles.get(id);
    if (!role) throw refuse.unknownRole();
    needAbove(guild, actorId, role);
  }
  return ids;
}

function editVoice(
  { world, voice }: Core,
  guild: Guild,
  member: Member,
  actorId: string,
  body: MemberBody,
): void {
  const asked =
    typeof body.mute === 'boolean' || typeof body.deaf === 'boolean' || body.channel_id !== undefined;
  if (!asked) return;
  if (!voice.find(guild.id, member.userId)) throw refuse.notInVoice();
  if (typeof body.channel_id === 'string') {
    const channel = world.channel(body.channel_id);
    if (channel.guildId !== guild.id || !voiceTypes.has(channel.type)) throw refuse.wrongChannelType();
    if (!has(permissionsIn(world, actorId, channel), Bits.Connect)) throw refuse.missingPermissions();
    voice.move(guild.id, member.userId, channel);
  }
  member.mute = body.mute ?? member.mute;
  member.deaf = body.deaf ?? member.deaf;
  if (typeof body.mute === 'boolean' || typeof body.deaf === 'boolean')
    voice.changed(guild.id, member.userId);
  if (body.channel_id === null) voice.disconnect(guild.id, member.userId);
}

function neededFor(body: MemberBody, own: boolean): bigint {
  let bits = 0n;
  if (body.nick !== undefined) bits |= own ? Bits.ChangeNickname : Bits.ManageNicknames;
  if (body.roles) bits |= Bits.ManageRoles;
  if (body.communication_disabled_until !== undefined) bits |= Bits.ModerateMembers;
  if (typeof body.mute === 'boolean') bits |= Bits.MuteMembers;
  if (typeof body.deaf === 'boolean') bits |= Bits.DeafenMembers;
  if (body.channel_id !== undefined) bits |= Bits.MoveMembers;
  return bits;
}
