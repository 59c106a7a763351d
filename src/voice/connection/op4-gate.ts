import { GatewayOpcodes, type GatewayVoiceStateUpdate } from 'discord.js';
import type { Logger } from 'pino';
import type { Clock } from '../../operations/clock.ts';
import { type LeaveWay, Op4Lane, type Op4Way } from './op4-lane.ts';

/** What a voice state update asks the main gateway for (op 4). */
export interface VoiceStateRequest {
  readonly guildId: string;
  /** Null to leave. */
  readonly channelId: string | null;
  readonly deaf: boolean;
}

/** The op 4 that asks the main gateway for a place in a voice channel, or gives it up. */
export function voiceStatePayload({ guildId, channelId, deaf }: VoiceStateRequest): GatewayVoiceStateUpdate {
  return {
    op: GatewayOpcodes.VoiceStateUpdate,
    d: { guild_id: guildId, channel_id: channelId, self_deaf: deaf, self_mute: false },
  };
}

/**
 * The only way to send op 4 to the main gateway, for all rooms. Only a guild's last wish counts. Leaving goes first and
 * is always retried.
 */
export class Op4Gate {
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #lanes = new Map<number, Op4Lane>();

  constructor(clock: Clock, log: Logger) {
    this.#clock = clock;
    this.#log = log;
  }

  /**
   * Asks for a place, or shows another state in it. Waits for its turn, for an earlier leave in the same guild, and for
   * the shard to connect. A new wish replaces the guild's waiting one, and both get its outcome.
   * @returns false if the guild left instead or is gone, or if the shard didn't come back within a minute
   * @throws the signal's reason
   */
  async join(guildId: string, way: Op4Way, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    return await this.#laneOf(way.shardId).join(guildId, way, signal);
  }

  /** Drops the guild's waiting wish and leaves. Resolves once that's sent, however long it takes. Never rejects. */
  async leave(guildId: string, way: LeaveWay): Promise<void> {
    await this.#laneOf(way.shardId).leave(guildId, way);
  }

  /**
   * Stops sending. Resolves to how many guilds weren't left; Discord removes the bot there when its connection ends.
   */
  async close(): Promise<number> {
    const unsent = await Promise.all([...this.#lanes.values()].map((lane) => lane.close()));
    return unsent.reduce((sum, count) => sum + count, 0);
  }

  #laneOf(shardId: number): Op4Lane {
    const known = this.#lanes.get(shardId);
    if (known) return known;
    const lane = new Op4Lane(this.#clock, this.#log);
    this.#lanes.set(shardId, lane);
    return lane;
  }
}
