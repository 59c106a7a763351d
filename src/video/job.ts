import { z } from 'zod';
import type { Belonging } from '../authority/belonging.ts';
import { videoRequestSchema } from '../service/video/request.ts';
import { isPrivateFailure, jobFailureSchema } from './failure.ts';

/**
 * A video's life, as it is stored. One shape per state, holding exactly what exists in that state
 * (`docs/architecture.md` draws it); `transition.ts` is the only code that moves a job from one to another.
 */
/** An address in the request that is a Discord attachment: it expires, and is renewed before it is handed on. */
const attachment = z.object({
  url: z.string(),
  /** The message that it hangs on, when it came with one. */
  message: z.object({ channelId: z.string(), messageId: z.string(), attachmentId: z.string() }).optional(),
});

/** Something about the request that the person should know although nothing is wrong. */
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

/** What a creation call set aside of an allowance, and when. */
const reservation = z.object({ id: z.string(), at: z.number() });

const frame = z.object({
  /** The id of the interaction that asked for it: a redelivered interaction is the same job. */
  id: z.string().regex(/^\d{15,25}$/),
  reference: z.string(),
  requester: z.object({ userId: z.string(), locale: z.string() }),
  place: z.object({ guildId: z.string(), channelId: z.string(), locale: z.string() }),
  /** How the status panel is reached: by the interaction's token while that lives, then as a message. */
  panel: z.object({
    applicationId: z.string(),
    /** Gone once it is dead. */
    token: z.string().optional(),
    tokenExpiresAt: z.number(),
    messageId: z.string().optional(),
  }),
  /** What one attachment may weigh in that place, in bytes. */
  attachmentLimitBytes: z.number(),
  request: videoRequestSchema,
  attachments: z.array(attachment),
  /** What the reference files are, in the order of the request. */
  references: z.array(z.object({ kind: z.enum(['image', 'video']), seconds: z.number().optional() })),
  notices: z.array(notice),
  acceptedAt: z.number(),
  /** Of its creation calls after the first, each of which may bill; the first one's goes by the job's own id. */
  reservations: z.array(reservation).optional(),
  /** Messages with the finished video, brought elsewhere by its requester or a moderator. */
  copies: z.array(message).optional(),
});

const onTask = { taskId: z.string(), submittedAt: z.number() };
const videoOfResult = {
  videoUrl: z.string(),
  urlExpiresAt: z.number(),
  usage: usage.optional(),
  /** The prompt as the service rewrote it, where it says so. */
  actualPrompt: z.string().optional(),
};
const result = {
  ...onTask,
  ...videoOfResult,
};
/** An end (or a question) is settled once its requester has been told and the panel shows it. */
const settled = { settled: z.boolean() };

export const videoJobSchema = z.discriminatedUnion('state', [
  /** Written down; the creation call has not been made. `notBefore`: the service asked to wait. */
  z.object({ ...frame.shape, state: z.literal('accepted'), notBefore: z.number() }),
  /** Written before the creation call: from here on a task may exist that we do not know. */
  z.object({ ...frame.shape, state: z.literal('submitting'), attemptedAt: z.number() }),
  /** The answer to the creation call was lost; the list operation is asked for the task. */
  z.object({ ...frame.shape, state: z.literal('lost'), attemptedAt: z.number() }),
  /** The task was not found; the person decides whether to create another. */
  z.object({ ...frame.shape, state: z.literal('undecided'), attemptedAt: z.number(), ...settled }),
  z.object({ ...frame.shape, state: z.literal('pending'), ...onTask }),
  z.object({ ...frame.shape, state: z.literal('running'), ...onTask }),
  z.object({ ...frame.shape, state: z.literal('succeeded'), ...result }),
  /** Written before the message is posted: from here on it may be in the channel. */
  z.object({ ...frame.shape, state: z.literal('delivering'), ...result, deliveringSince: z.number() }),
  /** Two processes died with it in hand; the person decides whether a third tries, from where it stood. */
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
    /** `shrunk`: re-encoded to fit; the original is kept for a while, as with `link`. */
    as: z.enum(['file', 'shrunk', 'link']),
    /** What the service made lasts this long, when that is not what was asked. */
    seconds: z.number().optional(),
  }),
  /** The place is gone or closed to the bot; the requester gets the result by direct message. */
  z.object({ ...frame.shape, state: z.literal('undeliverable'), ...result, ...settled, endedAt: z.number() }),
  /** Taken away by its requester or a moderator; `shownIn` is what goes with it. */
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
    /** A person here pressed the button; otherwise it happened at the service. */
    byPerson: z.boolean(),
    /** Who did. */
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

