import { z } from 'zod';
import { HangUp, notDecoded, voiceCloseCodes } from './close-codes.ts';

const snowflake = z.string().regex(/^\d{1,20}$/);
const uint16 = z.number().int().min(0).max(0xffff);
const uint32 = z.number().int().min(0).max(0xffff_ffff);
const seqAck = z.number().int().min(-1).max(0xffff).optional();

const identify = z.object({
  server_id: snowflake,
  user_id: snowflake,
  session_id: z.string().min(1),
  token: z.string().min(1),
  max_dave_protocol_version: z.number().int().min(0).optional(),
});
const selectProtocol = z.object({
  protocol: z.string(),
  data: z.object({ address: z.ipv4(), port: z.number().int().min(1).max(0xffff), mode: z.string() }),
});
const heartbeat = z.object({ t: z.number().int(), seq_ack: seqAck });
const speaking = z.object({
  speaking: z.number().int().min(0).max(7),
  delay: z.number().int().min(0).optional(),
  ssrc: uint32,
});
const resume = z.object({
  server_id: snowflake,
  session_id: z.string().min(1),
  token: z.string().min(1),
  seq_ack: seqAck,
});
const transition = z.object({ transition_id: uint16 });

export type Identify = z.infer<typeof identify>;
export type SelectProtocol = z.infer<typeof selectProtocol>;
export type Heartbeat = z.infer<typeof heartbeat>;
export type Resume = z.infer<typeof resume>;

/** What a client may send, as JSON or as binary. */
export type ClientMessage =
  | { readonly op: 0; readonly d: Identify }
  | { readonly op: 1; readonly d: SelectProtocol }
  | { readonly op: 3; readonly d: Heartbeat }
  | { readonly op: 5; readonly d: z.infer<typeof speaking> }
  | { readonly op: 7; readonly d: Resume }
  | { readonly op: 23 | 31; readonly d: z.infer<typeof transition> }
  | { readonly op: 26 | 28; readonly payload: Buffer };

const envelope = z.object({ op: z.number().int(), d: z.unknown() });

/** Throws a `HangUp`: 4002 if it isn't a message or has a wrong payload, 4001 for an op that clients don't send. */
export function readText(text: string): ClientMessage {
  const { op, d } = decode(envelope, json(text));
  switch (op) {
    case 0:
      return { op, d: decode(identify, d) };
    case 1:
      return { op, d: decode(selectProtocol, d) };
    case 3:
      return { op, d: decode(heartbeat, d) };
    case 5:
      return { op, d: decode(speaking, d) };
    case 7:
      return { op, d: decode(resume, d) };
    case 23:
    case 31:
      return { op, d: decode(transition, d) };
    default:
      throw new HangUp(voiceCloseCodes.unknownOpcode, 'Unknown opcode.');
  }
}

/** Binary messages of clients are an op in one byte and its payload. */
export function readBinary(data: Buffer): ClientMessage {
  const op = data[0];
  if (op === undefined || data.length < 2) throw notDecoded();
  if (op !== 26 && op !== 28) throw new HangUp(voiceCloseCodes.unknownOpcode, 'Unknown opcode.');
  return { op, payload: data.subarray(1) };
}

function decode<Shape extends z.ZodType>(shape: Shape, value: unknown): z.infer<Shape> {
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw notDecoded();
  return parsed.data;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notDecoded();
  }
}
