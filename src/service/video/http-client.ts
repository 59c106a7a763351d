import { malformed } from '../answer.ts';
import { ServiceError, unfitting } from '../errors.ts';
import type { ServiceHttp } from '../http.ts';
import { videoModels } from '../models.ts';
import { type Region, regionsServing, type VideoRequestKind } from '../regions.ts';
import type { CreatedTask, TaskListFilter, TaskListPage, VideoClient } from './client.ts';
import type { VideoRequest } from './request.ts';
import { checkVideoRequest } from './request-fields.ts';
import type { ListedTask, VideoTask } from './task.ts';
import {
  createBody,
  taskOfWire,
  toListTime,
  wireCanceled,
  wireCreated,
  wireListRow,
  wireTaskList,
  wireTaskResult,
} from './wire.ts';

const createPath = '/api/v1/services/aigc/video-generation/video-synthesis';
const tasksPath = '/api/v1/tasks/';
const longestSpanMs = 24 * 60 * 60 * 1000;

/** The video interface over HTTP (document 1; cancel and list: field notes 1). */
export class HttpVideoClient implements VideoClient {
  readonly #http: ServiceHttp;

  constructor(http: ServiceHttp) {
    this.#http = http;
  }

  /** Refuses what the region doesn't have, or what breaks a rule of document 1, before any call. */
  async create(request: VideoRequest, signal?: AbortSignal): Promise<CreatedTask> {
    const { profile } = this.#http;
    assertServed(profile.region, videoModels[request.model].kind);
    const broken = checkVideoRequest(request);
    if (broken.length > 0) throw unfitting(broken);
    const answer = await this.#http.call(
      {
        method: 'POST',
        path: createPath,
        body: createBody(request, profile.wireModel(request.model)),
        serviceHeaders: { Async: 'enable' },
        once: true,
        signal,
      },
      wireCreated,
    );
    return { taskId: answer.body.output.task_id, ...requestIdFact(answer.requestId) };
  }

  async query(taskId: string, signal?: AbortSignal): Promise<VideoTask> {
    const answer = await this.#http.call({ method: 'GET', path: taskPath(taskId), signal }, wireTaskResult);
    const answered = answer.body.output.task_id;
    if (answered !== undefined && answered !== taskId) {
      throw malformed('AnswerForAnotherTask', { requestId: answer.requestId });
    }
    return taskOfWire(taskId, answer.requestId, answer.body);
  }

  async cancel(taskId: string, signal?: AbortSignal): Promise<'canceled' | 'too-late'> {
    try {
      await this.#http.call({ method: 'POST', path: `${taskPath(taskId)}/cancel`, signal }, wireCanceled);
      return 'canceled';
    } catch (error) {
      if (error instanceof ServiceError && error.fault === 'too-late') return 'too-late';
      throw error;
    }
  }

  async list(filter: TaskListFilter, signal?: AbortSignal): Promise<TaskListPage> {
    const { profile } = this.#http;
    const answer = await this.#http.call(
      {
        method: 'GET',
        path: tasksPath,
        query: {
          ...spanQuery(filter),
          ...(filter.model === undefined ? {} : { model_name: profile.wireModel(filter.model) }),
          ...(filter.page === undefined ? {} : { page_no: String(filter.page) }),
          ...(filter.pageSize === undefined ? {} : { page_size: String(filter.pageSize) }),
        },
        signal,
      },
      wireTaskList,
    );
    const page = answer.body.page_no ?? filter.page ?? 1;
    return { tasks: answer.body.data.flatMap(listedTask), page, totalPages: answer.body.total_page ?? page };
  }
}

const refusalCode: Readonly<Record<VideoRequestKind, string>> = {
  'new-text': 'RegionDoesNotServeNewTextToVideo',
  'legacy-text': 'RegionDoesNotServeLegacyTextToVideo',
  reference: 'RegionDoesNotServeReferenceToVideo',
};

/**
 * Refuses, before any call, what the region doesn't serve.
 * @throws ServiceError with fault `region` and a code `RegionDoesNotServe…`; `regionsServing` says which regions do.
 */
export function assertServed(region: Region, kind: VideoRequestKind): void {
  const served = regionsServing(kind);
  if (served.includes(region)) return;
  throw new ServiceError({
    fault: 'region',
    code: refusalCode[kind],
    nothingHappened: true,
    hint: `${region} does not serve it; served by ${served.join(', ')}`,
  });
}

function taskPath(taskId: string): string {
  return `${tasksPath}${encodeURIComponent(taskId)}`;
}

/** Rounded out to whole seconds, but never beyond the 24 hours that the service allows. */
function spanQuery(filter: TaskListFilter): { start_time: string; end_time: string } {
  const spanMs = filter.to - filter.from;
  if (!(spanMs >= 0 && spanMs <= longestSpanMs)) {
    throw new ServiceError({
      fault: 'invalid-request',
      code: 'ListSpanOutOfRange',
      nothingHappened: true,
      hint: 'tasks are listed for a span of 0 to 24 hours',
    });
  }
  const from = Math.floor(filter.from / 1000) * 1000;
  const to = Math.min(Math.ceil(filter.to / 1000) * 1000, from + longestSpanMs);
  return { start_time: toListTime(from), end_time: toListTime(to) };
}

function listedTask(row: unknown): ListedTask[] {
  const parsed = wireListRow.safeParse(row);
  if (!parsed.success) return [];
  const { task_id: taskId, status, model_name: model } = parsed.data;
  const createdAt = parsed.data.gmt_create ?? parsed.data.start_time;
  return [
    {
      taskId,
      status,
      ...(model === undefined ? {} : { model }),
      ...(createdAt === undefined ? {} : { createdAt }),
    },
  ];
}

function requestIdFact(requestId: string | undefined): { requestId?: string } {
  return requestId === undefined ? {} : { requestId };
}
