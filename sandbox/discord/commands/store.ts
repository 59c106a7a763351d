import { ApplicationCommandType } from 'discord-api-types/v10';
import { FormErrors, refuse } from '../errors.ts';
import { type JsonObject, textIn } from '../json.ts';
import { places } from '../world/places.ts';
import { checkCommand } from './rules.ts';

export interface StoredCommand {
  readonly id: string;
  readonly name: string;
  readonly type: ApplicationCommandType;
  /** Null for global commands. */
  readonly guildId: string | null;
  readonly wire: JsonObject;
}

const mostOfType: Readonly<Record<number, number>> = {
  [ApplicationCommandType.ChatInput]: 100,
  [ApplicationCommandType.User]: 15,
  [ApplicationCommandType.Message]: 15,
};
const createsPerDay = 200;
const dayMs = 86_400_000;

/** The application's commands, global and per guild, under the limits of "Registering a Command". */
export class CommandStore {
  readonly #commands = new Map<string, StoredCommand>();
  readonly #creates = new Map<string, number[]>();
  readonly #newId: () => string;
  readonly #now: () => number;

  constructor(newId: () => string, now: () => number) {
    this.#newId = newId;
    this.#now = now;
  }

  all(): readonly StoredCommand[] {
    return [...this.#commands.values()];
  }

  in(guildId: string | null): readonly StoredCommand[] {
    return this.all().filter((command) => command.guildId === guildId);
  }

  get(guildId: string | null, id: string): StoredCommand {
    const command = this.#commands.get(id);
    if (command?.guildId !== guildId) throw refuse.unknownCommand();
    return command;
  }

  /** A command that people in this guild (or in a DM, when null) can reach. */
  reachable(guildId: string | null, id: string): StoredCommand | undefined {
    const command = this.#commands.get(id);
    return command && (command.guildId === null || command.guildId === guildId) ? command : undefined;
  }

  /** Creates, or replaces the one with the same name and type. */
  upsert(
    guildId: string | null,
    body: JsonObject,
  ): { readonly command: StoredCommand; readonly created: boolean } {
    const errors = new FormErrors();
    checkCommand(body, [], errors);
    errors.throwIfAny();
    const known = this.#named(guildId, body);
    if (!known) this.#makeRoom(guildId, typeOf(body), 1);
    return { command: this.#put(guildId, body, known), created: known === undefined };
  }

  edit(guildId: string | null, id: string, changes: JsonObject): StoredCommand {
    const known = this.get(guildId, id);
    const body = { ...known.wire, ...changes, type: known.type };
    const errors = new FormErrors();
    checkCommand(body, [], errors);
    const other = this.#named(guildId, body);
    if (other && other.id !== id)
      errors.add(['name'], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique');
    errors.throwIfAny();
    return this.#put(guildId, body, known);
  }

  delete(guildId: string | null, id: string): void {
    this.#commands.delete(this.get(guildId, id).id);
  }

  /** Bulk overwrite: what isn't in the list is deleted, whatever its type. */
  overwrite(guildId: string | null, bodies: readonly JsonObject[]): readonly StoredCommand[] {
    const errors = new FormErrors();
    const seen = new Set<string>();
    for (const [index, body] of bodies.entries()) {
      checkCommand(body, [index], errors);
      const key = `${typeOf(body)} ${textIn(body.name)}`;
      if (seen.has(key))
        errors.add(
          [index, 'name'],
          'APPLICATION_COMMANDS_DUPLICATE_NAME',
          'Application command names must be unique',
        );
      seen.add(key);
    }
    errors.throwIfAny();
    for (const [type, most] of Object.entries(mostOfType))
      if (bodies.filter((body) => typeOf(body) === Number(type)).length > most)
        throw refuse.tooManyCommands(most);
    const known = bodies.map((body) => this.#named(guildId, body));
    this.#countCreates(guildId, known.filter((command) => command === undefined).length);
    for (const command of this.in(guildId)) if (!known.includes(command)) this.#commands.delete(command.id);
    return bodies.map((body, index) => this.#put(guildId, body, known[index]));
  }

  #named(guildId: string | null, body: JsonObject): StoredCommand | undefined {
    return this.in(guildId).find(({ name, type }) => name === body.name && type === typeOf(body));
  }

  #makeRoom(guildId: string | null, type: ApplicationCommandType, more: number): void {
    const most = mostOfType[type] ?? 0;
    if (this.in(guildId).filter((command) => command.type === type).length + more > most)
      throw refuse.tooManyCommands(most);
    this.#countCreates(guildId, more);
  }

  #countCreates(guildId: string | null, count: number): void {
    const key = guildId ?? 'global';
    const recent = (this.#creates.get(key) ?? []).filter((at) => this.#now() - at < dayMs);
    if (recent.length + count > createsPerDay) throw refuse.tooManyCreates(createsPerDay);
    this.#creates.set(key, [...recent, ...Array.from({ length: count }, () => this.#now())]);
  }

  #put(guildId: string | null, body: JsonObject, known: StoredCommand | undefined): StoredCommand {
    const id = known?.id ?? this.#newId();
    const wire = normal(body, id, guildId, String(known?.wire.version ?? this.#newId()));
    const unchanged = known !== undefined && JSON.stringify(known.wire) === JSON.stringify(wire);
    const command: StoredCommand = {
      id,
      name: String(body.name),
      type: typeOf(body),
      guildId,
      wire: unchanged || !known ? wire : { ...wire, version: this.#newId() },
    };
    this.#commands.set(id, command);
    return command;
  }
}

function typeOf(body: JsonObject): ApplicationCommandType {
  return (body.type as ApplicationCommandType | null | undefined) ?? ApplicationCommandType.ChatInput;
}

function normal(body: JsonObject, id: string, guildId: string | null, version: string): JsonObject {
  const permissions = body.default_member_permissions ?? null;
  const options = body.options ?? undefined;
  return {
    id,
    application_id: places.applicationId,
    ...(guildId === null ? {} : { guild_id: guildId }),
    version,
    type: typeOf(body),
    name: body.name,
    name_localizations: body.name_localizations ?? null,
    description: body.description ?? '',
    description_localizations: body.description_localizations ?? null,
    ...(options === undefined ? {} : { options }),
    default_member_permissions: permissions === null ? null : String(permissions),
    dm_permission: guildId === null ? (body.dm_permission ?? true) : false,
    contexts: guildId === null ? (body.contexts ?? null) : null,
    integration_types: body.integration_types ?? [0],
    nsfw: body.nsfw ?? false,
  };
}
