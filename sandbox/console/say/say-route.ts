import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { opusPackets, sayRateHz } from './opus-packets.ts';

export const sayRequest = z.strictObject({
  userId: z.string().regex(/^\d{1,20}$/),
  text: z.string().trim().min(1).max(300),
  /** Default: by the text's script. */
  language: z.enum(['en', 'zh', 'es', 'fr', 'de', 'ja']).optional(),
});

const voicingTimeoutMs = 30_000;
export const notVoiced = { message: "The sandbox's AI service couldn't voice that." };

/**
 * `POST /say`: a sentence in the voice of that person, as Opus packets of 20 ms in base64. The service stand-in voices it, so
 * that it recognises the sentence when it hears it in a call.
 */
export function addSayRoute(server: FastifyInstance, serviceUrl: string): void {
  server.post('/say', async (request, reply) => {
    const wanted = sayRequest.safeParse(request.body);
    if (!wanted.success) return reply.code(400).send({ message: z.prettifyError(wanted.error) });
    const samples = await voiced(serviceUrl, wanted.data).catch(() => undefined);
    if (!samples) return reply.code(502).send(notVoiced);
    const packets = samples.length > 0 ? await opusPackets(samples) : [];
    return { packets: packets.map((packet) => Buffer.from(packet).toString('base64')) };
  });
}

/** 16-bit mono at 48 kHz; undefined when the service refuses. */
export async function voiced(
  serviceUrl: string,
  { userId, text, language }: z.infer<typeof sayRequest>,
): Promise<Int16Array | undefined> {
  const response = await fetch(`${serviceUrl}/sandbox/realtime/say`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      text,
      voice: voiceOf(userId),
      sampleRateHz: sayRateHz,
      ...(language ? { language } : {}),
    }),
    signal: AbortSignal.timeout(voicingTimeoutMs),
  });
  if (!response.ok) return undefined;
  const bytes = await response.arrayBuffer();
  return new Int16Array(bytes, 0, bytes.byteLength >> 1);
}

/** Everybody has a voice of their own: the stand-in makes one out of any name. */
export function voiceOf(userId: string): string {
  return `person ${userId}`;
}
