import { z } from 'zod';
import { faultOfCode, type Remedy, remedyOf } from '../service/error-codes.ts';
import type { ServiceFault } from '../service/errors.ts';
import { setUpProblem } from '../service/set-up-problem.ts';
import type { Words } from '../words/index.ts';
import type { VideoFailureWord } from './words/en.ts';

/** Why a job ended without a video: our own fault, or a family of the service's errors. */
export const jobFailureSchema = z.object({
  fault: z.string(),
  code: z.string().optional(),
  requestId: z.string().optional(),
  /** The moderator who rejected it. */
  by: z.string().optional(),
});
export type JobFailure = z.infer<typeof jobFailureSchema>;

const wordOfFault: Readonly<Record<ServiceFault, VideoFailureWord>> = {
  'invalid-request': 'invalid-request',
  moderation: 'moderation',
  'invalid-media': 'invalid-media',
  credentials: 'credentials',
  clock: 'credentials',
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

/** What can go wrong on our side, and what helps. */
const ownFaults = {
  vanished: 'again',
  rejected: 'other-words',
  'result-rejected': 'other-words',
  unreviewed: 'again',
  'result-unreviewed': 'again',
  'source-gone': 'other-files',
  crashed: 'operator',
  'result-gone': 'again',
  'result-unreadable': 'again',
  'result-address': 'operator',
} as const satisfies Partial<Record<VideoFailureWord, Remedy>>;

/** Why it failed, in a sentence for its requester; never the service's own words. */
export function failureSentence(failure: JobFailure, words: Words): string {
  const { fault, code = '' } = failure;
  const problem = isOwn(fault) ? undefined : setUpProblem(fault, code, undefined);
  return problem ? words.errors.setUp[problem] : words.video.failures[failureWord(failure)];
}

/** What helps after it. */
export function failureRemedy(failure: JobFailure): Remedy {
  const { fault, code } = failure;
  if (isOwn(fault)) return ownFaults[fault];
  const serviceFault = serviceFaultOf(failure);
  return serviceFault ? remedyOf(serviceFault, code) : 'again';
}

/** No moderator looked at it in time. */
export function isUnreviewed({ fault }: JobFailure): boolean {
  return fault === 'unreviewed' || fault === 'result-unreviewed';
}

/**
 * Whether only the requester should know. A refusal isn't repeated to everybody, and a fault that only the bot's owner
 * can fix is no use to the channel.
 */
export function isPrivateFailure(failure: JobFailure): boolean {
  // What no moderator has seen, nobody else sees.
  if (isUnreviewed(failure)) return true;
  const remedy = failureRemedy(failure);
  return remedy === 'other-words' || remedy === 'operator';
}

function failureWord(failure: JobFailure): VideoFailureWord {
  const { fault } = failure;
  if (isOwn(fault)) return fault;
  const serviceFault = serviceFaultOf(failure);
  return serviceFault ? wordOfFault[serviceFault] : 'unknown';
}

/** Undefined if the service gave no reason, or one that this release doesn't know. */
function serviceFaultOf({ fault, code }: JobFailure): ServiceFault | undefined {
  if (fault === 'generation') return code ? faultOfCode(code) : undefined;
  return Object.hasOwn(wordOfFault, fault) ? (fault as ServiceFault) : undefined;
}

function isOwn(fault: string): fault is keyof typeof ownFaults {
  return Object.hasOwn(ownFaults, fault);
}
