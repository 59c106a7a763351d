import type { GatewayVoiceStateUpdate } from 'discord-api-types/v10';
import type {
  GatewayLink,
  OwnPlace,
  Presence,
  PresenceEvent,
  VoicePermission,
  VoicePlace,
} from '../../src/voice/room/presence.ts';
import type { PersonInVoice } from '../../src/voice/room/types.ts';

export interface FakePlace {
  kind: VoicePlace['kind'];
  userLimit: number;
  occupants: string[];
  bots: string[];
  denied: VoicePermission[];
}

/** Discord as the rooms see it, set by hand; what the bot asks of it is kept. */
export class FakePresence implements Presence {
  readonly botId = 'bot';
  readonly places = new Map<string, FakePlace>();
  readonly asked: string[] = [];
  /** Thrown by what is asked of REST. */
  failure: Error | undefined;
  guild = true;
  ownPlace: OwnPlace = {
    channelId: undefined,
    muted: false,
    deafened: false,
    suppressed: false,
    handRaised: false,
  };

  addPlace(channelId: string, change: Partial<FakePlace> = {}): FakePlace {
    const place: FakePlace = {
      kind: 'voice',
      userLimit: 0,
      occupants: [],
      bots: [],
      denied: [],
      ...change,
    };
    this.places.set(channelId, place);
    return place;
  }

  setOwn(change: Partial<OwnPlace>): void {
    this.ownPlace = { ...this.ownPlace, ...change };
  }

  hasGuild(): boolean {
    return this.guild;
  }

  locale(): string {
    return 'en-US';
  }

  place(_guildId: string, channelId: string): VoicePlace | undefined {
    const place = this.places.get(channelId);
    if (!place) return undefined;
    const { kind, userLimit, occupants, bots, denied } = place;
    return {
      kind,
      userLimit,
      occupants,
      people: occupants.filter((userId) => !bots.includes(userId)),
      may: (permission) => !denied.includes(permission),
    };
  }

  own(): OwnPlace {
    return this.ownPlace;
  }

  whereIs(): PersonInVoice | undefined {
    return undefined;
  }

  /** Every op 4 that a room sent, by its channel. */
  readonly wishes: (string | null)[] = [];
  /** What each of them said of the bot's own ears. */
  readonly deafWishes: boolean[] = [];
  /** Does the shard take them? */
  connected = true;

  line(): GatewayLink {
    return {
      shardId: 0,
      adapterCreator: () => ({ sendPayload: () => true, destroy: () => undefined }),
      send: (payload) => {
        if (!this.connected) return false;
        const { channel_id: channelId, self_deaf: deaf } = (payload as GatewayVoiceStateUpdate).d;
        this.deafWishes.push(deaf);
        return this.wishes.push(channelId) > 0;
      },
    };
  }

  onEvent(_listener: (guildId: string, event: PresenceEvent) => void): () => void {
    return () => undefined;
  }

  async takeStage(_guildId: string, channelId: string, how: 'speak' | 'raise-hand'): Promise<void> {
    this.asked.push(`${how} in ${channelId}`);
    if (this.failure) throw this.failure;
  }

  /** What channels show; `undefined` under a channel: Discord doesn't say. */
  readonly statuses = new Map<string, string | null | undefined>();

  async setStatus(channelId: string, text: string | null): Promise<void> {
    this.asked.push(`${channelId}: ${text}`);
    if (this.failure) throw this.failure;
    this.statuses.set(channelId, text);
  }

  /** Does Discord answer at all? */
  answersStatus = true;

  async statusOf(
    _guildId: string,
    channelId: string,
    signal: AbortSignal,
  ): Promise<string | null | undefined> {
    if (!this.answersStatus)
      return await new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(undefined));
      });
    return this.statuses.has(channelId) ? this.statuses.get(channelId) : null;
  }
}
