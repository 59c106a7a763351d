import { z } from 'zod';
import { malformed } from '../answer.ts';
import { wireList, wireText } from '../wire-limits.ts';
import type { RequestField, VideoRequest } from './request.ts';
import { carriedFields } from './request-fields.ts';
import { sizeFacts } from './sizes.ts';
import type { VideoTask, VideoUsage } from './task.ts';

/** Body of a creation (document 1, "Create task"), with only the fields that were asked for. */
interface WireCreateBody {
  readonly model: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The request in its kind's protocol; `model` is the deployment's name of the model. */
export function createBody(request: VideoRequest, model: string): WireCreateBody {
  const asked: Readonly<Partial<Record<RequestField, unknown>>> = request;
  const parts = { input: {} as Record<string, unknown>, parameters: {} as Record<string, unknown> };
  for (const [field, { wire }] of carriedFields) {
    const [part, name] = wire;
    if (asked[field] !== undefined) parts[part][name] = asked[field];
  }
  return { model, ...parts };
}

const offsetMs = 8 * 60 * 60 * 1000;
const timeText = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d{1,3})?$/;

/** `YYYY-MM-DD HH:mm:ss.SSS` in UTC+8 (document 1) → epoch milliseconds; undefined if it isn't a time. */
export function fromWireTime(value: string): number | undefined {
  const match = timeText.exec(value.trim());
  if (!match) return undefined;
  const [, date, time, fraction = ''] = match;
  const at = Date.parse(`${date}T${time}${fraction}+08:00`);
  return Number.isNaN(at) ? undefined : at;
}

/** Epoch milliseconds → `YYYYMMDDhhmmss` in UTC+8 for the list operation (field notes 1). */
export function toListTime(epochMs: number): string {
  return new Date(epochMs + offsetMs).toISOString().slice(0, 19).replace(/[-T:]/g, '');
}

