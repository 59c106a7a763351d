import { Observable } from '../client/observable.ts';
import type { Guild } from '../wire/places.ts';
import type { VoiceChannelStatus, VoiceState } from '../wire/voice.ts';

/** Who sits in which voice channel, and what the channels' status lines say. */
export class VoiceStates extends Observable {
  readonly #states = new Map<string, VoiceState>();
  readonly #statuses = new Map<string, string>();

  find(guildId: string | undefined, userId: string): VoiceState | undefined {
    return this.#states.get(`${guildId}/${userId}`);
  }

  /** In the order in which they came. */
  inChannel(channelId: string): readonly VoiceState[] {
    return [...this.#states.values()].filter((state) => state.channel_id === channelId);
  }

  statusOf(channelId: string): string | undefined {
    return this.#statuses.get(channelId);
  }

  apply(event: string, data: unknown): void {
    switch (event) {
      case 'READY':
        this.#states.clear();
        this.#statuses.clear();
        for (const guild of (data as { guilds?: readonly Guild[] }).guilds ?? []) this.#putGuild(guild);
        break;
      case 'GUILD_CREATE':
        this.#putGuild(data as Guild);
        break;
      case 'GUILD_DELETE':
        this.#dropGuild((data as { id: string }).id);
        break;
      case 'VOICE_STATE_UPDATE':
        this.#put(data as VoiceState);
        break;
      case 'VOICE_CHANNEL_STATUS_UPDATE': {
        const { id, status } = data as VoiceChannelStatus;
        this.#putStatus(id, status);
        break;
      }
      default:
        return;
    }
    this.changed();
  }

  #putGuild(guild: Guild): void {
    for (const state of guild.voice_states ?? []) this.#put({ ...state, guild_id: guild.id });
    for (const channel of guild.channels ?? []) this.#putStatus(channel.id, channel.status);
  }

  /** Who moves comes last in the new channel; who only mutes keeps the place. */
  #put(state: VoiceState): void {
    const key = `${state.guild_id}/${state.user_id}`;
    if (this.#states.get(key)?.channel_id !== state.channel_id) this.#states.delete(key);
    if (state.channel_id !== null) this.#states.set(key, state);
  }

  #putStatus(channelId: string, status: string | null | undefined): void {
    if (status) this.#statuses.set(channelId, status);
    else this.#statuses.delete(channelId);
  }

  #dropGuild(guildId: string): void {
    for (const [key, state] of this.#states) if (state.guild_id === guildId) this.#states.delete(key);
  }
}
