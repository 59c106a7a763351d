import { z } from 'zod';

type Schemas = Readonly<Record<string, z.ZodType>>;

/** A checked event. `unknown` is harmless; `malformed` has a type we know but can't be read. */
export type EventOf<Table extends Schemas> =
  | {
      [Type in keyof Table & string]: { readonly type: Type; readonly data: z.infer<Table[Type]> };
    }[keyof Table & string]
  | { readonly type: 'unknown' | 'malformed'; readonly name: string };

const envelope = z.looseObject({ type: z.string() });

/** Reads an event's JSON with the schema for its type. */
export function readEvent<Table extends Schemas>(schemas: Table, json: unknown): EventOf<Table> {
  const named = envelope.safeParse(json);
  if (!named.success) return { type: 'malformed', name: '' };
  const name = named.data.type;
  const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  if (!schema) return { type: 'unknown', name: name.slice(0, 100) };
  const parsed = schema.safeParse(json);
  // The type and its data always match, but the compiler can't see that through the table.
  return parsed.success ? ({ type: name, data: parsed.data } as EventOf<Table>) : { type: 'malformed', name };
}
