import { FormErrors } from '../errors.ts';
import { isSnowflake } from '../snowflake.ts';

/** What stands for an id in some addresses. */
const stands: readonly string[] = ['@me', '@original'];

/** Throws 50035 for what is no id in a place of a path that has one, named as Discord names it: `channel_id`. */
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
