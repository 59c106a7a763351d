import { InteractionContextType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Core } from '../core.ts';
import { isObject, type JsonObject, objectsIn } from '../json.ts';
import { allPermissions, basePermissions, has, permissionsIn } from '../permissions.ts';
import type { Channel } from '../world/model.ts';
import { places } from '../world/places.ts';
import { userWire } from '../world/wire.ts';
import type { StoredCommand } from './store.ts';

/** What a person's client lists after typing `/`: every command they may use there. */
export function commandIndex(
  core: Core,
  userId: string,
  place: Channel | { guildId: string },
  locale: string,
): JsonObject {
  const guildId = place.guildId;
  const channel = 'overwrites' in place ? place : undefined;
  const usable = core.commands
    .all()
    .filter((command) => mayUse(core, userId, command, guildId, channel))
    .map((command) => localized(command.wire, locale));
  const bot = core.world.user(places.botUserId);
  return {
    applications: [
      { id: places.applicationId, name: bot.username, icon: null, description: '', bot: userWire(bot) },
    ],
    application_commands: usable,
    version: places.applicationId,
  };
}

/** The check that Discord's client and server make before a command reaches the bot. */
export function mayUse(
  core: Core,
  userId: string,
  command: StoredCommand,
  guildId: string | null,
  channel?: Channel,
): boolean {
  if (command.guildId !== null && command.guildId !== guildId) return false;
  const context = guildId === null ? InteractionContextType.BotDM : InteractionContextType.Guild;
  const contexts = command.wire.contexts;
  if (Array.isArray(contexts) && !contexts.includes(context)) return false;
  if (guildId === null) return command.guildId === null && command.wire.dm_permission !== false;
  const mask = channel
    ? permissionsIn(core.world, userId, channel)
    : basePermissions(core.world.guild(guildId), userId);
  if (mask === allPermissions) return true;
  const needed = command.wire.default_member_permissions;
  if (!has(mask, PermissionFlagsBits.UseApplicationCommands) || needed === '0') return false;
  return typeof needed !== 'string' || has(mask, BigInt(needed));
}

/** Adds `name_localized` and `description_localized` for one locale, to options and choices as well. */
function localized(item: JsonObject, locale: string): JsonObject {
  const copy: Record<string, unknown> = { ...item };
  for (const field of ['name', 'description'] as const) {
    const translations = item[`${field}_localizations`];
    const text = isObject(translations) ? translations[locale] : undefined;
    if (typeof text === 'string') copy[`${field}_localized`] = text;
  }
  for (const field of ['options', 'choices'] as const)
    if (Array.isArray(item[field]))
      copy[field] = objectsIn(item[field]).map((inner) => localized(inner, locale));
  return copy;
}
