import { describe, expect, it } from 'vitest';
import type { JobState, VideoJob } from '../../../src/video/job.ts';
import { frameOf, hasEnded, isOpen, videoJobSchema } from '../../../src/video/job.ts';
import { type JobEvent, resultLifeMs, transition } from '../../../src/video/transition.ts';
import { acceptedJob } from '../../support/authority-jobs.ts';

const now = 1_000_000;
const frame = frameOf(acceptedJob({ acceptedAt: 900_000 }));
const onTask = { taskId: 'task-1', submittedAt: 950_000 };
const result = { ...onTask, videoUrl: 'http://127.0.0.1/v.mp4', urlExpiresAt: now + resultLifeMs };
const message = { channelId: '4', messageId: '9' };
/** What every end has. */
const ended = { ...frame, settled: false, endedAt: now };

const jobs: { readonly [State in JobState]: Extract<VideoJob, { state: State }> } = {
  held: { ...frame, review: 'prompt', state: 'held' },
  reviewing: { ...frame, review: 'video', state: 'reviewing', ...result },
  accepted: { ...frame, state: 'accepted', notBefore: 900_000 },
  submitting: { ...frame, state: 'submitting', attemptedAt: 940_000 },
  lost: { ...frame, state: 'lost', attemptedAt: 940_000 },
  undecided: { ...frame, state: 'undecided', attemptedAt: 940_000, settled: true },
  pending: { ...frame, state: 'pending', ...onTask },
  running: { ...frame, state: 'running', ...onTask },
  succeeded: { ...frame, state: 'succeeded', ...result },
  delivering: { ...frame, state: 'delivering', ...result, deliveringSince: now },
  'set-aside': {
    ...frame,
    state: 'set-aside',
    ...onTask,
    settled: true,
    asideAt: now,
    resume: { state: 'running' },
  },
  delivered: {
    ...frame,
    ...result,
    ...message,
    state: 'delivered',
    settled: false,
    deliveredAt: now,
    as: 'file',
  },
  removed: { ...ended, ...result, state: 'removed', removedBy: '5', shownIn: [message] },
  undeliverable: { ...ended, ...result, state: 'undeliverable' },
  failed: { ...ended, state: 'failed', failure: { fault: 'server' } },
  canceled: { ...ended, state: 'canceled', byPerson: true },
  expired: { ...ended, state: 'expired', taskId: 'task-1' },
  abandoned: { ...ended, state: 'abandoned' },
};

const task = (facts: object): JobEvent => ({
  type: 'task-observed',
  task: { taskId: 'task-1', ...facts } as Extract<JobEvent, { type: 'task-observed' }>['task'],
});

const events: readonly JobEvent[] = [
  { type: 'submission-started' },
  { type: 'submission-deferred', until: now + 5_000 },
  { type: 'submission-refused', failure: { fault: 'moderation', code: 'DataInspectionFailed' } },
  { type: 'task-created', taskId: 'task-1' },
  { type: 'answer-lost' },
  { type: 'task-found', taskId: 'task-1' },
  { type: 'task-not-found' },
  { type: 'resubmitted', reservation: { id: 'again', at: 950_000 } },
  { type: 'given-up' },
  task({ status: 'pending' }),
  task({ status: 'running' }),
  task({ status: 'unrecognised', wireStatus: 'DREAMING' }),
  task({ status: 'unknown' }),
  task({ status: 'succeeded', videoUrl: 'http://127.0.0.1/v.mp4' }),
  task({ status: 'failed', code: 'InternalError' }),
  task({ status: 'canceled' }),
  { type: 'task-vanished' },
  { type: 'deadline-passed' },
  { type: 'canceled', by: '2000000000000000001' },
  { type: 'delivery-started' },
  { type: 'delivered', channelId: '4', messageId: '9', as: 'file' },
  { type: 'result-unusable', failure: { fault: 'result-gone' } },
  { type: 'place-closed' },
  { type: 'set-aside' },
  { type: 'resumed' },
  { type: 'approved', by: '7', spoiler: true },
  { type: 'rejected', by: '7' },
];

