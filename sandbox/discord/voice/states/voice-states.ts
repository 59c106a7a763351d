import { ChannelType, GatewayIntentBits } from 'discord-api-types/v10';
import type { Hub } from '../../gateway/hub.ts';
import { canSee } from '../../permissions.ts';
import type { Channel } from '../../world/model.ts';
import type { World } from '../../world/world.ts';
import type { VoiceServer } from '../voice-server-types.ts';
import { beginsSuppressed, mayJoin } from './join-rules.ts';
import { type VoiceState, voiceStateWire } from './voice-state.ts';

/** What a client asks for with Update Voice State (op 4). */
export interface VoiceWish {
  readonly channelId: string | null;
  readonly selfMute: boolean;
  readonly selfDeaf: boolean;
  readonly selfVideo: boolean;
}

interface Client {
  readonly id: string;
  readonly userId: string;
}

/** Who sits in which voice channel: told to clients and to the voice server, which alone knows of sockets and media. */
export class VoiceStates {
  readonly #world: World;
  readonly #hub: Hub;
  readonly #server: VoiceServer;
  readonly #states = new Map<string, VoiceState>();

  constructor(parts: { readonly world: World; readonly hub: Hub; readonly server: VoiceServer }) {
    this.#world = parts.world;
    this.#hub = parts.hub;
    this.#server = parts.server;
    parts.server.onGone((seat) => {
      const state = this.find(seat.guildId, seat.userId);
      if (state?.channelId === seat.channelId && state.sessionId === seat.sessionId) this.#remove(state);
    });
  }

  find(guildId: string, userId: string): VoiceState | undefined {
    return this.#states.get(keyOf(guildId, userId));
  }

