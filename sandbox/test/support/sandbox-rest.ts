import type { DiscordSandbox } from '../../discord/server.ts';
import type { RestAnswer } from './sandbox-person.ts';

export interface RestFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Raw requests with the bot's token, past discord.js: for bodies that it would not send. */
export function botRest(sandbox: Pick<DiscordSandbox, 'apiUrl' | 'botToken'>) {
  return async (
    method: string,
    path: string,
    json?: unknown,
    files: readonly RestFile[] = [],
  ): Promise<RestAnswer<Record<string, unknown>> & { readonly headers: Headers }> => {
    const headers: Record<string, string> = { authorization: `Bot ${sandbox.botToken}` };
    let body: string | FormData | undefined;
    if (files.length > 0) {
      body = new FormData();
      body.set('payload_json', JSON.stringify(json ?? {}));
      for (const [index, file] of files.entries())
        body.set(`files[${index}]`, new Blob([new Uint8Array(file.bytes)]), file.name);
    } else if (json !== undefined) {
      body = JSON.stringify(json);
      headers['content-type'] = 'application/json';
    }
    const response = await fetch(`${sandbox.apiUrl}/v10${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? {} : JSON.parse(text), headers: response.headers };
  };
}