/** Nothing moves a job out of an end. */
export function hasEnded(state: JobState): boolean {
  return ends.has(state);
}

/** Does anything remain to be done for this job by the bot itself? */
export function isOpen(job: VideoJob): boolean {
  return 'settled' in job ? !job.settled : true;
}

/** Does the task of a job in this state count against the account's concurrency? */
export function holdsSlot(state: JobState): boolean {
  return ['submitting', 'lost', 'pending', 'running'].includes(state);
}

const frameFields = Object.keys(frame.shape) as readonly (keyof JobFrame)[];

/** What a job keeps in every state. */
export function frameOf(job: VideoJob): JobFrame {
  const kept = frameFields.filter((field) => job[field] !== undefined).map((field) => [field, job[field]]);
  return Object.fromEntries(kept) as JobFrame;
}

/** Did it fail in a way that only its requester is told of? */
export function failedInPrivate(job: VideoJob): boolean {
  return job.state === 'failed' && isPrivateFailure(job.failure);
}

/** What each of its creation calls set aside, the last one last. */
export function reservationsOf(job: VideoJob): readonly [Reservation, ...Reservation[]] {
  return [{ id: job.id, at: job.acceptedAt }, ...(job.reservations ?? [])];
}

/** Only a finished video is paid for (document 1, `usage`); one that was made and then failed counts, too. */
export function lastCallCostsNothing(job: VideoJob): boolean {
  if (job.state === 'failed') return !job.failure.fault.startsWith('result-');
  return job.state === 'canceled' || job.state === 'expired';
}

/** Seconds of creation calls that nobody will ever know about: they may have been billed, so they stay counted. */
export function unconfirmedSeconds(job: VideoJob): number {
  const calls = (job.reservations?.length ?? 0) + (job.state === 'abandoned' ? 1 : 0);
  return calls * expectedSeconds(job);
}

export function costsNothing(job: VideoJob): boolean {
  return lastCallCostsNothing(job) && unconfirmedSeconds(job) === 0;
}

/** Where a job lives and whose it is: what decides who knows of it. */
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

/** The message to look at: the video itself, and the panel until there is one; undefined when both are gone. */
export function shownAt(job: VideoJob): JobAddress | undefined {
  if (job.state === 'delivered') return { channelId: job.channelId, messageId: job.messageId };
  const { messageId } = job.panel;
  if (job.state === 'removed' || failedInPrivate(job) || messageId === undefined) return undefined;
  return { channelId: job.place.channelId, messageId };
}

/** Seconds that a job is expected to be billed: what is made, and what is watched for it (document 1, `usage`). */
export function expectedSeconds(job: Pick<JobFrame, 'request' | 'references'>): number {
  const watched = job.references.reduce((sum, { seconds }) => sum + Math.ceil(seconds ?? 0), 0);
  return job.request.durationSeconds + watched;
}

/**
 * Discord posts a message with a known nonce once (`enforce_nonce`); a nonce has at most 25 characters and an
 * interaction id at most 20.
 */
export const resultNonce = (jobId: string): string => `v-${jobId}`;
export const noticeNonce = (jobId: string): string => `n-${jobId}`;
