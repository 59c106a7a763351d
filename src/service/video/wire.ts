import { z } from 'zod';
import { wireList, wireText } from '../wire-limits.ts';
import { wireUsage } from './usage.ts';
import { fromWireTime } from './wire-time.ts';

/** It becomes part of paths and records, so only what is harmless there. */
export const wireTaskId = z.string().regex(/^[A-Za-z0-9][\w.~:-]{0,199}$/);

/** Prompts have at most 5,000 characters, and what the service makes of them is longer by a few sentences. */
const lenientText = wireText(10_000).optional().catch(undefined);
/** More rows than any page was asked for. */
const mostRows = 500;
const lenientTime = z
  .string()
  .transform((value) => fromWireTime(value))
  .optional()
  .catch(undefined);
const httpAddress = z.url({ protocol: /^https?$/ }).max(8_192);

export const wireCreated = z.object({ output: z.object({ task_id: wireTaskId }) });

/** A task result: strict about the status, lenient about the rest; a missing address is `taskOfWire`'s to refuse. */
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

export type WireTaskResult = z.infer<typeof wireTaskResult>;

/** What a cancellation answers is documented nowhere: any JSON object will do. */
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

/** One row; a row that is not one is left out, because the others are still worth having. */
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
