import { RESTJSONErrorCodes, type RESTOptions, type ResponseLike } from 'discord.js';
import { RecentIds } from './recent-ids.ts';

type MakeRequest = RESTOptions['makeRequest'];

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
