import { z } from 'zod';

export const opcodes = {
  dispatch: 0,
  heartbeat: 1,
  identify: 2,
  voiceState: 4,
  resume: 6,
  reconnect: 7,
  invalidSession: 9,
  hello: 10,
  heartbeatAck: 11,
} as const;

const envelope = z.object({
  op: z.number(),
  d: z.unknown(),
  s: z.number().nullish(),
  t: z.string().nullish(),
});

const helloPayload = z.object({ heartbeat_interval: z.number().positive() });
const readyPayload = z.object({ session_id: z.string(), resume_gateway_url: z.string().optional() });

export type Frame = z.infer<typeof envelope>;

/** Reads one text frame; undefined if it isn't a gateway payload. */
export function readFrame(text: unknown): Frame | undefined {
  if (typeof text !== 'string') return undefined;
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Milliseconds between heartbeats, as Hello asks for. */
export function heartbeatIntervalMs(hello: unknown): number {
  return helloPayload.parse(hello).heartbeat_interval;
}

export function sessionOf(ready: unknown): { readonly id: string; readonly resumeUrl: string | undefined } {
  const parsed = readyPayload.parse(ready);
  return { id: parsed.session_id, resumeUrl: parsed.resume_gateway_url };
}

/** Close codes after which connecting again with the same token is pointless. */
export function isFinal(closeCode: number): boolean {
  return closeCode === 4004 || (closeCode >= 4010 && closeCode <= 4014);
}

/** Close codes after which the session cannot be resumed. */
export function endsSession(closeCode: number): boolean {
  return closeCode === 4007 || closeCode === 4009 || closeCode === 4003;
}
