import { z } from 'zod';

type Schemas = Readonly<Record<string, z.ZodType>>;

/** One event as it came, checked. `unknown` is harmless, `malformed` is one of ours that cannot be read. */
export type EventOf<Table extends Schemas> =
  | {
      [Type in keyof Table & string]: { readonly type: Type; readonly data: z.infer<Table[Type]> };
    }[keyof Table & string]
  | { readonly type: 'unknown' | 'malformed'; readonly name: string };

const envelope = z.looseObject({ type: z.string() });

/** Reads the JSON of an event by the schema that its type has in the table. */
export function readEvent<Table extends Schemas>(schemas: Table, json: unknown): EventOf<Table> {
  const named = envelope.safeParse(json);
  if (!named.success) return { type: 'malformed', name: '' };
  const name = named.data.type;
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!schema) return { type: 'unknown', name: name.slice(0, 100) };
  const parsed = schema.safeParse(json);
  // The pair is right by construction, which the compiler cannot see through the table.
  return parsed.success ? ({ type: name, data: parsed.data } as EventOf<Table>) : { type: 'malformed', name };
}
