/** A command as JSON: what we would send, or what Discord has. */
export type CommandRecord = Readonly<Record<string, unknown>> & { readonly name: string };

export interface Difference {
  readonly command: string;
  readonly change: 'added' | 'removed' | 'changed';
  /** Where it differs, for example `options.0.max_length`. */
  readonly at: readonly string[];
}

/**
 * What we say about a command or an option, and what Discord makes of what we do not say. All other fields (`id`,
 * `version`, `application_id` …) are Discord's own and never differences.
 */
const defaults: Readonly<Record<string, unknown>> = {
  type: 1,
  name: undefined,
  name_localizations: {},
  description: '',
  description_localizations: {},
  required: false,
  autocomplete: false,
  choices: [],
  options: [],
  min_value: undefined,
  max_value: undefined,
  min_length: undefined,
  max_length: undefined,
  value: undefined,
  nsfw: false,
  default_member_permissions: undefined,
};

/** Only told for global commands: where they are offered. Discord's own defaults depend on the application. */
const placement: Readonly<Record<string, unknown>> = { contexts: undefined, integration_types: undefined };

/** Empty when registering `wanted` would change nothing. */
export function differencesBetween(
  wanted: readonly CommandRecord[],
  registered: readonly CommandRecord[],
  scope: 'global' | 'guild',
): readonly Difference[] {
  const fields = scope === 'global' ? { ...defaults, ...placement } : defaults;
  const before = byKey(registered);
  const after = byKey(wanted);
  const differences: Difference[] = [];
  for (const [key, command] of after) {
    const old = before.get(key);
    if (!old) {
      differences.push({ command: command.name, change: 'added', at: [] });
      continue;
    }
    const at = differingPlaces(normalised(command, fields), normalised(old, fields), '');
    if (at.length > 0) differences.push({ command: command.name, change: 'changed', at });
  }
  for (const [key, command] of before) {
    if (!after.has(key)) differences.push({ command: command.name, change: 'removed', at: [] });
  }
  return differences;
}

/** Commands of different types may share a name. */
function byKey(commands: readonly CommandRecord[]): ReadonlyMap<string, CommandRecord> {
  return new Map(commands.map((command) => [`${String(command.type ?? 1)} ${command.name}`, command]));
}

function normalised(value: unknown, fields: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(value)) return value.map((item) => normalised(item, fields));
  if (!isRecord(value)) return value;
  const result: Record<string, unknown> = {};
  for (const [name, fallback] of Object.entries(fields)) {
    const given = value[name] ?? fallback;
    const isText = name.endsWith('_localizations');
    result[name] = isText ? given : normalised(given, defaults);
  }
  return result;
}

function differingPlaces(wanted: unknown, registered: unknown, place: string): readonly string[] {
  if (Array.isArray(wanted) && Array.isArray(registered) && wanted.length !== registered.length)
    return [place];
  if (!isObject(wanted) || !isObject(registered)) return Object.is(wanted, registered) ? [] : [place];
  const names = new Set([...Object.keys(wanted), ...Object.keys(registered)]);
  return [...names].flatMap((name) =>
    differingPlaces(wanted[name], registered[name], place ? `${place}.${name}` : name),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !Array.isArray(value);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
