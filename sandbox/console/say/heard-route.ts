import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

const heardRequest = z.strictObject({
  userId: z.string().regex(/^\d{1,20}$/),
  /** Whether that person's browser goes on listening. */
  listening: z.boolean(),
  /** What it recognised. */
  text: z.string().trim().min(1).max(500).optional(),
});

const timeoutMs = 5_000;

/** `POST /heard`: what a person's browser recognised at their microphone, which the service stand-in then has heard. */
export function addHeardRoute(server: FastifyInstance, serviceUrl: string): void {
  server.post('/heard', async (request, reply) => {
    const heard = heardRequest.safeParse(request.body);
    if (!heard.success) return reply.code(400).send({ message: z.prettifyError(heard.error) });
    const response = await fetch(`${serviceUrl}/sandbox/realtime/heard`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(heard.data),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => undefined);
    if (!response?.ok) return reply.code(502).send({ message: "The sandbox's AI service isn't answering." });
    return reply.code(204).send();
  });
}
