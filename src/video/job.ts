import { z } from 'zod';
import type { Belonging } from '../authority/belonging.ts';
import type { SpendingUnit } from '../refusal/spending.ts';
import { videoModels } from '../service/models.ts';
import { type VideoRequest, videoRequestSchema } from '../service/video/request.ts';
import type { RecordIndex } from '../storage/record-index.ts';
import { isPrivateFailure, jobFailureSchema } from './failure.ts';

/**
 * A video's life as it's stored: one shape per state, with exactly what exists in that state (`docs/architecture.md` draws
 * it). Only `transition.ts` moves a job from one state to another.
 */
/** An address in the request that's a Discord attachment. It expires, so it's renewed before the service gets it. */
export const attachment = z.object({
  url: z.string(),
  /** The message it's attached to, if any. */
  message: z
    .object({
      channelId: z.string(),
      messageId: z.string(),
      attachmentId: z.string(),
      /** Who posted it, unless that's a bot. */
      authorId: z.string().optional(),
    })
    .optional(),
});

/** Something the person should know about the request, although nothing is wrong. */
const notice = z.discriminatedUnion('code', [
  z.object({ code: z.literal('prompt-cut'), limit: z.number() }),
  z.object({ code: z.literal('negative-prompt-cut'), limit: z.number() }),
  z.object({ code: z.literal('audio-cut'), audioSeconds: z.number() }),
  z.object({ code: z.literal('audio-short'), audioSeconds: z.number() }),
  z.object({ code: z.literal('shot-type-idle') }),
]);

const usage = z.object({
  billedSeconds: z.number(),
  outputSeconds: z.number().optional(),
  tier: z.number().optional(),
  ratio: z.string().optional(),
  size: z.string().optional(),
});

const message = z.object({ channelId: z.string(), messageId: z.string() });

/** What a creation call reserved of an allowance, and when. */
const reservation = z.object({ id: z.string(), at: z.number() });

const frame = z.object({
  /** The id of the interaction that asked for it, so a redelivered interaction is the same job. */
  id: z.string().regex(/^\d{15,25}$/),
  reference: z.string(),
  requester: z.object({ userId: z.string(), locale: z.string() }),
  place: z.object({ guildId: z.string(), channelId: z.string(), locale: z.string() }),
  /** How to reach the status panel: with the interaction's token while that's valid, then as a message. */
  panel: z.object({
    applicationId: z.string(),
    /** Absent once it has expired. */
    token: z.string().optional(),
    tokenExpiresAt: z.number(),
    messageId: z.string().optional(),
  }),
  /** The largest attachment that place takes, in bytes. */
  attachmentLimitBytes: z.number(),
  request: videoRequestSchema,
  attachments: z.array(attachment),
  /** What the reference files are, in the order of the request. */
  references: z.array(z.object({ kind: z.enum(['image', 'video']), seconds: z.number().optional() })),
  notices: z.array(notice),
  acceptedAt: z.number(),
  /** Of creation calls after the first, each of which may bill. The first one's has the job's own id. */
  reservations: z.array(reservation).optional(),
  /** What moderators have to approve: the request before it's paid, or the video before it's posted. */
  review: z.enum(['prompt', 'video']).optional(),
  /** Who approved it, and whether it's shown as a spoiler. */
  approved: z.object({ by: z.string(), spoiler: z.boolean() }).optional(),
  /** The message in which moderators decide. */
  reviewPost: message.optional(),
  /** How often a process was given it to work on, where processes share the work: only the last one may begin something with it. */
  fence: z.number().optional(),
  /** Messages with the finished video that its requester or a moderator posted elsewhere. */
  copies: z.array(message).optional(),
});

const onTask = { taskId: z.string(), submittedAt: z.number() };
/** What the service made. */
export const videoOfResult = {
  videoUrl: z.string(),
  urlExpiresAt: z.number(),
  usage: usage.optional(),
  /** The prompt as the service rewrote it, if it says so. */
  actualPrompt: z.string().optional(),
};
/** What every job with a video has. */
export const result = { ...onTask, ...videoOfResult };
/** An end, or a question, is settled once its requester was told and the panel shows it. */
const settled = { settled: z.boolean() };

