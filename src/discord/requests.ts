import { STATUS_CODES } from 'node:http';
import type { RESTOptions } from 'discord.js';
import { Agent, request } from 'undici';

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
