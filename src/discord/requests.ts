import { STATUS_CODES } from 'node:http';
import { RESTJSONErrorCodes, type RESTOptions, type ResponseLike } from 'discord.js';
import { type Agent, request } from 'undici';
import { RecentIds } from '../operations/bounded-map.ts';
import { outgoingAgent } from '../operations/way-out.ts';

type MakeRequest = RESTOptions['makeRequest'];
type Init = Parameters<MakeRequest>[1];

/**
 * How discord.js' REST client reaches Discord: with its own agent, and with bodies that are bytes before they're sent.
 * By default it hands forms to the process's global agent. Node's own (undici 7.29) turns a form into a stream and
 * keeps filling it after an early answer or a reset has cancelled it, and nobody can catch what that throws. Each file
 * gets its own connection, so nothing waits behind one that was answered halfway.
 */
export function requestsToDiscord(agent: Agent = outgoingAgent()): MakeRequest {
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
/** An interaction can be answered for three seconds, and far fewer than this are open at once. */
const rememberedInteractions = 1_000;

/**
 * Makes it safe to repeat the first answer to an interaction. If the connection broke or Discord failed before
 * confirming the answer, discord.js sends it again, and so do we. "Already acknowledged" (40060) then means that the
 * earlier attempt arrived, and counts as success. Without an earlier attempt it means that another process answers, and
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

/**
 * The id of the interaction that a request answers first; undefined if the caller wants a message back, which we
 * wouldn't have.
 */
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
  /** The sender's name in the answer. */
  readonly server?: string;
  /** Where it redirects, without anything that might be secret. */
  readonly location?: string;
}

/** Something between the bot and Discord answered: a proxy, a portal, a firewall. The message has nothing of ours. */
export class ForeignAnswer extends Error {
  override readonly name = 'ForeignAnswer';
  readonly facts: ForeignAnswerFacts;

  constructor(facts: ForeignAnswerFacts) {
    super(`HTTP ${facts.status} from something that isn't Discord`);
    this.facts = facts;
  }
}

interface AnswerListeners {
  /** Called at most once in ten minutes for each status. */
  readonly onForeign: (facts: ForeignAnswerFacts) => void;
  /** Discord itself no longer takes the bot's token. */
  readonly onTokenRefused: () => void;
  /** A request hit the rate limit and is sent again after that time. */
  readonly onLimited: (facts: { readonly method: string; readonly waitMs: number }) => void;
}

const silentAboutForeignMs = 10 * 60_000;

/**
 * Only lets Discord's own answers through, because discord.js takes every 4xx for Discord's word, and a proxy's 401
 * makes it drop its token. Everything else is thrown as a `ForeignAnswer`; Discord's own failures (5xx) pass.
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
  /** Discord's error code, if there is one. */
  readonly code?: unknown;
}

async function judged(answer: ResponseLike): Promise<Judged> {
  const { status } = answer;
  // If an upload is too large, the answer often comes from the machine in front of Discord.
  if (status >= 500 || status === 204 || status === 413) return { answer, own: true };
  if (status === 429 && waitOf(answer) > 0 && waitOf(answer) <= longestWaitS) return { answer, own: true };
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (status < 400) return { answer, own: status < 300 && isJson };
  const text = await answer.text();
  const error = isJson ? errorIn(text) : undefined;
  const { statusText } = answer;
  const headers = new Headers([...answer.headers]);
  // The header got lost on the way, and discord.js only looks for the time there.
  if (error?.waitS !== undefined && waitOf(answer) === 0) headers.set('retry-after', String(error.waitS));
  return {
    answer: new Response(text, { status, statusText, headers }),
    own: error !== undefined,
    code: error?.code,
  };
}

/** What the machine in front of Discord asks for when it blocks a sender. Others send a date, or ask for days. */
const longestWaitS = 3_600;

/**
 * In seconds; 0 if it isn't known. discord.js takes anything that isn't a number for zero, and would repeat forever.
 */
function waitOf({ headers }: ResponseLike): number {
  return Number(headers.get('retry-after')) || 0;
}

/** Discord's errors have a message with a numeric code, or with a time to wait. */
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
