import type { RESTOptions, ResponseLike } from 'discord.js';

type MakeRequest = RESTOptions['makeRequest'];

export interface ForeignAnswerFacts {
  readonly status: number;
  /** What the answer calls its sender. */
  readonly server?: string;
  /** Where it sends us, without what might be secret in it. */
  readonly location?: string;
}

/** Something between the bot and Discord answered in its place: a proxy, a portal, a firewall. It says nothing of ours. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
  readonly facts: ForeignAnswerFacts;

  constructor(facts: ForeignAnswerFacts) {
    super(`HTTP ${facts.status} from something that isn’t Discord`);
    this.facts = facts;
  }
}

export interface ForeignAnswerListeners {
  /** Once a stretch: not again before Discord itself has answered. */
  readonly onForeign: (facts: ForeignAnswerFacts) => void;
  /** Discord itself does not take the bot's token any more. */
  readonly onTokenRefused: () => void;
}

/**
 * Lets only Discord's own answers through, because discord.js takes every 4xx for Discord's word, and a 401 of a proxy
 * costs it its token. Everything else is thrown as a `ForeignAnswer`; Discord's own trouble (5xx) passes.
 */
export function discordsOwnAnswers(makeRequest: MakeRequest, listeners: ForeignAnswerListeners): MakeRequest {
  let inForeignHands = false;
  return async (url, init) => {
    const received = await makeRequest(url, init);
    const { answer, own, code } = await judged(received);
    if (!own) {
      const facts = factsOf(received);
      if (!inForeignHands) listeners.onForeign(facts);
      inForeignHands = true;
      throw new ForeignAnswer(facts);
    }
    inForeignHands = false;
    const ofBot = new Headers(init.headers as Record<string, string>).has('authorization');
    if (answer.status === 401 && ofBot && code !== invalidWebhookToken) listeners.onTokenRefused();
    return answer;
  };
}

const invalidWebhookToken = 50_027;

interface Judged {
  readonly answer: ResponseLike;
  readonly own: boolean;
  /** Discord's error code, where there is one. */
  readonly code?: unknown;
}

async function judged(answer: ResponseLike): Promise<Judged> {
  const { status } = answer;
  if (status >= 500 || status === 204) return { answer, own: true };
  if (status === 429 && answer.headers.has('retry-after')) return { answer, own: true };
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (status < 400) return { answer, own: status < 300 && isJson };
  const text = await answer.text();
  const error = isJson ? errorIn(text) : undefined;
  const { statusText, headers } = answer;
  return {
    answer: new Response(text, { status, statusText, headers: [...headers] }),
    own: error !== undefined,
    code: error?.code,
  };
}

/** Discord's errors have a message with a numeric code, or with the time to wait. */
function errorIn(text: string): { readonly code: unknown } | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
    const code = 'code' in body ? body.code : undefined;
    const waits = 'retry_after' in body && typeof body.retry_after === 'number';
    return waits || typeof code === 'number' ? { code } : undefined;
  } catch {
    return undefined;
  }
}

function factsOf({ status, headers }: ResponseLike): ForeignAnswerFacts {
  const server = headers.get('server')?.slice(0, 100);
  const address = headers.get('location') ?? '';
  const location = URL.canParse(address) ? new URL(address) : undefined;
  return {
    status,
    ...(server ? { server } : {}),
    ...(location ? { location: `${location.origin}${location.pathname}` } : {}),
  };
}
