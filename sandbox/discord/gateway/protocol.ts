import { GatewayIntentBits as Intents } from 'discord-api-types/v10';
import type { JsonObject } from '../json.ts';

/** Close codes of the gateway, as documented. */
export const closeCodes = {
  unknownError: 4000,
  unknownOpcode: 4001,
  decodeError: 4002,
  notAuthenticated: 4003,
  authenticationFailed: 4004,
  alreadyAuthenticated: 4005,
  invalidSeq: 4007,
  rateLimited: 4008,
  sessionTimedOut: 4009,
  invalidShard: 4010,
  shardingRequired: 4011,
  invalidVersion: 4012,
  invalidIntents: 4013,
  disallowedIntents: 4014,
} as const;

export interface Frame {
  readonly op: number;
  readonly d: unknown;
  readonly s: number | null;
  readonly t: string | null;
}

/** Something that happened, and who hears about it. */
export interface GatewayEvent {
  readonly name: string;
  /** One of these intents is needed; none for events that everybody gets. */
  readonly intents: number;
  readonly seenBy: (userId: string) => boolean;
  readonly data: (viewer: Viewer) => JsonObject;
}

export interface Viewer {
  readonly userId: string;
  readonly isBot: boolean;
  readonly intents: number;
}

export const allIntents = Object.values(Intents)
  .filter((value) => typeof value === 'number')
  .reduce((sum, bit) => sum | bit, 0);

export const privilegedIntents = {
  GuildMembers: Intents.GuildMembers,
  GuildPresences: Intents.GuildPresences,
  MessageContent: Intents.MessageContent,
} as const;

export type PrivilegedIntent = keyof typeof privilegedIntents;