export const videoJobSchema = z.discriminatedUnion('state', [
  /** Waits for a moderator; nothing is paid before. */
  z.object({ ...frame.shape, state: z.literal('held') }),
  /** Written down, not sent yet. `notBefore`: the service asked to wait. */
  z.object({ ...frame.shape, state: z.literal('accepted'), notBefore: z.number() }),
  /** Written before the creation call. From here on, there may be a task we don't know. */
  z.object({ ...frame.shape, state: z.literal('submitting'), attemptedAt: z.number() }),
  /** The answer to the creation call was lost, so the task is searched with the list operation. */
  z.object({ ...frame.shape, state: z.literal('lost'), attemptedAt: z.number() }),
  /** The task wasn't found. The person decides whether to create another one. */
  z.object({ ...frame.shape, state: z.literal('undecided'), attemptedAt: z.number(), ...settled }),
  z.object({ ...frame.shape, state: z.literal('pending'), ...onTask }),
  z.object({ ...frame.shape, state: z.literal('running'), ...onTask }),
  z.object({ ...frame.shape, state: z.literal('succeeded'), ...result }),
  /** Made, and waits for a moderator. */
  z.object({ ...frame.shape, state: z.literal('reviewing'), ...result }),
  /** Written before the message is posted. From here on, it may be in the channel. */
  z.object({ ...frame.shape, state: z.literal('delivering'), ...result, deliveringSince: z.number() }),
  /** Two processes crashed while working on it. The person decides whether a third one continues. */
  z.object({
    ...frame.shape,
    state: z.literal('set-aside'),
    ...onTask,
    ...settled,
    asideAt: z.number(),
    resume: z.discriminatedUnion('state', [
      z.object({ state: z.literal('pending') }),
      z.object({ state: z.literal('running') }),
      z.object({ state: z.literal('succeeded'), ...videoOfResult }),
      z.object({ state: z.literal('delivering'), ...videoOfResult, deliveringSince: z.number() }),
    ]),
  }),
  z.object({
    ...frame.shape,
    state: z.literal('delivered'),
    ...result,
    ...settled,
    deliveredAt: z.number(),
    channelId: z.string(),
    messageId: z.string(),
    /** `shrunk`: re-encoded to fit. As with `link`, the original is kept for a while. */
    as: z.enum(['file', 'shrunk', 'link']),
    /** How long the video is, if that's not what was asked for. */
    seconds: z.number().optional(),
  }),
  /** The channel is gone or closed to the bot, so the requester gets the result by direct message. */
  z.object({ ...frame.shape, state: z.literal('undeliverable'), ...result, ...settled, endedAt: z.number() }),
  /** Deleted by its requester or a moderator. `shownIn`: the messages that are deleted with it. */
  z.object({
    ...frame.shape,
    state: z.literal('removed'),
    ...result,
    ...settled,
    removedBy: z.string(),
    shownIn: z.array(message),
    endedAt: z.number(),
  }),
  z.object({
    ...frame.shape,
    state: z.literal('failed'),
    ...settled,
    failure: jobFailureSchema,
    taskId: z.string().optional(),
    endedAt: z.number(),
  }),
  z.object({
    ...frame.shape,
    state: z.literal('canceled'),
    ...settled,
    /** A person pressed the button. Otherwise, it happened at the service. */
    byPerson: z.boolean(),
    /** Who pressed it. */
    by: z.string().optional(),
    taskId: z.string().optional(),
    endedAt: z.number(),
  }),
  z.object({
    ...frame.shape,
    state: z.literal('expired'),
    ...settled,
    taskId: z.string(),
    endedAt: z.number(),
  }),
  /** The person gave up on an undecided job. */
  z.object({ ...frame.shape, state: z.literal('abandoned'), ...settled, endedAt: z.number() }),
]);

export type VideoJob = z.infer<typeof videoJobSchema>;
export type JobState = VideoJob['state'];
export type JobIn<State extends JobState> = Extract<VideoJob, { state: State }>;
/** It ended, or waits for an answer. */
export type SettledJob = Extract<VideoJob, { settled: boolean }>;
export type JobFrame = z.infer<typeof frame>;
export type JobAttachment = z.infer<typeof attachment>;
export type Reservation = z.infer<typeof reservation>;
/** A message that the bot wrote into a channel. */
export type JobAddress = z.infer<typeof message>;
export type JobNotice = z.infer<typeof notice>;

const ends: ReadonlySet<JobState> = new Set([
  'delivered',
  'undeliverable',
  'removed',
  'failed',
  'canceled',
  'expired',
  'abandoned',
]);

/** No job leaves an end state. */
export function hasEnded(state: JobState): boolean {
  return ends.has(state);
}

/** Whether the bot still has something to do for this job. */
export function isOpen(job: VideoJob): boolean {
  return 'settled' in job ? !job.settled : true;
}

/** Under which all jobs whose creation call is on its way are found, in every process. */
export const submittingAlias = 'submitting';

/** How a job is found: a start reads those that still have something to be done, and a token is deleted when it's dead. */
export function jobIndex(_: string, job: VideoJob): RecordIndex {
  const { place, requester, panel } = job;
  return {
    guildId: place.guildId,
    userId: requester.userId,
    open: isOpen(job) || panel.token !== undefined,
    alias: job.state === 'submitting' ? submittingAlias : 'taskId' in job ? job.taskId : undefined,
    about: othersIn(job),
  };
}

const mention = /<@!?(\d{15,25})>/g;