/** Every way there is, written from document 1's transition table and the house's own states; all else is late. */
const ways: Readonly<Record<string, JobState>> = {
  'held approved': 'accepted',
  'held rejected': 'failed',
  'held canceled': 'canceled',
  'reviewing approved': 'succeeded',
  'reviewing rejected': 'failed',
  'accepted submission-started': 'submitting',
  'accepted submission-refused': 'failed',
  'accepted canceled': 'canceled',
  'submitting task-created': 'pending',
  'submitting submission-deferred': 'accepted',
  'submitting submission-refused': 'failed',
  'submitting answer-lost': 'lost',
  'lost task-found': 'pending',
  'lost task-created': 'pending',
  'lost task-not-found': 'undecided',
  'undecided task-found': 'pending',
  'undecided task-created': 'pending',
  'undecided resubmitted': 'accepted',
  'undecided given-up': 'abandoned',
  'pending task-observed running': 'running',
  'pending task-observed unrecognised': 'running',
  'pending task-observed succeeded': 'succeeded',
  'pending task-observed failed': 'failed',
  'pending task-observed canceled': 'canceled',
  'pending task-vanished': 'failed',
  'pending deadline-passed': 'expired',
  'pending canceled': 'canceled',
  'running task-observed succeeded': 'succeeded',
  'running task-observed failed': 'failed',
  'running task-observed canceled': 'canceled',
  'running task-vanished': 'failed',
  'running deadline-passed': 'expired',
  'running canceled': 'canceled',
  'succeeded delivery-started': 'delivering',
  'succeeded delivered': 'delivered',
  'succeeded result-unusable': 'failed',
  'succeeded place-closed': 'undeliverable',
  'delivering delivered': 'delivered',
  'delivering result-unusable': 'failed',
  'delivering place-closed': 'undeliverable',
  'pending set-aside': 'set-aside',
  'running set-aside': 'set-aside',
  'succeeded set-aside': 'set-aside',
  'delivering set-aside': 'set-aside',
  'set-aside resumed': 'running',
};

const nameOf = (event: JobEvent) =>
  event.type === 'task-observed' ? `task-observed ${event.task.status}` : event.type;

describe('a job moves only along the ways of its life', () => {
  for (const [state, job] of Object.entries(jobs)) {
    for (const event of events) {
      const expected = ways[`${state} ${nameOf(event)}`];
      const title = expected ? `goes from ${state} to ${expected}` : `stays ${state}`;
      it(`${title} on ${nameOf(event)}`, () => {
        const after = transition(job, event, now);
        if (expected) expect(after.state).toBe(expected);
        else expect(after).toBe(job);
        expect(videoJobSchema.parse(after)).toEqual(after);
      });
    }
  }
});

describe('what a transition carries along', () => {
  it.each(['pending', 'running', 'succeeded', 'delivering'] as const)(
    'goes on from %s when it was set aside there',
    (state) => {
      const aside = transition(jobs[state], { type: 'set-aside' }, now);
      expect(transition(aside, { type: 'resumed' }, now + 1)).toEqual(jobs[state]);
    },
  );

  it('counts the life of a task id from the creation attempt', () => {
    const after = transition(jobs.submitting, { type: 'task-created', taskId: 'task-7' }, now);
    expect(after).toMatchObject({ taskId: 'task-7', submittedAt: 940_000 });
  });

  it('lets the result address expire 24 h after the task ended', () => {
    const done = task({ status: 'succeeded', videoUrl: 'http://127.0.0.1/v.mp4', endedAt: 990_000 });
    expect(transition(jobs.running, done, now)).toMatchObject({ urlExpiresAt: 990_000 + 24 * 3_600_000 });
  });

  it('ignores what is said of another task', () => {
    const other: JobEvent = { type: 'task-observed', task: { taskId: 'task-2', status: 'running' } };
    expect(transition(jobs.pending, other, now)).toBe(jobs.pending);
  });

  it('keeps the code of a failed task and lives without one', () => {
    expect(transition(jobs.running, task({ status: 'failed', code: 'InternalError' }), now)).toMatchObject({
      failure: { fault: 'generation', code: 'InternalError' },
      taskId: 'task-1',
    });
    expect(transition(jobs.running, task({ status: 'failed' }), now)).toMatchObject({
      failure: { fault: 'generation' },
    });
  });

  it('leaves nothing of an earlier state behind', () => {
    const after = transition(jobs.submitting, { type: 'submission-deferred', until: now + 1 }, now);
    expect(after).not.toHaveProperty('attemptedAt');
  });

  it('settles an end once, and nothing that has not ended', () => {
    const settled = transition(jobs.failed, { type: 'settled', of: 'failed' }, now);
    expect(settled).toMatchObject({ state: 'failed', settled: true });
    expect(transition(settled, { type: 'settled', of: 'failed' }, now)).toBe(settled);
    expect(transition(jobs.running, { type: 'settled', of: 'running' }, now)).toBe(jobs.running);
  });

  it('holds an end open until it is settled', () => {
    expect(hasEnded('delivered')).toBe(true);
    expect(isOpen(jobs.delivered)).toBe(true);
    expect(isOpen({ ...jobs.delivered, settled: true })).toBe(false);
    expect(isOpen(jobs.running)).toBe(true);
  });
});
