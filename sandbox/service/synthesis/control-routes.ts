import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalidParameter } from '../refusal.ts';
import { closedSocket, refusedUpgrade } from '../socket-effects.ts';
import { faultPoints } from './faults.ts';
import type { SynthesisControl } from './synthesis-control.ts';

const milliseconds = z.int().min(0);

/** Part of what `PATCH /sandbox/settings` takes. */
export const synthesisPatch = z.strictObject({
  pace: z
    .strictObject({
      firstAudioLeastMs: milliseconds.optional(),
      firstAudioMostMs: milliseconds.optional(),
      realTimeFactor: z.number().min(0).max(10).optional(),
    })
    .optional(),
  startMs: milliseconds.optional(),
  tasksPerSecond: z.int().min(0).optional(),
  textTimeoutMs: z.int().min(1).optional(),
  idleTimeoutMs: z.int().min(1).optional(),
  finishWithinMs: milliseconds.optional(),
  packetMs: z.literal([2.5, 5, 10, 20, 40, 60]).optional(),
  frameBytes: z.int().min(1).optional(),
  wordsIn: z.enum(['both', 'synthesis', 'end']).optional(),
});

const faultSchema = z
  .strictObject({
    at: z.enum(faultPoints),
    afterFrames: z.int().min(0).optional(),
    times: z.int().min(0).optional(),
    effect: z.discriminatedUnion('kind', [
      refusedUpgrade,
      z.strictObject({ kind: z.literal('stall'), ms: milliseconds.optional() }),
      z.strictObject({ kind: z.literal('drop') }),
      closedSocket,
      z.strictObject({
        kind: z.literal('fail'),
        code: z.string(),
        message: z.string(),
        nameless: z.boolean().optional(),
      }),
      z.strictObject({ kind: z.literal('garbled') }),
      z.strictObject({ kind: z.literal('binary'), bytes: z.int().min(1).max(1_000_000) }),
      z.strictObject({ kind: z.literal('unknown-event') }),
      z.strictObject({ kind: z.literal('foreign-event') }),
      z.strictObject({ kind: z.literal('repeated-events') }),
      z.strictObject({ kind: z.literal('bare-results') }),
      z.strictObject({ kind: z.literal('billed'), characters: z.number() }),
      z.strictObject({ kind: z.literal('no-sound') }),
      z.strictObject({ kind: z.literal('loose-types') }),
    ]),
  })
  .refine(({ at, effect }) => at === 'connect' || effect.kind !== 'answer', 'answer belongs to connect')
  .refine(
    ({ at, effect }) => at !== 'connect' || ['answer', 'stall', 'drop', 'close'].includes(effect.kind),
    'connect takes answer, stall, drop or close',
  );

/** Faults of speech, and the tasks with every message. */
export function addSynthesisControlRoutes(
  server: FastifyInstance,
  path: string,
  control: SynthesisControl,
): void {
  server.get(`${path}/faults`, async () => control.armed);
  server.post(`${path}/faults`, async (request, reply) => {
    const parsed = faultSchema.safeParse(request.body);
    if (!parsed.success) throw invalidParameter(z.prettifyError(parsed.error));
    control.arm(parsed.data);
    return reply.code(201).send(parsed.data);
  });
  server.delete(`${path}/faults`, async (_request, reply) => {
    control.clearFaults();
    return reply.code(204).send();
  });
  server.get(`${path}/tasks`, async () => control.tasks);
}
