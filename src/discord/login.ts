import {
  type Client,
  DiscordAPIError,
  DiscordjsError,
  DiscordjsErrorCodes,
  Events,
  HTTPError,
} from 'discord.js';
import { ForeignAnswer } from './requests.ts';

/** The bot isn't logged in, or not any more. The message tells the bot's owner what to do. */
export class LoginError extends Error {
  override readonly name = 'LoginError';
  /** Discord couldn't be reached or failed, so the same log-in may work a moment later. */
  readonly temporary: boolean;

  constructor(
    message: string,
    { temporary = false, ...options }: ErrorOptions & { temporary?: boolean } = {},
  ) {
    super(message, options);
    this.temporary = temporary;
  }
}

/**
 * Logs in and waits until the guilds are known.
 * @throws {LoginError} or the signal's reason
 */
export async function logIn(
  client: Client,
  options: {
    readonly token: string;
    /** Only for the message: where we looked for Discord. */
    readonly apiUrl: string;
    /** The gateway's address, if Discord has sent it: then that's what can't be reached. */
    readonly gateway?: string;
    /** Aborts the attempt. Without it, discord.js keeps trying while the gateway is unreachable. */
    readonly signal?: AbortSignal;
  },
): Promise<Client<true>> {
  const { signal } = options;
  signal?.throwIfAborted();
  const ready = Promise.withResolvers<Client<true>>();
  const aborted = () => ready.reject(signal?.reason);
  client.once(Events.ClientReady, ready.resolve);
  signal?.addEventListener('abort', aborted, { once: true });
  client
    .login(options.token)
    .catch((error: unknown) => ready.reject(explain(error, options.gateway ?? options.apiUrl)));
  try {
    return await ready.promise;
  } finally {
    client.off(Events.ClientReady, ready.resolve);
    signal?.removeEventListener('abort', aborted);
  }
}

/** What a gateway close code that rules out reconnecting means for the bot's owner. */
export function explainClose(code: number): LoginError {
  if (code === 4004) return badToken();
  if (code === 4014) return refusedIntent();
  return new LoginError(`Discord closed the connection for good (code ${code}).`);
}

/** An error from connecting to Discord, in words. */
export function explain(error: unknown, address: string): LoginError {
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) {
    return badToken(error);
  }
  if (error instanceof DiscordAPIError && error.status === 401) return badToken(error);
  if (error instanceof DiscordAPIError || error instanceof HTTPError) {
    return new LoginError(`Discord answered the log-in with an error (HTTP ${error.status}).`, {
      temporary: error.status >= 500 || error.status === 429,
      cause: error,
    });
  }
  if (error instanceof ForeignAnswer) {
    const { status, server } = error.facts;
    const from = server ? ` (HTTP ${status} from ${server})` : ` (HTTP ${status})`;
    return new LoginError(
      `Something that isn't Discord is answering at ${address}${from}. Is a proxy or firewall in between?`,
      { temporary: true, cause: error },
    );
  }
  if (error instanceof Error && error.message === 'Authentication failed') return badToken(error);
  if (error instanceof Error && error.message === 'Used disallowed intents') {
    return refusedIntent(error);
  }
  const code = connectionCode(error);
  return new LoginError(`Can't reach Discord at ${address}${code ? ` (${code})` : ''}.`, {
    temporary: true,
    cause: error,
  });
}

/** The token is wrong, or was reset. */
export function badToken(cause?: unknown): LoginError {
  return new LoginError(
    "Discord didn't accept DISCORD_TOKEN. Copy the token again: developer portal → your application → Bot → Reset Token.",
    { cause },
  );
}

/** The bot's only privileged intent isn't switched on. */
function refusedIntent(cause?: unknown): LoginError {
  return new LoginError(
    "Discord doesn't let the bot read messages yet. Turn on Message Content Intent (developer portal → your application → Bot → " +
      'Privileged Gateway Intents), or set DISCORD_MESSAGE_CONTENT=off.',
    { cause },
  );
}

function connectionCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return connectionCode(error.cause);
}
