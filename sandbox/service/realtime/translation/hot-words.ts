import { z } from 'zod';
import { InvalidValue } from '../session-config.ts';

type Fields = Readonly<Record<string, unknown>>;

const list = z.array(z.string().min(1).max(100)).max(200);

/**
 * The settings of a session without the hot words in them, and those. No document names a field for them; a deployment
 * that takes them says which one it is.
 * @param path of that field, dotted; null: this deployment takes none
 * @throws {InvalidValue}
 */
export function takeHotWords(
  session: Fields,
  path: string | null,
): { readonly session: Fields; readonly hotWords: readonly string[] | undefined } {
  const taken = path === null ? undefined : without(session, path.split('.'));
  if (!taken) return { session, hotWords: undefined };
  const parsed = list.safeParse(taken.value);
  if (!parsed.success) throw new InvalidValue(`session.${path}`, `Invalid value for session.${path}.`);
  return { session: taken.rest, hotWords: parsed.data };
}

function without(
  fields: Fields,
  [name = '', ...inner]: readonly string[],
): { readonly rest: Fields; readonly value: unknown } | undefined {
  if (!Object.hasOwn(fields, name)) return undefined;
  const { [name]: value, ...others } = fields;
  if (inner.length === 0) return { rest: others, value };
  if (typeof value !== 'object' || value === null) return undefined;
  const found = without(value as Fields, inner);
  if (!found) return undefined;
  const isEmpty = Object.keys(found.rest).length === 0;
  return { rest: isEmpty ? others : { ...others, [name]: found.rest }, value: found.value };
}

/** Misheard names: a recogniser only gets those right that are among the hot words. */
export function misheard(
  text: string,
  mistakes: Readonly<Record<string, string>>,
  hotWords: readonly string[],
): string {
  let heard = text;
  for (const [name, mistake] of Object.entries(mistakes))
    if (!hotWords.includes(name)) heard = heard.replaceAll(name, mistake);
  return heard;
}
