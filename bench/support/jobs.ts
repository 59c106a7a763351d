import type { Order } from '../../src/discord/order.ts';
import type { JobFrame, JobIn } from '../../src/video/job.ts';

const prompt =
  'A lighthouse on a cliff at dawn, slow aerial shot, gulls crossing the frame, soft light on wet stone, calm sea.';

/** An id as Discord gives them, `index` places after an arbitrary one. */
export function idAt(index: number): string {
  return String(1_324_000_000_100_000_000n + BigInt(index));
}

export function frameAt(index: number, acceptedAt: number): JobFrame {
  return {
    id: idAt(index),
    reference: `BENCH-${index}`,
    requester: { userId: idAt(1_000_000 + (index % 97)), locale: 'en-US' },
    place: { guildId: idAt(2_000_000), channelId: idAt(3_000_000), locale: 'en-US' },
    panel: {
      applicationId: idAt(4_000_000),
      token: 'token-of-an-interaction-'.repeat(8),
      tokenExpiresAt: acceptedAt + 15 * 60_000,
      messageId: idAt(5_000_000 + index),
    },
    attachmentLimitBytes: 10 * 1_024 * 1_024,
    request: {
      kind: 'new-text',
      model: 'gen2.7-t2v',
      prompt,
      resolution: '1080P',
      ratio: '16:9',
      durationSeconds: 5,
      promptExtend: true,
      watermark: false,
      seed: index,
    },
    attachments: [],
    references: [],
    notices: [],
    acceptedAt,
  };
}

/** The order that such a job came of. */
export function orderOf({ id, reference, requester, place, panel, attachmentLimitBytes }: JobFrame): Order {
  return {
    id,
    reference,
    userId: requester.userId,
    locale: requester.locale,
    guildId: place.guildId,
    channelId: place.channelId,
    publicLocale: place.locale,
    panel: { ...panel, channelId: place.channelId },
    attachmentLimitBytes,
  };
}

/** A job whose task the service works on. */
export function openJobAt(index: number, state: 'pending' | 'running'): JobIn<'pending' | 'running'> {
  const submittedAt = Date.now() - 60_000;
  return { ...frameAt(index, submittedAt), state, taskId: `task-${index}`, submittedAt };
}

/** A job of last week, told and done. */
export function deliveredJobAt(index: number): JobIn<'delivered'> {
  const acceptedAt = Date.now() - 7 * 24 * 3_600_000;
  const deliveredAt = acceptedAt + 90_000;
  return {
    ...frameAt(index, acceptedAt),
    state: 'delivered',
    taskId: `task-${index}`,
    submittedAt: acceptedAt + 1_000,
    videoUrl: `https://results.example/task-${index}.mp4`,
    urlExpiresAt: deliveredAt + 24 * 3_600_000,
    usage: { billedSeconds: 5, outputSeconds: 5, tier: 1080 },
    settled: true,
    deliveredAt,
    channelId: idAt(3_000_000),
    messageId: idAt(6_000_000 + index),
    as: 'file',
  };
}
