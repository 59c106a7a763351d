import type { ServiceFault } from '../errors.ts';

/** How to react to an `error` event of the service (field notes 3 and 8). */
export type RealtimeTrouble =
  /** Our request broke a rule; the session goes on. `param` names the field. */
  | { readonly is: 'our-request'; readonly param: string | undefined }
  /** We cancelled when nothing was running any more: a harmless race. */
  | { readonly is: 'nothing-running' }
  /** A response is already running: wait for its end, then ask once more. */
  | { readonly is: 'response-running' }
  /** A person is speaking: wait until they stop. */
  | { readonly is: 'somebody-speaks' }
  /** An image came before any audio. */
  | { readonly is: 'image-before-audio' }
  /** Undefined: the service didn't say which. */
  | { readonly is: 'voice-unknown'; readonly voice: string | undefined }
  /** Nobody spoke for a while, so the connection ends. That's normal. */
  | { readonly is: 'idle' }
  /** Temporary. */
  | { readonly is: 'passing' }
  /** Only the bot's owner can fix it. */
  | { readonly is: 'fatal'; readonly fault: ServiceFault; readonly code: string };

export interface WireError {
  readonly type?: string | undefined;
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly param?: string | undefined;
}

const fatal = (fault: ServiceFault, code: string) => () => ({ is: 'fatal', fault, code }) as const;

/** Matched by the text, because the same race comes with `COMMON_ERROR` or without a code. The first match wins. */
const rules: readonly {
  readonly text: RegExp;
  readonly trouble: (match: RegExpExecArray, error: WireError) => RealtimeTrouble;
}[] = [
  { text: /idle.{0,3}time.?out/i, trouble: () => ({ is: 'idle' }) },
  { text: /none active response|no active response/i, trouble: () => ({ is: 'nothing-running' }) },
  { text: /already has an active response/i, trouble: () => ({ is: 'response-running' }) },
  { text: /while user is speaking/i, trouble: () => ({ is: 'somebody-speaks' }) },
  { text: /append image before append audio/i, trouble: () => ({ is: 'image-before-audio' }) },
  {
    text: /unsupported voice|voice '([^']{1,80})' is not supported|voice is not supported/i,
    trouble: ([, voice]) => ({ is: 'voice-unknown', voice }),
  },
  {
    text: /thread pool exh?austed|try again later|throttl|internal\s?(service|server)?\s?error/i,
    trouble: () => ({ is: 'passing' }),
  },
  { text: /free.?tier/i, trouble: fatal('arrears', 'AllocationQuota.FreeTierOnly') },
  { text: /arrear|overdue|insufficient balance/i, trouble: fatal('arrears', 'Arrearage') },
  { text: /api.?key|invalid key|unauthori[sz]ed/i, trouble: fatal('credentials', 'InvalidApiKey') },
  { text: /access.?denied|permission denied|forbidden/i, trouble: fatal('access', 'AccessDenied') },
  { text: /model.{0,40}not.?(found|exist)|unknown model/i, trouble: fatal('not-found', 'ModelNotFound') },
];

const longestRead = 2_000;

/** What to do about an `error` event, by its text first, then by its code and parameter. */
export function troubleOf(error: WireError): RealtimeTrouble {
  const text = `${error.code ?? ''} ${error.message ?? ''}`.slice(0, longestRead);
  for (const rule of rules) {
    const match = rule.text.exec(text);
    if (match) return rule.trouble(match, error);
  }
  if (error.code?.startsWith('invalid') || error.type?.startsWith('invalid') || error.param)
    return { is: 'our-request', param: error.param };
  return { is: 'passing' };
}