/** People besides its requester: who's mentioned in its prompt, whose pictures it refers to, and who decided about it. */
function othersIn(job: VideoJob): readonly string[] {
  const { prompt } = job.request;
  const mentioned = prompt.includes('<@') ? Array.from(prompt.matchAll(mention), ([, id = '']) => id) : [];
  const authors = job.attachments.flatMap(({ message: posted }) => posted?.authorId ?? []);
  const deciders = [
    job.state === 'removed' ? job.removedBy : [],
    job.state === 'canceled' ? (job.by ?? []) : [],
  ].flat();
  return [...new Set([...mentioned, ...authors, ...deciders])];
}

/** Whether the task of a job in this state counts towards the account's concurrency limit. */
export function holdsSlot(state: JobState): boolean {
  return ['submitting', 'lost', 'pending', 'running'].includes(state);
}

/** What a job keeps in every state. */
export function frameOf(job: VideoJob): JobFrame {
  return fieldsOf(frame.shape, job);
}

/** Of a record, what these fields have. */
export function fieldsOf<Fields extends z.ZodRawShape>(
  fields: Fields,
  from: Partial<z.infer<z.ZodObject<Fields>>>,
): z.infer<z.ZodObject<Fields>> {
  const all: Readonly<Record<string, unknown>> = from;
  const kept = Object.keys(fields).filter((field) => all[field] !== undefined);
  return Object.fromEntries(kept.map((field) => [field, all[field]])) as z.infer<z.ZodObject<Fields>>;
}

/** Whether it failed in a way that only its requester is told about. */
export function failedInPrivate(job: VideoJob): boolean {
  return job.state === 'failed' && isPrivateFailure(job.failure);
}

/** What reservations of all videos are written down under; the sums they count towards say the class of model, too. */
export const paidIn = 'video-seconds' satisfies SpendingUnit;

/** What each of its creation calls reserved, the latest last. */
export function reservationsOf(job: VideoJob): readonly [Reservation, ...Reservation[]] {
  return [{ id: job.id, at: job.acceptedAt }, ...(job.reservations ?? [])];
}

export function lastReservationOf(job: VideoJob): Reservation {
  return job.reservations?.at(-1) ?? { id: job.id, at: job.acceptedAt };
}

/** Only finished videos are billed (document 1, `usage`), including those that were made and failed afterwards. */
export function lastCallCostsNothing(job: VideoJob): boolean {
  if (job.state === 'failed') return !job.failure.fault.startsWith('result-');
  return job.state === 'canceled' || job.state === 'expired';
}

/**
 * Of what its last creation call reserved, how many seconds were spent: 0 gives all of it back; undefined while nobody knows. The outcome of
 * earlier calls, or of one that was given up, stays unknown, so their reservations stay counted.
 */
export function secondsSpent(job: VideoJob): number | undefined {
  if (lastCallCostsNothing(job)) return 0;
  return hasEnded(job.state) && 'usage' in job ? job.usage?.billedSeconds : undefined;
}

/** Seconds of creation calls whose outcome stays unknown. They may have been billed, so they stay counted. */
export function unconfirmedSeconds(job: VideoJob): number {
  const calls = (job.reservations?.length ?? 0) + (job.state === 'abandoned' ? 1 : 0);
  return calls * expectedSeconds(job);
}

export function costsNothing(job: VideoJob): boolean {
  return lastCallCostsNothing(job) && unconfirmedSeconds(job) === 0;
}

/** Where a job is and whose it is, which decides who may know about it. */
export function belongingOf(job: VideoJob): Belonging {
  const { place, requester, copies, state } = job;
  return {
    guildId: place.guildId,
    channelId: place.channelId,
    ownerId: requester.userId,
    broughtTo: copies?.map(({ channelId }) => channelId),
    removed: state === 'removed',
    withheld: failedInPrivate(job),
  };
}

/** The message to look at: the video, or the panel until there's one. Undefined if both are gone. */
export function shownAt(job: VideoJob): JobAddress | undefined {
  if (job.state === 'delivered') return { channelId: job.channelId, messageId: job.messageId };
  const { messageId } = job.panel;
  if (job.state === 'removed' || failedInPrivate(job) || messageId === undefined) return undefined;
  return { channelId: job.place.channelId, messageId };
}

/** The seconds a job will probably be billed for: its own, and those of its reference videos (document 1, `usage`). */
export function expectedSeconds(job: Pick<JobFrame, 'request' | 'references'>): number {
  const watched = job.references.reduce((sum, { seconds }) => sum + Math.ceil(seconds ?? 0), 0);
  return job.request.durationSeconds + watched;
}

/** Videos of the small models are cheaper, and limited apart. */
export function spendingUnitOf({ model }: Pick<VideoRequest, 'model'>): SpendingUnit {
  return videoModels[model].family === 'small' ? 'small-video-seconds' : 'video-seconds';
}

/**
 * Discord posts a message with a known nonce once (`enforce_nonce`); a nonce has at most 25 characters and an
 * interaction id at most 20.
 */
export const resultNonce = (jobId: string): string => `v-${jobId}`;
export const reviewNonce = (jobId: string): string => `r-${jobId}`;
export const noticeNonce = (jobId: string): string => `n-${jobId}`;
