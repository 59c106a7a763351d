import type { FastifyInstance } from 'fastify';
import type { Oddities } from '../../oddities.ts';
import type { Settings } from '../options.ts';
import { RateLimit } from '../rate-limit.ts';
import { ServiceRefusal } from '../refusal.ts';
import type { OtherPort } from './other-port.ts';
import type { ResultFiles } from './result-files.ts';
import type { Task } from './task.ts';
import { taskAnswer, unknownAnswer } from './task-answer.ts';
import type { TaskBoard } from './task-board.ts';
import { listTasks } from './task-list.ts';

export interface TaskRouteParts {
  readonly settings: Settings;
  readonly board: TaskBoard;
  readonly files: ResultFiles;
  readonly elsewhere: OtherPort;
  readonly oddities: Oddities;
  readonly now: () => number;
  readonly baseUrl: () => string;
}

type ById = { Params: { taskId: string } };

/** Query (document 1), cancel and list (field notes 1). */
export function addTaskRoutes(server: FastifyInstance, parts: TaskRouteParts): void {
  const { settings, board, files, elsewhere, oddities, now, baseUrl } = parts;
  const queries = new RateLimit(now, () => settings.limits.queriesPerSecond);
  const lists = new RateLimit(now, () => settings.limits.listsPerSecond);
  const odd = (name: string): void => oddities.note(`list: ${name}`);
  const cancels = new RateLimit(now, () => settings.limits.cancelsPerSecond);

  for (const path of ['/api/v1/tasks/:taskId', '/api/v1/tasks/:taskId/']) {
    server.get<ById>(path, { config: { chaosCall: 'query' } }, async (request) => {
      queries.admit();
      const { taskId } = request.params;
      const task = board.find(taskId);
      if (task) task.queries += 1;
      const known = task && !isMadeUnknown(task);
      const answer = known ? taskAnswer(task, files, baseUrl(), elsewhere) : unknownAnswer(taskId);
      return { request_id: request.id, ...answer };
    });
  }

  server.post<ById>('/api/v1/tasks/:taskId/cancel', { config: { chaosCall: 'cancel' } }, async (request) => {
    cancels.admit();
    if (!board.cancel(request.params.taskId)) {
      const message = 'Failed to cancel the task, please confirm if the task is in PENDING status.';
      throw new ServiceRefusal(400, 'UnsupportedOperation', message);
    }
    return { request_id: request.id };
  });

  for (const path of ['/api/v1/tasks/', '/api/v1/tasks']) {
    server.get(path, { config: { chaosCall: 'list' } }, async (request) => {
      lists.admit();
      board.advance();
      const known = board.all.filter((task) => !board.isExpired(task));
      return { request_id: request.id, ...listTasks(request.query, known, settings.region, now(), odd) };
    });
  }
}

function isMadeUnknown({ outcome, queries }: Task): boolean {
  return outcome?.kind === 'unknown' && queries <= (outcome.queries ?? Number.POSITIVE_INFINITY);
}