  inGuild(guildId: string): readonly VoiceState[] {
    return [...this.#states.values()].filter((state) => state.guildId === guildId);
  }

  inChannel(channelId: string): readonly VoiceState[] {
    return [...this.#states.values()].filter((state) => state.channelId === channelId);
  }

  /** As GUILD_CREATE carries them. */
  wires(guildId: string, viewerId: string): readonly unknown[] {
    return this.inGuild(guildId)
      .filter((state) => canSee(this.#world, viewerId, this.#world.channel(state.channelId)))
      .map((state) => this.wire(state));
  }

  wire(state: VoiceState) {
    return voiceStateWire(this.#world, state, this.#world.member(state.guildId, state.userId));
  }

  /** Op 4. What isn't allowed gets no answer at all, like at Discord. */
  update(client: Client, guildId: string, wish: VoiceWish): void {
    const state = this.find(guildId, client.userId);
    if (wish.channelId === null) {
      if (state) this.#remove(state);
      return;
    }
    const channel = this.#world.channels.get(wish.channelId);
    if (!channel || channel.guildId !== guildId) return;
    const { selfMute, selfDeaf, selfVideo } = wish;
    if (state?.channelId === channel.id && state.sessionId === client.id) {
      Object.assign(state, { selfMute, selfDeaf, selfVideo });
      this.#publish(state);
      if (this.#server.connected(channel.id).includes(client.userId)) this.#hear(state);
      else if (!this.#server.holds(guildId, client.userId)) this.#seat(state, channel);
      return;
    }
    if (!mayJoin(this.#world, client.userId, channel, this.inChannel(channel.id).length)) return;
    this.#enter(
      { guildId, userId: client.userId, sessionId: client.id, selfMute, selfDeaf, selfVideo },
      channel,
    );
  }

  /** By a moderator. False when that user is in no voice channel of the guild. */
  move(guildId: string, userId: string, channel: Channel): boolean {
    const state = this.find(guildId, userId);
    if (!state) return false;
    this.#enter(state, channel);
    return true;
  }

  disconnect(guildId: string, userId: string): boolean {
    const state = this.find(guildId, userId);
    if (state) this.#remove(state);
    return state !== undefined;
  }

  /** After `mute` or `deaf` of a member changed, or when a stage lets someone speak or not. */
  changed(guildId: string, userId: string): void {
    const state = this.find(guildId, userId);
    if (!state) return;
    this.#publish(state);
    this.#hear(state);
  }

  setSuppressed(state: VoiceState, suppress: boolean): void {
    state.suppress = suppress;
    const byInvitation = !suppress && !this.#world.user(state.userId).bot;
    state.requestToSpeakAt = byInvitation ? this.#world.isoNow() : null;
    this.changed(state.guildId, state.userId);
  }

  raiseHand(state: VoiceState, at: string | null): void {
    state.requestToSpeakAt = at;
    this.changed(state.guildId, state.userId);
  }

  /** A client's session is gone for good, or lost its socket before it had a voice connection. */
  sessionLost(sessionId: string): void {
    for (const state of this.#states.values()) {
      const connected = this.#server.connected(state.channelId).includes(state.userId);
      if (state.sessionId === sessionId && !connected) this.#remove(state);
    }
  }

  channelGone(channelId: string): void {
    for (const state of this.inChannel(channelId)) this.#remove(state);
  }

  setStatus(channel: Channel, status: string | null): void {
    channel.voiceStatus = status;
    this.#hub.publish({
      name: 'VOICE_CHANNEL_STATUS_UPDATE',
      intents: GatewayIntentBits.Guilds,
      seenBy: (userId) => canSee(this.#world, userId, channel),
      data: () => ({ id: channel.id, guild_id: channel.guildId, status }),
    });
  }

  #enter(from: Omit<VoiceState, 'channelId' | 'suppress' | 'requestToSpeakAt'>, channel: Channel): void {
    const left = this.find(from.guildId, from.userId)?.channelId;
    const state: VoiceState = {
      guildId: from.guildId,
      userId: from.userId,
      sessionId: from.sessionId,
      selfMute: from.selfMute,
      selfDeaf: from.selfDeaf,
      selfVideo: from.selfVideo,
      channelId: channel.id,
      suppress: beginsSuppressed(this.#world, from.userId, channel),
      requestToSpeakAt: null,
    };
    this.#states.set(keyOf(state.guildId, state.userId), state);
    this.#publish(state, left);
    this.#seat(state, channel);
    if (left !== undefined) this.#clearStatusOfEmpty(left);
  }

  /** VOICE_SERVER_UPDATE goes to the session that joined, and to nobody else. */
  #seat(state: VoiceState, channel: Channel): void {
    const { token } = this.#server.admit({
      guildId: state.guildId,
      channelId: state.channelId,
      userId: state.userId,
      sessionId: state.sessionId,
      ...this.#hearing(state),
      stage: channel.type === ChannelType.GuildStageVoice,
    });
    this.#hub.sessions.get(state.sessionId)?.dispatch('VOICE_SERVER_UPDATE', {
      token,
      guild_id: state.guildId,
      endpoint: this.#server.endpoint,
    });
  }

  #hear(state: VoiceState): void {
    this.#server.setHearing(state.guildId, state.userId, this.#hearing(state));
  }

  #hearing(state: VoiceState): { readonly muted: boolean; readonly deafened: boolean } {
    const member = this.#world.member(state.guildId, state.userId);
    return { muted: member.mute || state.suppress, deafened: member.deaf || state.selfDeaf };
  }

  #remove(state: VoiceState): void {
    this.#states.delete(keyOf(state.guildId, state.userId));
    this.#publish(state, state.channelId, null);
    this.#server.remove(state.guildId, state.userId);
    this.#clearStatusOfEmpty(state.channelId);
  }

  /** Told to everybody who sees the channel, or the one that was left. */
  #publish(state: VoiceState, left?: string, channelId: string | null = state.channelId): void {
    const places = [channelId, left].flatMap((id) => this.#world.channels.get(id ?? '') ?? []);
    const member = this.#world.member(state.guildId, state.userId);
    const guild = this.#world.guild(state.guildId);
    this.#hub.publish({
      name: 'VOICE_STATE_UPDATE',
      intents: GatewayIntentBits.GuildVoiceStates,
      seenBy: (userId) =>
        guild.members.has(userId) &&
        (userId === state.userId ||
          places.length === 0 ||
          places.some((place) => canSee(this.#world, userId, place))),
      data: () => voiceStateWire(this.#world, state, member, channelId),
    });
  }

  #clearStatusOfEmpty(channelId: string): void {
    const channel = this.#world.channels.get(channelId);
    if (!channel || channel.voiceStatus === null || this.inChannel(channelId).length > 0) return;
    this.setStatus(channel, null);
  }
}

function keyOf(guildId: string, userId: string): string {
  return `${guildId}/${userId}`;
}
