import type { DiscordSandbox } from '../../discord/server.ts';

export interface PersonFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly type?: string;
}

export interface RestAnswer<Body = unknown> {
  readonly status: number;
  /** Undefined when there is none. */
  readonly body: Body;
}

/** A request as a client makes it: in JSON, or as a form where files go along. Any answer is one. */
export async function request(
  apiUrl: string,
  headers: Readonly<Record<string, string>>,
  method: string,
  path: string,
  json?: unknown,
  files: readonly PersonFile[] = [],
): Promise<RestAnswer & { readonly headers: Headers }> {
  let body: string | FormData | undefined;
  if (files.length > 0) {
    body = new FormData();
    body.set('payload_json', JSON.stringify(json ?? {}));
    for (const [index, { name, bytes, type = '' }] of files.entries())
      body.set(`files[${index}]`, new Blob([new Uint8Array(bytes)], { type }), name);
  } else if (json !== undefined) body = JSON.stringify(json);
  const response = await fetch(`${apiUrl}/v10${path}`, {
    method,
    headers: typeof body === 'string' ? { ...headers, 'content-type': 'application/json' } : headers,
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? undefined : JSON.parse(text),
    headers: response.headers,
  };
}

/** Raw requests with the bot's token, past discord.js: for bodies that it would not send. */
export function botRest(sandbox: Pick<DiscordSandbox, 'apiUrl' | 'botToken'>) {
  return async (method: string, path: string, json?: unknown, files: readonly PersonFile[] = []) => {
    const headers = { authorization: `Bot ${sandbox.botToken}` };
    const { body, ...rest } = await request(sandbox.apiUrl, headers, method, path, json, files);
    return { ...rest, body: (body ?? {}) as Record<string, unknown> };
  };
}
