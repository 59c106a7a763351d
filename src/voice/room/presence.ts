import type { DiscordGatewayAdapterCreator } from '@discordjs/voice';
import type { PersonInVoice } from './types.ts';

/** The bot's own place, as the main gateway says. */
export interface OwnPlace {
  readonly channelId: string | undefined;
  /** By the server. */
  readonly muted: boolean;
  /** By the server. */
  readonly deafened: boolean;
  readonly suppressed: boolean;
  readonly handRaised: boolean;
}

/** Permissions that a room can need, by their discord.js names. */
export type VoicePermission =
  | 'ViewChannel'
  | 'Connect'
  | 'Speak'
  | 'MuteMembers'
  | 'MoveMembers'
  | 'RequestToSpeak'
  | 'SetVoiceChannelStatus'
  | 'ManageChannels';

export interface VoicePlace {
  readonly kind: 'voice' | 'stage';
  /** 0: none. */
  readonly userLimit: number;
  /** Everybody who is in it, bots too. */
  readonly occupants: readonly string[];
  /** The occupants who are no bots. */
  readonly people: readonly string[];
  /** May the bot, there? */
  may(permission: VoicePermission): boolean;
}

/**
 * `changed`: look again. `renewed`: the main gateway started a new session and may not know where the bot was. `status`: a
 * voice channel shows another status line, no matter who set it; null: none.
 */
export type PresenceEvent =
  | { readonly type: 'changed' }
  | { readonly type: 'renewed' }
  | { readonly type: 'status'; readonly channelId: string; readonly text: string | null }
  | { readonly type: 'left'; readonly userId: string; readonly channelId: string };

/** Who is where, and what the bot may do there: Discord as the rooms see it. */
export interface Presence {
  readonly botId: string;
  hasGuild(guildId: string): boolean;
  locale(guildId: string): string | undefined;
  /** Undefined: there is no such voice channel. */
  place(guildId: string, channelId: string): VoicePlace | undefined;
  own(guildId: string): OwnPlace;
  whereIs(guildId: string, userId: string): PersonInVoice | undefined;
  /** The guild's way to the main gateway; undefined when the guild is gone. */
  line(guildId: string): GatewayLine | undefined;
  /** Returns how to stop listening. */
  onEvent(listener: (guildId: string, event: PresenceEvent) => void): () => void;
  /** @throws what Discord's REST refuses */
  takeStage(guildId: string, channelId: string, how: 'speak' | 'raise-hand'): Promise<void>;
  /** @throws what Discord's REST refuses */
  setStatus(channelId: string, text: string | null): Promise<void>;
  /** What the channel shows; null: nothing. Undefined: Discord didn't say before the signal aborted. Never rejects. */
  statusOf(guildId: string, channelId: string, signal: AbortSignal): Promise<string | null | undefined>;
}

export interface GatewayLine {
  readonly shardId: number;
  readonly adapterCreator: DiscordGatewayAdapterCreator;
  /** False: the shard is not connected. */
  send(payload: unknown): boolean;
}
