import { Refusal, type RefusalFacts, withoutHiddenPlace } from '../refusal/refusal.ts';
import { ServiceError } from '../service/errors.ts';
import { StoreError } from '../storage/store-error.ts';
import { discordFaultOf } from './discord-fault.ts';
import type { EdgeWords } from './words/index.ts';

/**
 * What a person is told about an error. `refused` is an expected no, `failed` is someone else's fault, `broken` is
 * ours; they look different. Undefined: it's too late to tell anyone.
 */
export interface FailureNotice {
  readonly kind: 'refused' | 'failed' | 'broken';
  readonly sentence: string;
  /** The hosted service's request id, for questions to its support. */
  readonly requestId?: string;
}

const marks = { refused: 'ℹ️', failed: '⚠️', broken: '❌' } as const;

/** @param knows whether the reader may know about that voice channel */
export function noticeOf(
  error: unknown,
  words: EdgeWords,
  knows: (channelId: string) => boolean = () => false,
): FailureNotice | undefined {
  if (error instanceof Refusal)
    return { kind: 'refused', sentence: refusalSentence(withoutHiddenPlace(error.facts, knows), words) };
  if (error instanceof ServiceError) {
    const requestId = safeId(error.requestId);
    return {
      kind: 'failed',
      sentence: error.problem ? words.errors.setUp[error.problem] : words.errors.service[error.fault],
      ...(requestId ? { requestId } : {}),
    };
  }
  if (error instanceof StoreError)
    return { kind: 'failed', sentence: refusalSentence({ code: 'store-failing' }, words) };
  const fault = discordFaultOf(error);
  if (fault === 'lost') return undefined;
  if (fault) return { kind: 'failed', sentence: words.errors.discord[fault] };
  return { kind: 'broken', sentence: words.errors.unexpected };
}

/** The whole message: mark, sentence, and the reference for the log in small print. */
export function noticeText(notice: FailureNotice, reference: string, words: EdgeWords): string {
  return `${marks[notice.kind]} ${notice.sentence}\n${words.errors.footer(reference, notice.requestId)}`;
}

/** The sentence for a refusal, with the option's name as the person sees it. */
export function refusalSentence(facts: RefusalFacts, words: EdgeWords): string {
  const seen = 'option' in facts ? { ...facts, option: optionName(facts.option, words) } : facts;
  const say = words.errors.refusals[facts.code] as (facts: RefusalFacts) => string;
  return say(seen);
}

function optionName(wireName: string, words: EdgeWords): string {
  for (const command of Object.values(words.commands)) {
    const name = command.options?.[wireName]?.name;
    if (name) return name;
  }
  return wireName;
}

/** Shows a provider's id only if it looks like one, because it's their text in our message. */
function safeId(id: string | undefined): string | undefined {
  return id && /^[\w-]{1,64}$/.test(id) ? id : undefined;
}
