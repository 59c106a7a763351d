import type { VideoTask } from '../service/video/task.ts';
import type { JobFailure } from './failure.ts';
import {
  fieldsOf,
  frameOf,
  hasEnded,
  type JobIn,
  type JobState,
  type Reservation,
  result,
  type VideoJob,
  videoOfResult,
} from './job.ts';

/** Everything that can happen to a job. If an event doesn't fit the job's state, it's late and changes nothing. */
export type JobEvent =
  | { readonly type: 'submission-started' }
  | { readonly type: 'submission-deferred'; readonly until: number }
  | { readonly type: 'submission-refused'; readonly failure: JobFailure }
  | { readonly type: 'task-created'; readonly taskId: string }
  | { readonly type: 'answer-lost' }
  | { readonly type: 'task-found'; readonly taskId: string }
  | { readonly type: 'task-not-found' }
  /** `reservation`: what was reserved for the new creation call. */
  | { readonly type: 'resubmitted'; readonly reservation: Reservation }
  | { readonly type: 'given-up' }
  | { readonly type: 'task-observed'; readonly task: VideoTask }
  | { readonly type: 'task-vanished' }
  | { readonly type: 'deadline-passed' }
  | { readonly type: 'canceled'; readonly by: string }
  | { readonly type: 'review-posted'; readonly channelId: string; readonly messageId: string }
  | { readonly type: 'approved'; readonly by: string; readonly spoiler: boolean }
  | { readonly type: 'rejected'; readonly by: string }
  /** Nobody decided in time. */
  | { readonly type: 'review-expired' }
  | { readonly type: 'delivery-started' }
  | {
      readonly type: 'delivered';
      readonly channelId: string;
      readonly messageId: string;
      readonly as: 'file' | 'shrunk' | 'link';
      readonly seconds?: number | undefined;
    }
  | { readonly type: 'result-unusable'; readonly failure: JobFailure }
  | { readonly type: 'place-closed' }
  | { readonly type: 'set-aside' }
  | { readonly type: 'resumed' }
  | { readonly type: 'panel-moved'; readonly messageId: string }
  | { readonly type: 'token-died' }
  /** The file was added to its message, which only had the link. */
  | { readonly type: 'attached'; readonly as: 'file' | 'shrunk' }
  | { readonly type: 'brought'; readonly channelId: string; readonly messageId: string }
  | { readonly type: 'removed'; readonly by: string }
  /** Its requester is forgotten, and the job with them. */
  | { readonly type: 'forgotten' }
  /** `of`: the end that was settled; it may be another one by now. */
  | { readonly type: 'settled'; readonly of: JobState };

/** The service deletes a result this long after the task ended (document 1, "Limits"). */
export const resultLifeMs = 24 * 60 * 60 * 1000;

/**
 * The job after `event`, or the very same object if the event doesn't apply: ends ignore everything but being settled
 * (document 1, "States and transitions"; field notes 5).
 */
export function transition(job: VideoJob, event: JobEvent, now: number): VideoJob {
  if (event.type === 'settled')
    return 'settled' in job && !job.settled && job.state === event.of ? { ...job, settled: true } : job;
  if (event.type === 'forgotten') return { ...frameOf(job), state: 'abandoned', settled: true, endedAt: now };
  if (event.type === 'panel-moved') return { ...job, panel: { ...job.panel, messageId: event.messageId } };
  if (event.type === 'token-died') return withoutToken(job);
  if (job.state === 'delivered' || job.state === 'undeliverable') return fromHandedOver(job, event, now);
  if (hasEnded(job.state)) return job;
  switch (job.state) {
    case 'held':
      return fromHeld(job, event, now);
    case 'reviewing':
      return fromReviewing(job, event, now);
    case 'accepted':
      return fromAccepted(job, event, now);
    case 'submitting':
      return fromSubmitting(job, event, now);
    case 'lost':
    case 'undecided':
      return fromLost(job, event, now);
    case 'pending':
    case 'running':
      return event.type === 'set-aside' ? setAside(job, now) : fromTask(job, event, now);
    case 'set-aside':
      return event.type === 'resumed' ? resumed(job) : job;
    default:
      return event.type === 'set-aside'
        ? setAside(job as JobIn<'succeeded' | 'delivering'>, now)
        : fromResult(job as JobIn<'succeeded' | 'delivering'>, event, now);
  }
}

