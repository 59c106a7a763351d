import type { Words } from '../discord/words/index.ts';
import type { VideoFailureWord } from '../discord/words/video-words.ts';
import { faultOfCode } from '../service/error-codes.ts';
import type { ServiceFault } from '../service/errors.ts';
import { frameSize } from '../service/models.ts';
import type { VideoRequest } from '../service/video/request.ts';

import type { JobFailure, JobNotice, VideoJob } from './job.ts';

/** `gen2.7-t2v · 1280*720 (16:9, 720P) · 5 s · seed 7 · …`: what a video is, in one line. */
export function factsLine(request: VideoRequest, words: Words): string {
  const { facts } = words.video;
  const { width, height } = frameSize(request.model, request.resolution, request.ratio);
  return [
    request.model,
    `${width}×${height} (${request.ratio}, ${request.resolution})`,
    facts.seconds(request.durationSeconds),
    facts.seed(request.seed),
    request.audioUrl ? facts.withAudio : facts.ownSound,
    ...(request.promptExtend ? [] : [facts.promptKept]),
    ...(request.watermark ? [facts.watermarked] : []),
  ].join(' · ');
}

/** Seconds × tier: what it will cost, or what it did. */
export function billingLine(job: VideoJob, words: Words): string {
  const { panel } = words.video;
  const { durationSeconds, resolution } = job.request;
  if (!('usage' in job) || !job.usage) return panel.wouldBill(durationSeconds, resolution);
  return panel.billed(job.usage.billedSeconds, job.usage.tier ? `${job.usage.tier}P` : resolution);
}

export function noticeLine(notice: JobNotice, request: VideoRequest, words: Words): string {
  const { notices } = words.video;
  switch (notice.code) {
    case 'prompt-cut':
      return notices.promptCut(notice.limit);
    case 'negative-prompt-cut':
      return notices.negativePromptCut(notice.limit);
    case 'audio-cut':
      return notices.audioCut(notice.audioSeconds.toFixed(1), request.durationSeconds);
    case 'audio-short':
      return notices.audioShort(notice.audioSeconds.toFixed(1), request.durationSeconds);
  }
}

const sentenceOfFault: Readonly<Record<ServiceFault, VideoFailureWord>> = {
  'invalid-request': 'invalid-request',
  moderation: 'moderation',
  'invalid-media': 'invalid-media',
  credentials: 'credentials',
  access: 'access',
  arrears: 'arrears',
  'not-found': 'access',
  'too-late': 'unknown',
  throttled: 'busy',
  server: 'service',
  timeout: 'service',
  unreachable: 'unreachable',
  malformed: 'service',
  region: 'region',
  aborted: 'service',
};

const ownFailures: ReadonlySet<string> = new Set<VideoFailureWord>([
  'vanished',
  'result-gone',
  'result-unreadable',
]);

/** Why it failed, in a sentence for its requester; never the service's own words. */
export function failureSentence(failure: JobFailure, words: Words): string {
  return words.video.failures[failureWord(failure)];
}

export function failureWord(failure: JobFailure): VideoFailureWord {
  if (ownFailures.has(failure.fault)) return failure.fault as VideoFailureWord;
  if (failure.fault === 'generation') {
    return failure.code ? sentenceOfFault[faultOfCode(failure.code)] : 'unknown';
  }
  return sentenceOfFault[failure.fault as ServiceFault] ?? 'unknown';
}
