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
