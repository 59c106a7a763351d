import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { invalidParameter } from '../refusal.ts';
import { documentTypes } from './document.ts';
import type { KnowledgeControl } from './knowledge-control.ts';
import { knowledgeBases } from './library.ts';
import { authentications, policyActions } from './settings.ts';

const milliseconds = z.int().min(0);

/** Part of what `PATCH /sandbox/settings` takes. */
export const knowledgePatch = z.strictObject({
  authentication: z.enum(authentications).optional(),
  denied: z.array(z.enum(policyActions)).optional(),
  quirks: z
    .strictObject({
      numericStatus: z.boolean().optional(),
      codeOnSuccess: z.boolean().optional(),
      looseTypes: z.boolean().optional(),
      metadataAsText: z.boolean().optional(),
      failuresAsOk: z.boolean().optional(),
    })
    .optional(),
  importMs: milliseconds.optional(),
  arrivalEveryMs: z
    .int()
    .min(0)
    .refine((every) => every === 0 || every >= 100, 'at least 100, or 0 for none')
    .optional(),
  arrivalsPerList: z.int().min(0).max(100).optional(),
  retrievesPerSecond: z.int().min(0).optional(),
});

const arrivalOrder = z.strictObject({
  indexId: z.enum(Object.values(knowledgeBases)),
  name: z.string().min(1).max(1_000).optional(),
  type: z.enum(documentTypes).optional(),
  importMs: milliseconds.optional(),
  failure: z.strictObject({ code: z.string(), message: z.string() }).optional(),
});

/** What the knowledge bases hold, and documents that arrive. */
export function addKnowledgeControlRoutes(
  server: FastifyInstance,
  path: string,
  control: KnowledgeControl,
): void {
  server.get(path, async () => control.overview);
  server.post(`${path}/documents`, async (request, reply) => {
    const parsed = arrivalOrder.safeParse(request.body);
    if (!parsed.success) throw invalidParameter(z.prettifyError(parsed.error));
    const { indexId, ...arrival } = parsed.data;
    return reply.code(201).send({ id: control.arrive(indexId, arrival) });
  });
}
