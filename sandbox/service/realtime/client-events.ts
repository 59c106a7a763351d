import { z } from 'zod';
import { unknownFields } from '../../unknown-fields.ts';
import { InvalidValue } from './session-config.ts';

const base = { type: z.string(), event_id: z.string().optional() };
export const sharedEvents = {
  'session.update': z.object({ ...base, session: z.record(z.string(), z.unknown()).optional() }),
  'input_audio_buffer.append': z.object({ ...base, audio: z.string() }),
  'input_image_buffer.append': z.object({ ...base, image: z.string() }),
} as const;
export const bareEvent = z.object(base);

const schemas = {
  ...sharedEvents,
  'response.create': bareEvent,
  'response.cancel': bareEvent,
  'input_audio_buffer.commit': bareEvent,
  'input_audio_buffer.clear': bareEvent,
  'conversation.item.create': z.object({
    ...base,
    item: z.object({
      id: z.string().optional(),
      type: z.literal('function_call_output'),
      call_id: z.string().min(1),
      output: z.string(),
    }),
  }),
} as const;

type Schemas = Readonly<Record<string, z.ZodObject>>;
export type EventOf<All extends Schemas> = {
  [Type in keyof All]: z.infer<All[Type]> & { readonly type: Type };
}[keyof All];
export type ClientEvent = EventOf<typeof schemas>;

/** An event of the conversation interface. @throws {InvalidValue} for one that the service does not take */
export function readClientEvent(json: unknown, odd: (what: string) => void): ClientEvent {
  return readEvent(schemas, json, odd);
}

/** @throws {InvalidValue} for an event that is not one of these */
export function readEvent<All extends Schemas>(
  all: All,
  json: unknown,
  odd: (what: string) => void,
): EventOf<All> {
  const type = z.looseObject({ type: z.string() }).safeParse(json);
  if (!type.success) throw new InvalidValue('type', 'The event has no type.', 'invalid_event');
  const name = type.data.type;
  const schema = Object.hasOwn(all, name) ? all[name] : undefined;
  if (!schema) throw new InvalidValue('type', `Unknown event type ${name.slice(0, 80)}.`, 'unknown_event');
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new InvalidValue(issue?.path.join('.') ?? '', `Invalid value for ${issue?.path.join('.')}.`);
  }
  for (const field of unknownFields(json, parsed.data)) odd(`${name}: ${field}`);
  if (parsed.data.event_id === undefined) odd(`${name}: no event_id`);
  return parsed.data as EventOf<All>;
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