function withoutToken(job: VideoJob): VideoJob {
  const { token, ...panel } = job.panel;
  return token === undefined ? job : { ...job, panel };
}

function fromHeld(job: JobIn<'held'>, event: JobEvent, now: number): VideoJob {
  switch (event.type) {
    case 'review-posted':
      return { ...job, reviewPost: { channelId: event.channelId, messageId: event.messageId } };
    case 'approved':
      return { ...frameOf(job), approved: approvalOf(event), state: 'accepted', notBefore: now };
    case 'rejected':
      return failed(job, { fault: 'rejected', by: event.by }, now);
    case 'review-expired':
      return failed(job, { fault: 'unreviewed' }, now);
    case 'canceled':
      return canceled(job, event.by, now);
    default:
      return job;
  }
}

function fromReviewing(job: JobIn<'reviewing'>, event: JobEvent, now: number): VideoJob {
  switch (event.type) {
    case 'review-posted':
      return { ...job, reviewPost: { channelId: event.channelId, messageId: event.messageId } };
    case 'approved':
      return { ...frameOf(job), ...fieldsOf(result, job), approved: approvalOf(event), state: 'succeeded' };
    case 'rejected':
      return failed(job, { fault: 'result-rejected', by: event.by }, now);
    case 'review-expired':
      return failed(job, { fault: 'result-unreviewed' }, now);
    default:
      return job;
  }
}

function approvalOf({ by, spoiler }: Extract<JobEvent, { type: 'approved' }>) {
  return { by, spoiler };
}

function fromAccepted(job: JobIn<'accepted'>, event: JobEvent, now: number): VideoJob {
  if (event.type === 'submission-started') return { ...frameOf(job), state: 'submitting', attemptedAt: now };
  if (event.type === 'submission-refused') return failed(job, event.failure, now);
  if (event.type === 'canceled') return canceled(job, event.by, now);
  return job;
}

function fromSubmitting(job: JobIn<'submitting'>, event: JobEvent, now: number): VideoJob {
  switch (event.type) {
    case 'task-created':
      return { ...frameOf(job), state: 'pending', taskId: event.taskId, submittedAt: job.attemptedAt };
    case 'submission-deferred':
      return { ...frameOf(job), state: 'accepted', notBefore: event.until };
    case 'submission-refused':
      return failed(job, event.failure, now);
    case 'answer-lost':
      return { ...frameOf(job), state: 'lost', attemptedAt: job.attemptedAt };
    default:
      return job;
  }
}

function fromLost(job: JobIn<'lost' | 'undecided'>, event: JobEvent, now: number): VideoJob {
  const frame = frameOf(job);
  // Another process may search for what one still gets its answer to.
  if (event.type === 'task-found' || event.type === 'task-created') {
    return { ...frame, state: 'pending', taskId: event.taskId, submittedAt: job.attemptedAt };
  }
  if (job.state === 'lost') {
    return event.type === 'task-not-found'
      ? { ...frame, state: 'undecided', attemptedAt: job.attemptedAt, settled: false }
      : job;
  }
  if (event.type === 'resubmitted') {
    const reservations = [...(job.reservations ?? []), event.reservation];
    return { ...frame, reservations, state: 'accepted', notBefore: now };
  }
  if (event.type === 'given-up') return { ...frame, state: 'abandoned', settled: false, endedAt: now };
  return job;
}

function fromTask(job: JobIn<'pending' | 'running'>, event: JobEvent, now: number): VideoJob {
  const { taskId } = job;
  switch (event.type) {
    case 'task-observed':
      return event.task.taskId === taskId ? observed(job, event.task, now) : job;
    case 'task-vanished':
      return failed(job, { fault: 'vanished' }, now);
    case 'deadline-passed':
      return { ...frameOf(job), state: 'expired', taskId, settled: false, endedAt: now };
    case 'canceled':
      return { ...canceled(job, event.by, now), taskId };
    default:
      return job;
  }
}

