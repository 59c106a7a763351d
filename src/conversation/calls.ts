import { OnePerGuild } from '../call/one-per-guild.ts';
import { LiveCall } from './call.ts';
import type { CallsParts } from './call-parts.ts';
import type { CallRequest, Calls } from './call-types.ts';

export function openCalls(parts: CallsParts): Calls {
  return new OnePerGuild('conversation', (request: CallRequest) => new LiveCall(request, parts));
}
