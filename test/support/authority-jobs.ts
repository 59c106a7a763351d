import type { JobFrame, JobIn, VideoJob } from '../../src/video/job.ts';

export type SeededState = 'delivered' | 'accepted' | 'undecided' | 'set-aside' | 'failed';

export interface SeededFacts {
  readonly number: number;
  readonly prompt: string;
  readonly userId: string;
  readonly guildId: string;
  readonly channelId: string;
  readonly acceptedAt: number;
}

const hourMs = 3_600_000;

function frameWith({ number, prompt, userId, guildId, channelId, acceptedAt }: SeededFacts): JobFrame {
  return {
    id: String(1_300_000_000_000_000_000n + BigInt(number)),
    reference: 'SEED-0001',
    requester: { userId, locale: 'en-US' },
    place: { guildId, channelId, locale: 'en-US' },
    panel: { applicationId: '1324000000000000001', token: 'dead', tokenExpiresAt: 0 },
    attachmentLimitBytes: 10 * 1024 * 1024,
    request: {
      ...{ kind: 'new-text', model: 'gen2.7-t2v', prompt, durationSeconds: 2, watermark: false },
      ...{ resolution: '720P', ratio: '16:9', promptExtend: false, seed: 7 },
    },
    attachments: [],
    references: [],
    notices: [],
    acceptedAt,
  };
}

const anybody = { userId: 'ann', guildId: 'guild', channelId: 'channel' };

/** A job that may be sent to the service at once. */
export function acceptedJob(facts: Partial<SeededFacts> = {}): JobIn<'accepted'> {
  const all = { number: 1, prompt: 'a kite', ...anybody, acceptedAt: 0, ...facts };
  return { ...frameWith(all), state: 'accepted', notBefore: 0 };
}

/** A job as it is on disk, told and with nothing left to do until somebody decides. */
export function seededJob(facts: SeededFacts, state: SeededState): VideoJob {
  const { number, channelId } = facts;
  const now = Date.now();
  const frame = frameWith(facts);
  const { id } = frame;
  const task = { taskId: `task-of-${id}`, submittedAt: now };
  const settled = { settled: true };
  switch (state) {
    case 'accepted':
      return { ...frame, state, notBefore: now + hourMs };
    case 'undecided':
      return { ...frame, state, attemptedAt: now, ...settled };
    case 'set-aside':
      return { ...frame, state, ...task, ...settled, asideAt: now, resume: { state: 'pending' } };
    case 'failed':
      return { ...frame, state, ...settled, failure: { fault: 'server' }, endedAt: now };
    case 'delivered':
      return {
        ...frame,
        state,
        ...task,
        ...settled,
        videoUrl: 'http://127.0.0.1/film.mp4',
        urlExpiresAt: now + hourMs,
        deliveredAt: now,
        channelId,
        messageId: String(1_299_000_000_000_000_000n + BigInt(number)),
        as: 'file',
      };
  }
}
