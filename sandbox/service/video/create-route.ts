import { randomInt, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Oddities } from '../../oddities.ts';
import { type Family, type ModelNames, servedIn } from '../models.ts';
import type { Settings } from '../options.ts';
import type { RateLimit } from '../rate-limit.ts';
import { invalidParameter, ServiceRefusal } from '../refusal.ts';
import { readCreateRequest } from './create-rules.ts';
import { checkFileAddresses } from './file-address.ts';
import { inspectPrompt } from './moderation.ts';
import type { OtherPort } from './other-port.ts';
import type { OutcomeScript } from './outcomes.ts';
import { type Task, wireTaskId } from './task.ts';
import type { TaskBoard } from './task-board.ts';

export const createPath = '/api/v1/services/aigc/video-generation/video-synthesis';

const namedModel = z.looseObject({ model: z.string().min(1) });

export interface CreateRouteParts {
  readonly settings: Settings;
  readonly models: ModelNames;
  readonly board: TaskBoard;
  readonly script: OutcomeScript;
  readonly elsewhere: OtherPort;
  readonly creates: Readonly<Record<Family, RateLimit>>;
  readonly oddities: Oddities;
  readonly now: () => number;
}

/** Document 1, "Create task". */
export function addCreateRoute(server: FastifyInstance, parts: CreateRouteParts): void {
  const { settings, models, board, script, elsewhere, creates, oddities, now } = parts;
  server.post(createPath, { config: { chaosCall: 'create' } }, async (request) => {
    if (request.headers[`${settings.headerPrefix}Async`.toLowerCase()] !== 'enable') {
      throw new ServiceRefusal(403, 'AccessDenied', 'current user api does not support synchronous calls.');
    }
    const named = namedModel.safeParse(request.body);
    if (!named.success) throw invalidParameter('model must be a non-empty string.');
    const wireModel = named.data.model;
    const model = models.find(wireModel);
    if (!model) throw new ServiceRefusal(404, 'ModelNotFound', `Model ${wireModel} does not exist.`);
    creates[model.family].admit();
    if (!servedIn[model.kind].includes(settings.region)) {
      const message = `Model ${wireModel} is not available in the region ${settings.region}.`;
      throw new ServiceRefusal(403, 'Model.AccessDenied', message);
    }
    const understood = readCreateRequest(request.body, model, () => randomInt(2 ** 31));
    for (const ignored of understood.ignoredFields) oddities.note(`creation: ${ignored}`);
    checkFileAddresses(understood, settings.allowPrivateUrls);
    inspectPrompt(understood.prompt);

    const outcome = script.take();
    if (outcome?.kind === 'result') await elsewhere.open();
    const task: Task = {
      id: outcome?.kind === 'numeric-task-id' ? String(randomInt(2 ** 47)) : randomUUID(),
      requestId: request.id,
      model,
      wireModel,
      body: request.body,
      request: understood,
      submittedAt: now(),
      outcome,
      queries: 0,
      state: { status: 'PENDING' },
    };
    board.add(task);
    return { output: { task_status: 'PENDING', task_id: wireTaskId(task) }, request_id: request.id };
  });
}
