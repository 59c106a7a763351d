import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalidParameter } from '../refusal.ts';
import { closedSocket, refusedUpgrade } from '../socket-effects.ts';
import { bareEffects, effectsAt, realtimeFaultPoints } from './faults.ts';
import type { RealtimeControl } from './realtime-control.ts';
import { scenarioSchema } from './scenario.ts';

const milliseconds = z.int().min(0);

/** Part of what `PATCH /sandbox/settings` takes. */
export const realtimePatch = z.strictObject({
  thinkMs: milliseconds.optional(),
  realTimeFactor: z.number().min(0).max(10).optional(),
  deltaMs: z.int().min(20).max(2_000).optional(),
  transcriptMs: milliseconds.optional(),
  previewMs: z.int().min(20).optional(),
  losesRestOfAppend: z.boolean().optional(),
  idleTimeoutMs: z.int().min(1).optional(),
  longestLifeMs: z.int().min(1).optional(),
  connectsPerMinute: z.int().min(0).optional(),
  translationConnectsPerMinute: z.int().min(0).optional(),
  translationTells: z.enum(['whole', 'pieces']).optional(),
  lenientVoice: z.boolean().optional(),
  dropsTools: z.boolean().optional(),
  ignoresImages: z.boolean().optional(),
  unaskedAfterMs: z.int().min(1).nullable().optional(),
  hotWordsField: z
    .string()
    .regex(/^\w+(\.\w+)*$/)
    .nullable()
    .optional(),
  mishears: z.record(z.string().min(1), z.string()).optional(),
  largestImageBytes: z.int().min(1).optional(),
});

const faultSchema = z
  .strictObject({
    at: z.enum(realtimeFaultPoints),
    afterDeltas: z.int().min(0).optional(),
    times: z.int().min(0).optional(),
    effect: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.enum(bareEffects) }),
      z.strictObject({
        kind: z.literal('second-call'),
        name: z.string().min(1),
        arguments: z.record(z.string(), z.unknown()).optional(),
        ms: milliseconds.optional(),
      }),
      z.strictObject({
        kind: z.literal('call-again'),
        changed: z.boolean().optional(),
        anyway: z.boolean().optional(),
      }),
      z.strictObject({ kind: z.literal('stall'), ms: milliseconds.optional() }),
      refusedUpgrade,
      closedSocket,
      z.strictObject({
        kind: z.literal('error'),
        message: z.string(),
        code: z.string().optional(),
        param: z.string().optional(),
      }),
      z.strictObject({ kind: z.literal('many-calls'), count: z.int().min(1).max(1_000) }),
      z.strictObject({ kind: z.literal('many-deltas'), count: z.int().min(1).max(100_000) }),
      z.strictObject({ kind: z.literal('huge-audio'), bytes: z.int().min(2).max(12_000_000) }),
    ]),
  })
  .superRefine(({ at, effect }, context) => {
    if (!effectsAt[at].includes(effect.kind)) context.addIssue(`${at} takes ${effectsAt[at].join(', ')}`);
  });

const saySchema = z.strictObject({
  text: z.string().min(1).max(500),
  voice: z.string().min(1).max(40),
  language: z.enum(['zh', 'en', 'fr', 'de', 'ja', 'es', 'ko', 'ru', 'pt']).optional(),
  sampleRateHz: z.literal([16_000, 24_000, 48_000]).default(48_000),
});

const heardSchema = z.strictObject({
  userId: z.string().min(1).max(40),
  listening: z.boolean(),
  text: z.string().min(1).max(500).optional(),
});

/** Faults and scenarios of the realtime interfaces, what happened in each session, and a voice for people. */
export function addRealtimeControlRoutes(
  server: FastifyInstance,
  path: string,
  control: RealtimeControl,
): void {
  server.get(`${path}/faults`, async () => control.armed);
  server.post(`${path}/faults`, async (request, reply) => {
    const fault = given(faultSchema, request.body);
    control.arm(fault);
    return reply.code(201).send(fault);
  });
  server.delete(`${path}/faults`, async (_request, reply) => {
    control.clearFaults();
    return reply.code(204).send();
  });
  server.put(`${path}/scenario`, async (request) => {
    const scenario = given(scenarioSchema, request.body);
    control.play(scenario);
    return scenario;
  });
  server.get(`${path}/sessions`, async () =>
    control.sessions.map(({ audio, ...view }) => ({ ...view, audioMs: audio.length / 16 })),
  );
  server.post(`${path}/heard`, async (request, reply) => {
    const { userId, listening, text } = given(heardSchema, request.body);
    control.hear(userId, listening, text);
    return reply.code(204).send();
  });
  // Raw 16-bit mono: what someone types becomes a voice that the recogniser knows again.
  server.post(`${path}/say`, async (request, reply) => {
    const { text, voice, language, sampleRateHz } = given(saySchema, request.body);
    const samples = await control.voice(text, voice, sampleRateHz, language);
    return reply
      .header('content-type', 'application/octet-stream')
      .send(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  });
}

function given<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidParameter(z.prettifyError(parsed.error));
  return parsed.data;
}
