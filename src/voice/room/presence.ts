import type { DiscordGatewayAdapterCreator } from '@discordjs/voice';
import type { PersonInVoice } from './types.ts';

/** The bot's own place, according to the main gateway. */
export interface OwnPlace {
  readonly channelId: string | undefined;
  /** By the server. */
  readonly muted: boolean;
  /** By the server. */
  readonly deafened: boolean;
  readonly suppressed: boolean;
  readonly handRaised: boolean;
}

/** Permissions that a room may need, by their discord.js names. */
export type VoicePermission =
  | 'ViewChannel'
  | 'Connect'
  | 'Speak'
  | 'MuteMembers'
  | 'MoveMembers'
  | 'RequestToSpeak'
  | 'SetVoiceChannelStatus'
  | 'ManageChannels';

/** Without these, the bot can't be there at all. */
export const neededToBeThere: readonly VoicePermission[] = ['ViewChannel', 'Connect'];

export interface VoicePlace {
  readonly kind: 'voice' | 'stage';
  /** 0: none. */
  readonly userLimit: number;
  /** Everybody in it, including bots. */
  readonly occupants: readonly string[];
  /** The occupants who aren't bots. */
  readonly people: readonly string[];
  /** Whether the bot has this permission there. */
  may(permission: VoicePermission): boolean;
}

/** `changed`: it was just set or cleared. `told`: Discord was asked. */
export type StatusNews = 'changed' | 'told';

/**
 * `changed`: check again. `renewed`: the main gateway started a new session and may not know where the bot was.
 * `status`: a voice channel's status line, no matter who set it; null: none.
 */
export type PresenceEvent =
  | { readonly type: 'changed' }
  | { readonly type: 'renewed' }
  | {
      readonly type: 'status';
      readonly news: StatusNews;
      readonly channelId: string;
      readonly text: string | null;
    }
  | { readonly type: 'left'; readonly userId: string; readonly channelId: string };

/** Who is where, and what the bot may do there: Discord as the rooms see it. */
export interface Presence {
  readonly botId: string;
  hasGuild(guildId: string): boolean;
  locale(guildId: string): string | undefined;
  /** Undefined: that voice channel doesn't exist. */
  place(guildId: string, channelId: string): VoicePlace | undefined;
  own(guildId: string): OwnPlace;
  whereIs(guildId: string, userId: string): PersonInVoice | undefined;
  /** The guild's connection to the main gateway; undefined if the guild is gone. */
  line(guildId: string): GatewayLink | undefined;
  /** Returns a function that stops listening. */
  onEvent(listener: (guildId: string, event: PresenceEvent) => void): () => void;
  /** @throws if Discord's REST API refuses */
  takeStage(guildId: string, channelId: string, how: 'speak' | 'raise-hand'): Promise<void>;
  /** @throws if Discord's REST API refuses */
  setStatus(channelId: string, text: string | null): Promise<void>;
  /** The channel's status; null: empty. Undefined: Discord didn't say before the signal aborted. Never rejects. */
  statusOf(guildId: string, channelId: string, signal: AbortSignal): Promise<string | null | undefined>;
}

export interface GatewayLink {
  readonly shardId: number;
  readonly adapterCreator: DiscordGatewayAdapterCreator;
  /** False: the shard isn't connected. */
  send(payload: unknown): boolean;
}
