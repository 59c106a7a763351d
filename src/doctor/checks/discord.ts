import { type APIApplication, DiscordAPIError, HTTPError } from 'discord.js';
import { LoginError } from '../../discord/login.ts';
import { ForeignAnswer } from '../../discord/requests.ts';
import type { Check } from '../doctor.ts';

export function checkToken({
  ask,
  isConnected,
}: {
  /** What the start asks Discord before a log-in. @throws {LoginError} */
  readonly ask: (signal: AbortSignal) => Promise<unknown>;
  /** Whether the gateway is connected; absent if there's no bot running. */
  readonly isConnected?: (() => boolean) | undefined;
}): Check {
  return async (signal) => {
    try {
      await ask(signal);
    } catch (error) {
      if (!(error instanceof LoginError)) throw error;
      const { cause } = error;
      if (!error.temporary) return 'token-refused';
      if (cause instanceof ForeignAnswer) return 'discord-foreign';
      if (cause instanceof DiscordAPIError || cause instanceof HTTPError)
        return ['discord-failing', `HTTP ${cause.status}`];
      return cause === undefined ? 'discord-too-often' : 'discord-unreachable';
    }
    return isConnected?.() === false ? 'gateway-down' : 'token-good';
  };
}

/** `GATEWAY_MESSAGE_CONTENT` and `…_LIMITED` of an application. */
const messageContentFlags = (1 << 18) | (1 << 19);

export function checkIntents({
  wanted,
  application,
}: {
  /** Whether the bot asks for the text of messages. */
  readonly wanted: boolean;
  readonly application: (signal: AbortSignal) => Promise<Pick<APIApplication, 'flags'>>;
}): Check {
  return async (signal) => {
    if (!wanted) return 'intents-good';
    const { flags } = await application(signal);
    return (Number(flags) & messageContentFlags) === 0 ? 'intents-missing' : 'intents-good';
  };
}

export function checkPermissions({
  missingHere,
  missingInServer,
  canSpeak,
}: {
  /** What the channel lacks, in the reader's words. */
  readonly missingHere: readonly string[];
  /** What the bot's roles lack in the server. */
  readonly missingInServer: readonly string[];
  /** Whether it can say anything in this channel. */
  readonly canSpeak: boolean;
}): Check {
  return () => {
    if (!canSpeak) return ['permissions-silent', missingHere.join(', ')];
    if (missingHere.length > 0) return ['permissions-here', missingHere.join(', ')];
    if (missingInServer.length > 0) return ['permissions-server', missingInServer.join(', ')];
    return 'permissions-good';
  };
}
