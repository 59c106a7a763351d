import { z } from 'zod';

const errorBody = z.object({
  message: z.string(),
  code: z.number().optional(),
  retry_after: z.number().optional(),
  errors: z.unknown().optional(),
});

/** A refusal by the REST interface. `code` is Discord's JSON error code, 0 when it sent none. */
export class RestError extends Error {
  override readonly name = 'RestError';
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export interface RestOptions {
  /** `http://host:port/api/v10` */
  readonly apiUrl: string;
  readonly token: string;
  /** The person's language, read before each request. */
  readonly locale: () => string;
  readonly fetch?: typeof fetch;
  /** Waits before a request that was rate limited is sent again. */
  readonly wait?: (delayMs: number) => Promise<void>;
}

const rateLimitRetries = 3;

/** REST v10 with a person's token. Answers are trusted: the stand-in on the other side is part of the project. */
export class DiscordRest {
  readonly #options: RestOptions;

  constructor(options: RestOptions) {
    this.#options = options;
  }

  get<T>(path: string): Promise<T> {
    return this.#request<T>('GET', path);
  }

  post<T>(path: string, body: unknown, files: readonly File[] = []): Promise<T> {
    return this.#request<T>('POST', path, body, files);
  }

  patch<T>(path: string, body: unknown): Promise<T> {
    return this.#request<T>('PATCH', path, body);
  }

  delete(path: string): Promise<void> {
    return this.#request<void>('DELETE', path);
  }

  async #request<T>(method: string, path: string, body?: unknown, files: readonly File[] = []): Promise<T> {
    const send = this.#options.fetch ?? fetch;
    for (let attempt = 0; ; attempt += 1) {
      const response = await send(`${this.#options.apiUrl}${path}`, this.#init(method, body, files));
      if (response.status === 204) return undefined as T;
      const text = await response.text();
      if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
      const refusal = refusalOf(text);
      if (response.status !== 429 || attempt >= rateLimitRetries) {
        throw new RestError(
          response.status,
          refusal.code ?? 0,
          reasonOf(refusal) ?? `HTTP ${response.status}`,
        );
      }
      await (this.#options.wait ?? sleep)((refusal.retry_after ?? 1) * 1000);
    }
  }

  #init(method: string, body: unknown, files: readonly File[]): RequestInit {
    const headers: Record<string, string> = {
      authorization: this.#options.token,
      'x-discord-locale': this.#options.locale(),
    };
    if (files.length > 0) {
      const form = new FormData();
      form.set('payload_json', JSON.stringify(body ?? {}));
      files.forEach((file, index) => {
        form.set(`files[${index}]`, file, file.name);
      });
      return { method, headers, body: form };
    }
    if (body === undefined) return { method, headers };
    headers['content-type'] = 'application/json';
    return { method, headers, body: JSON.stringify(body) };
  }
}

function refusalOf(text: string): {
  message?: string;
  code?: number;
  retry_after?: number;
  errors?: unknown;
} {
  try {
    return errorBody.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The first sentence of the nested `errors` object says more than "Invalid Form Body". */
function reasonOf(refusal: { message?: string; errors?: unknown }): string | undefined {
  return firstMessage(refusal.errors) ?? refusal.message;
}

function firstMessage(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return undefined;
  for (const [key, value] of Object.entries(errors)) {
    if (key === '_errors' && Array.isArray(value)) {
      const [first] = value;
      if (typeof first?.message === 'string') return first.message;
    }
    const found = firstMessage(value);
    if (found) return found;
  }
  return undefined;
}

function sleep(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}
