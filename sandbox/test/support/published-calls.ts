import type { DiscordSandbox } from '../../discord/server.ts';
import { PublishedAnswers } from './published-answers.ts';

interface Options {
  readonly body?: unknown;
  readonly files?: Readonly<Record<string, string>>;
  /** Addresses that carry a token need no other. */
  readonly anonymous?: boolean;
}

/** Makes calls to the stand-in and holds each answer against Discord's published specification. */
export class PublishedCalls {
  readonly #sandbox: DiscordSandbox;
  readonly #published = new PublishedAnswers();
  readonly #called = new Set<string>();
  /** `METHOD path status: what doesn't fit`. */
  readonly problems: string[] = [];

  constructor(sandbox: DiscordSandbox) {
    this.#sandbox = sandbox;
  }

  /** Routes of the stand-in that the specification has and that gave no answer yet which is no error. */
  get uncalled(): readonly string[] {
    return this.#sandbox.routes.filter((route) => !this.#called.has(route) && this.#isPublished(route));
  }

  get unpublished(): readonly string[] {
    return this.#sandbox.routes.filter((route) => !this.#isPublished(route));
  }

  async call<Answer = Readonly<Record<string, string>>>(
    token: string,
    method: string,
    path: string,
    { body, files, anonymous = false }: Options = {},
  ): Promise<Answer> {
    const form = files ? formOf(body, files) : undefined;
    const response = await fetch(`${this.#sandbox.apiUrl}/v10${path}`, {
      method,
      headers: {
        ...(anonymous ? {} : { authorization: token }),
        ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: form ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? undefined : JSON.parse(text);
    this.#judge(method, path, response.status, answer);
    return answer;
  }

  #judge(method: string, path: string, status: number, answer: unknown): void {
    const route = this.#published.route(method, path);
    const problems = route ? route.problemsWith(status, answer) : ['no such route at Discord'];
    this.problems.push(...problems.map((problem) => `${method} ${path} ${status}: ${problem}`));
    if (status >= 400) return;
    const [best] = this.#sandbox.routes
      .filter((pattern) => fits(pattern, `${method} ${path.split('?', 1)[0]}`))
      .toSorted((one, other) => one.split(':').length - other.split(':').length);
    if (best !== undefined) this.#called.add(best);
  }

  #isPublished(route: string): boolean {
    const [method = '', path = ''] = route.split(' ', 2);
    return this.#published.route(method, path) !== undefined;
  }
}

function fits(pattern: string, request: string): boolean {
  const [wanted, given] = [pattern.split('/'), request.split('/')];
  return (
    wanted.length === given.length && wanted.every((part, at) => part.startsWith(':') || part === given[at])
  );
}

function formOf(body: unknown, files: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  form.set('payload_json', JSON.stringify(body ?? {}));
  for (const [index, [name, text]] of Object.entries(files).entries())
    form.set(`files[${index}]`, new Blob([text]), name);
  return form;
}
