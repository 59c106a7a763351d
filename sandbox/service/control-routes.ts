import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Oddities } from '../oddities.ts';
import type { Chaos } from './chaos.ts';
import { addKnowledgeControlRoutes, knowledgePatch } from './knowledge/control-routes.ts';
import type { KnowledgeControl } from './knowledge/knowledge-control.ts';
import type { ModelNames } from './models.ts';
import { changedLimits, type Settings } from './options.ts';
import { addRealtimeControlRoutes, realtimePatch } from './realtime/control-routes.ts';
import type { RealtimeControl } from './realtime/realtime-control.ts';
import { invalidParameter } from './refusal.ts';
import { addSynthesisControlRoutes, synthesisPatch } from './synthesis/control-routes.ts';
import type { SynthesisControl } from './synthesis/synthesis-control.ts';
import { type OutcomeScript, outcomeSchema } from './video/outcomes.ts';
import { viewOf } from './video/task.ts';
import type { TaskBoard } from './video/task-board.ts';

/** Requests below this path need no key and are never hit by a fault. */
export const controlPath = '/sandbox';

const milliseconds = z.int().min(0);
const rate = z.int().min(0);

const settingsPatch = z.strictObject({
  pace: z.strictObject({ pendingMs: milliseconds, runningMs: milliseconds }).optional(),
  /** Null ends it. */
  chaos: z
    .strictObject({
      share: z.number().min(0).max(1),
      seed: z.int(),
      slowMs: milliseconds.optional(),
    })
    .nullable()
    .optional(),
  limits: z
    .strictObject({
      createsPerSecond: rate.optional(),
      concurrentTasks: rate.optional(),
      small: z
        .strictObject({ createsPerSecond: rate.optional(), concurrentTasks: rate.optional() })
        .optional(),
      queriesPerSecond: rate.optional(),
      listsPerSecond: rate.optional(),
      cancelsPerSecond: rate.optional(),
    })
    .optional(),
  synthesis: synthesisPatch.optional(),
  realtime: realtimePatch.optional(),
  knowledge: knowledgePatch.optional(),
});

const when = z.enum(['before', 'after']);
const faultSchema = z.strictObject({
  method: z.string().toUpperCase().optional(),
  path: z
    .string()
    .startsWith('/')
    .refine(
      (path) => !path.startsWith('/api-ws'),
      'sockets have their own: /sandbox/synthesis/faults and /sandbox/realtime/faults',
    ),
  times: z.int().min(0).optional(),
  effect: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('delay'), ms: milliseconds }),
    z.strictObject({
      kind: z.literal('answer'),
      when,
      status: z.int().min(200).max(599),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.unknown().optional(),
    }),
    z.strictObject({ kind: z.literal('drop'), when }),
    z.strictObject({ kind: z.literal('cut') }),
    z.strictObject({ kind: z.literal('hold'), when }),
  ]),
});

const outcomeOrder = z.strictObject({ outcome: outcomeSchema, times: z.int().min(1).max(1_000).default(1) });

export interface ControlRouteParts {
  readonly settings: Settings;
  readonly models: ModelNames;
  readonly faults: Faults;
  readonly oddities: Oddities;
  readonly chaos: Chaos;
  readonly board: TaskBoard;
  readonly script: OutcomeScript;
  readonly synthesis: SynthesisControl;
  readonly realtime: RealtimeControl;
  readonly knowledge: KnowledgeControl;
  readonly sound: string;
  readonly baseUrl: () => string;
}

/** How tests and people control the stand-in: its identity, pace, limits, faults, outcomes, and the record of what it was asked. */
export function addControlRoutes(server: FastifyInstance, parts: ControlRouteParts): void {
  const {
    settings,
    models,
    faults,
    oddities,
    chaos,
    board,
    script,
    synthesis,
    realtime,
    knowledge,
    sound,
    baseUrl,
  } = parts;
  const status = () => ({
    baseUrl: baseUrl(),
    apiKey: settings.apiKey,
    region: settings.region,
    workspaceId: settings.workspaceId ?? null,
    headerPrefix: settings.headerPrefix,
    models: models.wireNames,
    pace: settings.pace,
    limits: settings.limits,
    chaos: chaos.settings ?? null,
    sound,
    realtime: realtime.settings,
    synthesis: { speaker: synthesis.speaker, voicesPath: synthesis.voicesPath, ...synthesis.settings },
    knowledge: knowledge.settings,
  });
  server.get(controlPath, async () => status());
  server.patch(`${controlPath}/settings`, async (request) => {
    const {
      pace,
      limits,
      chaos: newChaos,
      synthesis: speech,
      realtime: conversation,
      knowledge: documents,
    } = read(settingsPatch, request.body);
    if (newChaos !== undefined) chaos.set(newChaos ?? undefined);
    if (speech) synthesis.set(speech);
    if (conversation) realtime.set(conversation);
    if (documents) knowledge.set(documents);
    if (limits) {
      settings.limits = changedLimits(settings.limits, limits);
      board.limitsChanged();
    }
    if (pace) {
      settings.pace = pace;
      board.paceChanged();
    }
    return status();
  });

  server.get(`${controlPath}/faults`, async () => faults.list());
  server.post(`${controlPath}/faults`, async (request, reply) => {
    const fault = read(faultSchema, request.body);
    faults.arm(fault);
    return reply.code(201).send(fault);
  });
  server.delete(`${controlPath}/faults`, async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });

  server.get(`${controlPath}/outcomes`, async () => script.list());
  server.post(`${controlPath}/outcomes`, async (request, reply) => {
    const { outcome, times } = read(outcomeOrder, request.body);
    script.add(outcome, times);
    return reply.code(201).send(script.list());
  });
  server.delete(`${controlPath}/outcomes`, async (_request, reply) => {
    script.clear();
    return reply.code(204).send();
  });

  addSynthesisControlRoutes(server, `${controlPath}/synthesis`, synthesis);
  addRealtimeControlRoutes(server, `${controlPath}/realtime`, realtime);
  addKnowledgeControlRoutes(server, `${controlPath}/knowledge`, knowledge);
  server.get(`${controlPath}/tasks`, async () => {
    board.advance();
    return board.all.map(viewOf);
  });
  server.get(`${controlPath}/requests`, async () => faults.seen);
  server.get(`${controlPath}/oddities`, async () => oddities.list);
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidParameter(z.prettifyError(parsed.error));
  return parsed.data;
}
