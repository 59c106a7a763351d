import { STATUS_CODES } from 'node:http';
import { RESTJSONErrorCodes, type RESTOptions, type ResponseLike } from 'discord.js';
import { Agent, request } from 'undici';
import { RecentIds } from './recent-ids.ts';

type MakeRequest = RESTOptions['makeRequest'];
type Init = Parameters<MakeRequest>[1];

/**
 * How discord.js' REST client reaches Discord: over an agent of its own, with bodies that are bytes before they are sent.
 * Left to itself it hands forms to whichever agent is the process's global one. Node's own (undici 7.29) turns a form
 * into a stream and goes on filling it when an early answer or a reset has cancelled it, and what that throws nobody can
 * catch. A file goes over a connection of its own, so that nothing waits behind one that was answered half-way.
 */
export function requestsToDiscord(agent: Agent = new Agent()): MakeRequest {
  return async (url, init) => {
    const { body, isFile, headers } = await bodyOf(init);
    const answer = await request(url, {
      method: init.method as 'POST',
      headers,
      body,
      reset: isFile,
      signal: init.signal ?? null,
      dispatcher: agent,
    });
    const { statusCode: status } = answer;
    return {
      body: answer.body,
      get bodyUsed() {
        return answer.body.bodyUsed;
      },
      arrayBuffer: () => answer.body.arrayBuffer(),
      json: () => answer.body.json(),
      text: () => answer.body.text(),
      headers: headersOf(answer.headers),
      status,
      statusText: STATUS_CODES[status] ?? '',
      ok: status >= 200 && status < 300,
    };
  };
}

async function bodyOf({ body, headers: given }: Init) {
  const headers = new Headers(given as Record<string, string>);
  const isFile = body instanceof FormData;
  if (!isFile) return { body: body as string | null, isFile, headers: Object.fromEntries(headers) };
  const form = new Response(body);
  headers.set('content-type', form.headers.get('content-type') ?? '');
  return { body: new Uint8Array(await form.arrayBuffer()), isFile, headers: Object.fromEntries(headers) };
}

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}

const callbackUrl = /\/interactions\/(\d+)\/[^/]+\/callback(?:\?(.*))?$/;
/** An interaction can be answered for three seconds; far fewer than this are open at once. */
const rememberedInteractions = 1_000;

/**
 * Makes the first answer to an interaction safe to repeat. When the connection broke, or Discord failed, before it said
 * that it had taken the answer, discord.js sends it again, and so do we; "already acknowledged" (40060) then means that
 * the attempt before arrived, and counts as success. Without such an attempt it means that another process answers, and
 * stays an error.
 */
export function repeatableFirstAnswers(makeRequest: MakeRequest): MakeRequest {
  const unclear = new RecentIds(rememberedInteractions);
  return async (url, init) => {
    const interactionId = callbackIn(url);
    if (!interactionId) return await makeRequest(url, init);
    let answer: ResponseLike;
    try {
      answer = await makeRequest(url, init);
    } catch (error) {
      unclear.add(interactionId);
      throw error;
    }
    if (answer.status >= 500) {
      unclear.add(interactionId);
      return answer;
    }
    return unclear.remove(interactionId) && answer.status === 400 ? await unlessTaken(answer) : answer;
  };
}

/** The interaction that a request answers first; none when the caller wants a message back, which nobody has then. */
function callbackIn(url: string): string | undefined {
  const [, interactionId, query] = callbackUrl.exec(url) ?? [];
  return new URLSearchParams(query).get('with_response') === 'true' ? undefined : interactionId;
}

async function unlessTaken(refusal: ResponseLike): Promise<ResponseLike> {
  const text = await refusal.text();
  if (codeIn(text) === RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged) {
    return new Response(null, { status: 204 });
  }
  const headers = { 'content-type': refusal.headers.get('content-type') ?? '' };
  return new Response(text, { status: refusal.status, statusText: refusal.statusText, headers });
}

function codeIn(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
  } catch {
    return undefined;
  }
}

interface ForeignAnswerFacts {
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
    super(`HTTP ${facts.status} from something that isn't Discord`);
    this.facts = facts;
  }
}

interface AnswerListeners {
  /** At most once in ten minutes for each status. */
  readonly onForeign: (facts: ForeignAnswerFacts) => void;
  /** Discord itself does not take the bot's token any more. */
  readonly onTokenRefused: () => void;
  /** A request was one too many, and is sent again after that time. */
  readonly onLimited: (facts: { readonly method: string; readonly waitMs: number }) => void;
}

const silentAboutForeignMs = 10 * 60_000;

/**
 * Lets only Discord's own answers through, because discord.js takes every 4xx for Discord's word, and a 401 of a proxy
 * costs it its token. Everything else is thrown as a `ForeignAnswer`; Discord's own trouble (5xx) passes.
 */
export function discordsOwnAnswers(
  makeRequest: MakeRequest,
  listeners: AnswerListeners,
  now: () => number = () => performance.now(),
): MakeRequest {
  const toldAt = new Map<number, number>();
  return async (url, init) => {
    const received = await makeRequest(url, init);
    const { answer, own, code } = await judged(received);
    const { status } = answer;
    if (!own) {
      const facts = factsOf(received);
      if (now() - (toldAt.get(status) ?? Number.NEGATIVE_INFINITY) >= silentAboutForeignMs) {
        toldAt.set(status, now());
        listeners.onForeign(facts);
      }
      throw new ForeignAnswer(facts);
    }
    const ofBot = new Headers(init.headers as Record<string, string>).has('authorization');
    if (status === 401 && ofBot && code !== invalidWebhookToken) listeners.onTokenRefused();
    if (status === 429) {
      listeners.onLimited({ method: init.method ?? 'GET', waitMs: waitOf(answer) * 1_000 });
    }
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
  // Of an upload that is too large, often the machine in front of Discord says so.
  if (status >= 500 || status === 204 || status === 413) return { answer, own: true };
  if (status === 429 && waitOf(answer) > 0 && waitOf(answer) <= longestWaitS) return { answer, own: true };
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (status < 400) return { answer, own: status < 300 && isJson };
  const text = await answer.text();
  const error = isJson ? errorIn(text) : undefined;
  const { statusText } = answer;
  const headers = new Headers([...answer.headers]);
  // Lost on the way: discord.js looks for it there only.
  if (error?.waitS !== undefined && waitOf(answer) === 0) headers.set('retry-after', String(error.waitS));
  return {
    answer: new Response(text, { status, statusText, headers }),
    own: error !== undefined,
    code: error?.code,
  };
}

/** What the machine in front of Discord asks for when it shuts a sender out. Others write a date, or ask for days. */
const longestWaitS = 3_600;

/** In seconds; 0 where nobody can tell. discord.js takes what is no number for no time, and would repeat without end. */
function waitOf({ headers }: ResponseLike): number {
  return Number(headers.get('retry-after')) || 0;
}

/** Discord's errors have a message with a numeric code, or with the time to wait. */
function errorIn(text: string): { readonly code: unknown; readonly waitS?: number } | undefined {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
    const code = 'code' in body ? body.code : undefined;
    if ('retry_after' in body && typeof body.retry_after === 'number') {
      return { code, waitS: body.retry_after };
    }
    return typeof code === 'number' ? { code } : undefined;
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