/** A number, also as text; anything else counts as absent. */
const amount = z
  .union([
    z.number(),
    z
      .string()
      .max(40)
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .pipe(z.number().nonnegative())
  .optional()
  .catch(undefined);
const size = z
  .string()
  .max(20)
  .regex(/^\d+\*\d+$/)
  .optional()
  .catch(undefined);

/** `usage` of a task result: document 1's three columns in one, all optional. */
export const wireUsage = z.object({
  duration: amount,
  input_video_duration: amount,
  output_video_duration: amount,
  SR: amount,
  ratio: z.string().max(20).optional().catch(undefined),
  size,
  /** `gen2.5` and earlier: the billing value. */
  video_duration: amount,
  /** `gen2.5` and earlier: despite its name, a `width*height`. */
  video_ratio: size,
});

type WireUsage = z.infer<typeof wireUsage>;

/** It's used in paths and records, so only harmless characters are allowed. */
export const wireTaskId = z.string().regex(/^[A-Za-z0-9][\w.~:-]{0,199}$/);

/** Prompts have at most 5,000 characters, and the service makes them longer by a few sentences. */
const lenientText = wireText(10_000).optional().catch(undefined);
/** More rows than any page we ask for. */
const mostRows = 500;
const lenientTime = z
  .string()
  .transform((value) => fromWireTime(value))
  .optional()
  .catch(undefined);
const httpAddress = z.url({ protocol: /^https?$/ }).max(8_192);

export const wireCreated = z.object({ output: z.object({ task_id: wireTaskId }) });

/** A task result, strict about the status and lenient about the rest. `taskOfWire` refuses a missing address. */
export const wireTaskResult = z.object({
  output: z.object({
    task_id: wireTaskId.optional(),
    task_status: z.string().min(1),
    submit_time: lenientTime,
    scheduled_time: lenientTime,
    end_time: lenientTime,
    video_url: httpAddress.optional().catch(undefined),
    orig_prompt: lenientText,
    actual_prompt: lenientText,
    code: lenientText,
    message: lenientText,
  }),
  usage: wireUsage.optional().catch(undefined),
});

type WireTaskResult = z.infer<typeof wireTaskResult>;

/** The answer to a cancellation isn't documented, so any JSON object is fine. */
export const wireCanceled = z.object({});

const listTime = z
  .union([
    z.number().int().nonnegative(),
    z
      .string()
      .regex(/^\d{13}$/)
      .transform(Number),
    z.string().transform((value) => fromWireTime(value)),
  ])
  .optional()
  .catch(undefined);

/** A row. Invalid ones are skipped, because the others are still useful. */
export const wireListRow = z.object({
  task_id: wireTaskId,
  status: z.string().min(1).max(64),
  model_name: lenientText,
  gmt_create: listTime,
  start_time: listTime,
});

const pageNumber = z.coerce.number().int().positive().optional().catch(undefined);

export const wireTaskList = z.object({
  data: wireList(mostRows),
  page_no: pageNumber,
  total_page: z.coerce.number().int().nonnegative().optional().catch(undefined),
});

const longestStatusCharacters = 64;

/**
 * A validated wire result → our task. `taskId` is the one we asked for.
 * @throws ServiceError with fault `malformed` if it succeeded without a video address.
 */
export function taskOfWire(taskId: string, requestId: string | undefined, wire: WireTaskResult): VideoTask {
  const { output } = wire;
  const facts = {
    taskId,
    ...(requestId === undefined ? {} : { requestId }),
    ...(output.submit_time === undefined ? {} : { submittedAt: output.submit_time }),
    ...(output.scheduled_time === undefined ? {} : { startedAt: output.scheduled_time }),
    ...(output.end_time === undefined ? {} : { endedAt: output.end_time }),
    ...(output.orig_prompt === undefined ? {} : { originalPrompt: output.orig_prompt }),
    ...(output.actual_prompt === undefined ? {} : { actualPrompt: output.actual_prompt }),
  };
  const status = output.task_status;
  switch (status) {
    case 'PENDING':
      return { ...facts, status: 'pending' };
    case 'RUNNING':
      return { ...facts, status: 'running' };
    case 'CANCELED':
      return { ...facts, status: 'canceled' };
    case 'UNKNOWN':
      return { ...facts, status: 'unknown' };
    case 'FAILED':
      return {
        ...facts,
        status: 'failed',
        ...(output.code ? { code: output.code } : {}),
        ...(output.message ? { message: output.message } : {}),
      };
    case 'SUCCEEDED': {
      if (output.video_url === undefined) throw malformed('SucceededWithoutVideo', { requestId });
      const usage = wire.usage && usageOf(wire.usage);
      return { ...facts, status: 'succeeded', videoUrl: output.video_url, ...(usage ? { usage } : {}) };
    }
    default:
      return { ...facts, status: 'unrecognised', wireStatus: status.slice(0, longestStatusCharacters) };
  }
}

/** All three kinds of usage → one; undefined if there's nothing to bill. */
export function usageOf(wire: WireUsage): VideoUsage | undefined {
  const outputSeconds = wire.output_video_duration ?? wire.video_duration;
  const billedSeconds = wire.duration ?? wire.video_duration ?? sumOf(wire);
  if (billedSeconds === undefined) return undefined;
  const pixels = wire.size ?? wire.video_ratio;
  const tier = wire.SR ?? tierOf(pixels);
  return {
    billedSeconds,
    ...(outputSeconds === undefined ? {} : { outputSeconds }),
    ...(tier === undefined ? {} : { tier }),
    ...(wire.ratio === undefined ? {} : { ratio: wire.ratio }),
    ...(pixels === undefined ? {} : { size: pixels }),
  };
}

/** `gen2.5` and earlier only report the size. */
function tierOf(size: string | undefined): number | undefined {
  const facts = size === undefined ? undefined : sizeFacts(size);
  return facts && Number.parseInt(facts.tier, 10);
}

function sumOf(wire: WireUsage): number | undefined {
  if (wire.output_video_duration === undefined) return undefined;
  return wire.output_video_duration + (wire.input_video_duration ?? 0);
}
