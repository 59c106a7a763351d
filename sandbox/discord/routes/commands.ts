import {
  ApplicationCommandCreateRequestSchema,
  ApplicationCommandPatchRequestPartialSchema,
  ApplicationCommandUpdateRequestSchema,
} from 'discord-api-spec/zod';
import { PermissionFlagsBits } from 'discord-api-types/v10';
import { array, type ZodMiniType } from 'zod/mini';
import { commandIndex } from '../commands/index-for-people.ts';
import { checkMisplaced } from '../commands/rules.ts';
import { refuse } from '../errors.ts';
import { type Call, created, noContent, ok, type RouteRules, type Routes } from '../http/routes.ts';
import { isOn } from '../http/switches.ts';
import type { JsonObject } from '../json.ts';
import { needIn } from '../permissions.ts';
import { places } from '../world/places.ts';

const localizations = ['name_localizations', 'description_localizations'];

/** Registration of application commands, and the list of them that people's clients read. */
export function commandRoutes(routes: Routes): void {
  for (const base of [
    '/applications/:applicationId/commands',
    '/applications/:applicationId/guilds/:guildId/commands',
  ])
    registration(routes, base);
  indexes(routes);
}

/** The schema, behind what it would drop without a word. */
function checked(schema: ZodMiniType<unknown>): (body: unknown) => ZodMiniType<unknown> {
  return (body) => {
    checkMisplaced(body);
    return schema;
  };
}

function registration(routes: Routes, base: string): void {
  const { core } = routes;
  const bot: RouteRules = { auth: 'bot', limit: { limit: 20, windowMs: 5000 } };
  const scope = (call: Call): string | null => {
    if (call.param('applicationId') !== places.applicationId) throw refuse.unknownApplication();
    const guildId = call.param('guildId');
    if (guildId === '') return null;
    if (!core.world.guilds.get(guildId)?.members.has(places.botUserId)) throw refuse.missingAccess();
    return guildId;
  };

  routes.get(
    base,
    (call) => {
      const full = isOn(call.query, 'with_localizations');
      const wires = core.commands.in(scope(call)).map((command) => command.wire);
      return ok(full ? wires : wires.map(withoutLocalizations));
    },
    bot,
  );
  routes.post<JsonObject>(
    base,
    { ...bot, schema: checked(ApplicationCommandCreateRequestSchema) },
    (call) => {
      const { command, created: isNew } = core.commands.upsert(scope(call), call.body);
      return isNew ? created(command.wire) : ok(command.wire);
    },
  );
  routes.put<readonly JsonObject[]>(
    base,
    { ...bot, schema: checked(array(ApplicationCommandUpdateRequestSchema)) },
    (call) => ok(core.commands.overwrite(scope(call), call.body).map((command) => command.wire)),
  );
  routes.get(
    `${base}/:commandId`,
    (call) => ok(core.commands.get(scope(call), call.param('commandId')).wire),
    bot,
  );
  routes.patch<JsonObject>(
    `${base}/:commandId`,
    { ...bot, schema: checked(ApplicationCommandPatchRequestPartialSchema) },
    (call) => ok(core.commands.edit(scope(call), call.param('commandId'), call.body).wire),
  );
  routes.delete(
    `${base}/:commandId`,
    (call) => {
      core.commands.delete(scope(call), call.param('commandId'));
      return noContent;
    },
    bot,
  );
  if (!base.includes('guilds')) return;
  routes.get(`${base}/permissions`, (call) => ok(scope(call) === null ? [] : []), bot);
  routes.get(
    `${base}/:commandId/permissions`,
    (call) => {
      core.commands.get(scope(call), call.param('commandId'));
      throw refuse.unknownCommandPermissions();
    },
    bot,
  );
}

function withoutLocalizations(item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item)
      .filter(([field]) => !localizations.includes(field))
      .map(([field, value]) => [field, Array.isArray(value) ? value.map(stripped) : value]),
  );
}

function stripped(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? withoutLocalizations(value as JsonObject) : value;
}

function indexes(routes: Routes): void {
  const { core } = routes;
  const localeOf = ({ headers }: Call): string => String(headers['x-discord-locale'] ?? 'en-US');
  routes.get('/guilds/:guildId/application-command-index', (call) => {
    const guild = core.world.guild(call.param('guildId'));
    if (!guild.members.has(call.actor.userId)) throw refuse.missingAccess();
    return ok(commandIndex(core, call.actor.userId, { guildId: guild.id }, localeOf(call)));
  });
  routes.get('/channels/:channelId/application-command-index', (call) => {
    const channel = core.world.channel(call.param('channelId'));
    needIn(core.world, call.actor.userId, channel, PermissionFlagsBits.ViewChannel);
    return ok(commandIndex(core, call.actor.userId, channel, localeOf(call)));
  });
}
