import { DiscordAPIError, HTTPError, RateLimitError } from 'discord.js';
import { MessageError, type MessageRefusal } from './messenger.ts';

/** What Discord's error codes mean for a message (spec 6, section 2). */
const reasons: ReadonlyMap<number | string, MessageRefusal> = new Map<number, MessageRefusal>([
  [10003, 'closed'],
  [10004, 'closed'],
  [10008, 'closed'],
  [10013, 'closed'],
  [50001, 'closed'],
  [50007, 'closed'],
  [50008, 'closed'],
  [50013, 'closed'],
  [50278, 'closed'],
  [160005, 'closed'],
  [50083, 'closed'],
  [40005, 'too-large'],
  [10015, 'token-dead'],
  [10062, 'token-dead'],
  [50027, 'token-dead'],
]);

/** Turns errors of Discord's REST client into a `MessageError`. */
export async function attempt<Result>(call: () => Promise<Result>): Promise<Result> {
  return await call().catch((error: unknown) => {
    throw messageError(error);
  });
}

function messageError(error: unknown): MessageError {
  if (error instanceof MessageError) return error;
  if (error instanceof DiscordAPIError) {
    const known = reasons.get(error.code);
    if (known) return new MessageError(known, error, error.code);
    if (error.status === 413) return new MessageError('too-large', error, error.code);
    // Code 0 isn't one of Discord's: the token was reset, or a proxy is in between.
    const lasting = Number(error.code) > 0 && error.status < 500 && error.status !== 429;
    return new MessageError(lasting ? 'invalid' : 'temporary', error, error.code);
  }
  if (error instanceof HTTPError && error.status === 413) return new MessageError('too-large', error, 413);
  if (error instanceof RateLimitError || error instanceof HTTPError)
    return new MessageError('temporary', error);
  return new MessageError('temporary', error);
}
