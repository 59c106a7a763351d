import { z } from 'zod';
import { InvalidValue } from './session-config.ts';

const base = { event_id: z.string().optional() };
const schemas = {
  'session.update': z.looseObject({ ...base, session: z.record(z.string(), z.unknown()).optional() }),
  'response.create': z.looseObject({ ...base }),
  'response.cancel': z.looseObject({ ...base }),
  'input_audio_buffer.append': z.looseObject({ ...base, audio: z.string() }),
  'input_audio_buffer.commit': z.looseObject({ ...base }),
  'input_audio_buffer.clear': z.looseObject({ ...base }),
  'input_image_buffer.append': z.looseObject({ ...base, image: z.string() }),
  'conversation.item.create': z.looseObject({
    ...base,
    item: z.looseObject({
      id: z.string().optional(),
      type: z.literal('function_call_output'),
      call_id: z.string().min(1),
      output: z.string(),
    }),
  }),
} as const;

type Name = keyof typeof schemas;
export type ClientEvent = {
  [Type in Name]: z.infer<(typeof schemas)[Type]> & { readonly type: Type };
}[Name];

/** Fields of each event that the document names. */
const known: Readonly<Record<Name, readonly string[]>> = {
  'session.update': ['session'],
  'response.create': [],
  'response.cancel': [],
  'input_audio_buffer.append': ['audio'],
  'input_audio_buffer.commit': [],
  'input_audio_buffer.clear': [],
  'input_image_buffer.append': ['image'],
  'conversation.item.create': ['item'],
};

/** @throws {InvalidValue} for an event that the service does not take */
export function readClientEvent(json: unknown, odd: (what: string) => void): ClientEvent {
  const type = z.looseObject({ type: z.string() }).safeParse(json);
  if (!type.success) throw new InvalidValue('type', 'The event has no type.', 'invalid_event');
  const name = type.data.type;
  if (!Object.hasOwn(schemas, name))
    throw new InvalidValue('type', `Unknown event type ${name.slice(0, 80)}.`, 'unknown_event');
  const parsed = schemas[name as Name].safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new InvalidValue(issue?.path.join('.') ?? '', `Invalid value for ${issue?.path.join('.')}.`);
  }
  for (const field of Object.keys(parsed.data)) {
    if (!['type', 'event_id', ...known[name as Name]].includes(field)) odd(`${name}: ${field}`);
  }
  if (parsed.data.event_id === undefined) odd(`${name}: no event_id`);
  return { ...parsed.data, type: name } as ClientEvent;
}

/** Base64 as it is on the wire. @throws {InvalidValue} */
export function bytesOf(text: string, param: string): Buffer {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0)
    throw new InvalidValue(param, `${param} is not valid Base64.`);
  return Buffer.from(text, 'base64');
}

/** 16-bit PCM. @throws {InvalidValue} */
export function samplesOf(bytes: Buffer): Int16Array {
  if (bytes.length % 2 !== 0) throw new InvalidValue('audio', 'audio is not 16-bit PCM.');
  return new Int16Array(Uint8Array.from(bytes).buffer);
}
