import { GatewayOpcodes, type GatewayVoiceStateUpdate } from 'discord.js';
import type { Clock } from '../../operations/clock.ts';
import { type BucketOptions, TokenBucket } from '../../operations/token-bucket.ts';
import { Turns } from '../../operations/turns.ts';

/** What a voice state update asks the main gateway for (op 4). */
export interface VoiceStateRequest {
  readonly guildId: string;
  /** Null leaves. */
  readonly channelId: string | null;
  readonly deaf: boolean;
}

/** Sends one op 4. False: the shard is not connected at the moment. */
export type SendOp4 = (request: VoiceStateRequest) => boolean;

/** The op 4 that asks the main gateway for a place in a voice channel, or gives it up. */
export function voiceStatePayload({ guildId, channelId, deaf }: VoiceStateRequest): GatewayVoiceStateUpdate {
  return {
    op: GatewayOpcodes.VoiceStateUpdate,
    d: { guild_id: guildId, channel_id: channelId, self_deaf: deaf, self_mute: false },
  };
}

/** A guild's room may hurry a little and not for long. */
const perGuild: BucketOptions = { burst: 3, perSecond: 1 };
/** At most 90 in any minute, of the 120 messages that a gateway connection may send altogether (spec 5, 1.3, 3). */
const perShard: BucketOptions = { burst: 30, perSecond: 1 };

const retryMs = 500;

/**
 * The only way to the main gateway's op 4, for all rooms: what a guild asks for goes out in its order, and what all ask
 * for stays well below what would cost the whole shard its connection.
 */
export class Op4Gate {
  readonly #clock: Clock;
  readonly #guilds = new Map<string, TokenBucket>();
  readonly #shards = new Map<number, TokenBucket>();
  readonly #turns = new Turns();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Sends when both the guild and its shard have a token left; waits for a shard that is not connected.
   * @returns false when the shard did not come back within `patienceMs`
   * @throws the signal's reason
   */
  async send(
    request: VoiceStateRequest,
    way: { readonly shardId: number; readonly send: SendOp4 },
    signal: AbortSignal,
    patienceMs = 60_000,
  ): Promise<boolean> {
    return await this.#turns.take(request.guildId, async () => {
      await this.#bucketOf(this.#guilds, request.guildId, perGuild).take(signal);
      await this.#bucketOf(this.#shards, way.shardId, perShard).take(signal);
      const until = this.#clock.now() + patienceMs;
      while (!way.send(request)) {
        if (this.#clock.now() >= until) return false;
        await this.#clock.sleep(retryMs, signal);
      }
      return true;
    });
  }

  #bucketOf<Key>(buckets: Map<Key, TokenBucket>, key: Key, options: BucketOptions): TokenBucket {
    const known = buckets.get(key);
    if (known) return known;
    const bucket = new TokenBucket(options, this.#clock);
    buckets.set(key, bucket);
    return bucket;
  }
}