function observed(job: JobIn<'pending' | 'running'>, task: VideoTask, now: number): VideoJob {
  const { taskId, submittedAt } = job;
  switch (task.status) {
    case 'running':
    case 'unrecognised':
      return job.state === 'running' ? job : { ...frameOf(job), state: 'running', taskId, submittedAt };
    case 'succeeded':
      return {
        ...frameOf(job),
        state: job.review === 'video' && !job.approved ? 'reviewing' : 'succeeded',
        taskId,
        submittedAt,
        videoUrl: task.videoUrl,
        urlExpiresAt: (task.endedAt ?? now) + resultLifeMs,
        ...(task.usage ? { usage: task.usage } : {}),
        ...(task.actualPrompt ? { actualPrompt: task.actualPrompt } : {}),
      };
    case 'failed':
      return failed(job, failureOf(task), now);
    case 'canceled':
      return { ...frameOf(job), state: 'canceled', taskId, settled: false, byPerson: false, endedAt: now };
    case 'pending':
    case 'unknown':
      return job;
  }
}

function failureOf(task: Extract<VideoTask, { status: 'failed' }>): JobFailure {
  return {
    fault: 'generation',
    ...(task.code ? { code: task.code } : {}),
    ...(task.requestId ? { requestId: task.requestId } : {}),
  };
}

function fromResult(job: JobIn<'succeeded' | 'delivering'>, event: JobEvent, now: number): VideoJob {
  const made = { ...frameOf(job), ...fieldsOf(result, job) };
  switch (event.type) {
    case 'delivery-started':
      return job.state === 'succeeded' ? { ...made, state: 'delivering', deliveringSince: now } : job;
    case 'delivered': {
      const { type: state, seconds, ...shown } = event;
      const length = seconds === undefined ? {} : { seconds };
      return { ...made, ...shown, ...length, state, settled: false, deliveredAt: now };
    }
    case 'place-closed':
      return { ...made, state: 'undeliverable', settled: false, endedAt: now };
    case 'result-unusable':
      return failed(job, event.failure, now);
    default:
      return job;
  }
}

const mostCopies = 50;

function fromHandedOver(job: JobIn<'delivered' | 'undeliverable'>, event: JobEvent, now: number): VideoJob {
  const { copies = [] } = job;
  if (event.type === 'brought') {
    const { channelId, messageId } = event;
    return { ...job, copies: [...copies, { channelId, messageId }].slice(-mostCopies) };
  }
  if (event.type === 'attached') return job.state === 'delivered' ? { ...job, as: event.as } : job;
  if (event.type !== 'removed') return job;
  const delivered = job.state === 'delivered' ? [{ channelId: job.channelId, messageId: job.messageId }] : [];
  return {
    ...frameOf(job),
    ...fieldsOf(result, job),
    state: 'removed',
    settled: false,
    removedBy: event.by,
    shownIn: [...delivered, ...copies],
    endedAt: now,
  };
}

function canceled(job: VideoJob, by: string, now: number): JobIn<'canceled'> {
  return { ...frameOf(job), state: 'canceled', settled: false, byPerson: true, by, endedAt: now };
}

function failed(job: VideoJob, failure: JobFailure, now: number): VideoJob {
  return {
    ...frameOf(job),
    state: 'failed',
    settled: false,
    failure,
    endedAt: now,
    ...('taskId' in job && job.taskId ? { taskId: job.taskId } : {}),
  };
}

type Resumable = JobIn<'pending' | 'running' | 'succeeded' | 'delivering'>;

function setAside(job: Resumable, now: number): VideoJob {
  const { taskId, submittedAt } = job;
  return {
    ...frameOf(job),
    state: 'set-aside',
    taskId,
    submittedAt,
    settled: false,
    asideAt: now,
    resume: resumePoint(job),
  };
}

function resumePoint(job: Resumable): JobIn<'set-aside'>['resume'] {
  if (job.state === 'pending' || job.state === 'running') return { state: job.state };
  const video = fieldsOf(videoOfResult, job);
  return job.state === 'succeeded'
    ? { state: 'succeeded', ...video }
    : { state: 'delivering', ...video, deliveringSince: job.deliveringSince };
}

function resumed(job: JobIn<'set-aside'>): VideoJob {
  return { ...frameOf(job), taskId: job.taskId, submittedAt: job.submittedAt, ...job.resume };
}
