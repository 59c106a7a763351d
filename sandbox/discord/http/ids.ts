import { FormErrors } from '../errors.ts';
import { isSnowflake } from '../snowflake.ts';

/** What some addresses use instead of an id. */
const stands: readonly string[] = ['@me', '@original'];

/** Throws 50035 if the path has something else where an id belongs, by Discord's name for it: `channel_id`. */
export function checkPathIds(params: Readonly<Record<string, string>>): void {
  checkIds(
    Object.entries(params)
      .filter(([name, value]) => name.endsWith('Id') && !stands.includes(value))
      .map(([name, value]) => [name.replace(/Id$/, '_id'), value]),
  );
}

/** The same for parameters behind the question mark; those that are missing are left out. */
export function checkQueryIds(query: URLSearchParams, names: readonly string[]): void {
  checkIds(names.flatMap((name) => query.getAll(name).map((value) => [name, value] as const)));
}

function checkIds(ids: readonly (readonly [string, string])[]): void {
  const errors = new FormErrors();
  for (const [name, value] of ids)
    if (!isSnowflake(value)) errors.add([name], 'NUMBER_TYPE_COERCE', `Value "${value}" is not snowflake.`);
  errors.throwIfAny();
}
