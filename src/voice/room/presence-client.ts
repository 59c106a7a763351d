import {
  ChannelType,
  type Client,
  Events,
  type Guild,
  type GuildMember,
  Routes,
  type StageChannel,
  Status,
  type VoiceChannel,
  type VoiceState,
} from 'discord.js';
import type { Logger } from 'pino';
import { type Clock, systemClock } from '../../operations/clock.ts';
import { SlidingWindow } from '../../operations/rate-limits.ts';
import { ChannelInfo } from './channel-info.ts';
import { KnownBots } from './known-bots.ts';
import type { GatewayLink, OwnPlace, Presence, PresenceEvent, VoicePlace } from './presence.ts';
import type { PersonInVoice } from './types.ts';

/** The permissions that a timed-out member keeps. */
const leftInTimeOut = new Set(['ViewChannel', 'ReadMessageHistory']);

/**
 * How many of a connection's 120 messages a minute may ask this; beyond that, what a channel showed counts as unknown.
 */
const mostQuestionsInMinute = 15;

/** Who's in a discord.js client's voice channels; needs the intent `GuildVoiceStates`. */
export class ClientPresence implements Presence {
  readonly #client: Client;
  readonly #bots: KnownBots;
  readonly #info: ChannelInfo;
  readonly #questions: SlidingWindow;

  constructor(client: Client, log: Logger, clock: Clock = systemClock) {
    this.#client = client;
    this.#bots = new KnownBots(client, log);
    this.#questions = new SlidingWindow(clock, mostQuestionsInMinute, 60_000);
    this.#info = new ChannelInfo(
      client,
      (guildId, payload) => this.#questions.take() && (this.line(guildId)?.send(payload) ?? false),
    );
  }

  get botId(): string {
    return this.#client.user?.id ?? '';
  }

  hasGuild(guildId: string): boolean {
    return this.#guild(guildId) !== undefined;
  }

  locale(guildId: string): string | undefined {
    return this.#guild(guildId)?.preferredLocale;
  }

  place(guildId: string, channelId: string): VoicePlace | undefined {
    const guild = this.#guild(guildId);
    const channel = guild?.channels.cache.get(channelId);
    if (channel?.type !== ChannelType.GuildVoice && channel?.type !== ChannelType.GuildStageVoice)
      return undefined;
    const occupants = [...channel.guild.voiceStates.cache.values()]
      .filter((state) => state.channelId === channelId)
      .map(({ id }) => id);
    return {
      kind: channel.type === ChannelType.GuildVoice ? 'voice' : 'stage',
      userLimit: channel.userLimit,
      occupants,
      people: occupants.filter((userId) => !this.#bots.has(channel.guild, userId)),
      may: (permission) => may(channel, channel.guild.members.me, permission),
    };
  }

  own(guildId: string): OwnPlace {
    const state = this.#guild(guildId)?.voiceStates.cache.get(this.botId);
    return {
      channelId: state?.channelId ?? undefined,
      muted: state?.serverMute ?? false,
      deafened: state?.serverDeaf ?? false,
      suppressed: state?.suppress ?? false,
      handRaised: Boolean(state?.requestToSpeakTimestamp),
    };
  }

  whereIs(guildId: string, userId: string): PersonInVoice | undefined {
    const state = this.#guild(guildId)?.voiceStates.cache.get(userId);
    if (!state?.channelId) return undefined;
    return {
      channelId: state.channelId,
      deafened: Boolean(state.selfDeaf || state.serverDeaf),
      muted: state.serverMute ?? false,
    };
  }

  line(guildId: string): GatewayLink | undefined {
    const guild = this.#guild(guildId);
    if (!guild) return undefined;
    const { shard } = guild;
    return {
      shardId: guild.shardId,
      adapterCreator: guild.voiceAdapterCreator,
      send: (payload) => {
        if (shard.status !== Status.Ready) return false;
        shard.send(payload);
        return true;
      },
    };
  }

  onEvent(listener: (guildId: string, event: PresenceEvent) => void): () => void {
    const client = this.#client;
    const changed = (guildId: string | undefined) => guildId && listener(guildId, { type: 'changed' });
    const onVoice = (before: VoiceState, after: VoiceState) => {
      const { channelId } = before;
      if (channelId && channelId !== after.channelId)
        listener(after.guild.id, { type: 'left', userId: after.id, channelId });
      changed(after.guild.id);
    };
    const onChannel = (channel: unknown) => changed(guildIdOf(channel));
    const onUpdatedChannel = (_: unknown, channel: unknown) => changed(guildIdOf(channel));
    const onRole = (role: { readonly guild: Guild }) => changed(role.guild.id);
    const onUpdatedRole = (_: unknown, role: { readonly guild: Guild }) => changed(role.guild.id);
    const onMember = (_: unknown, member: GuildMember) => {
      if (member.id === this.botId) changed(member.guild.id);
    };
    const onGone = (guild: Guild) => changed(guild.id);
    const onAgain = (guild: Guild) => {
      listener(guild.id, { type: 'renewed' });
      changed(guild.id);
    };
    client.on(Events.VoiceStateUpdate, onVoice);
    client.on(Events.ChannelDelete, onChannel);
    client.on(Events.ChannelUpdate, onUpdatedChannel);
    client.on(Events.GuildRoleDelete, onRole);
    client.on(Events.GuildRoleUpdate, onUpdatedRole);
    client.on(Events.GuildMemberUpdate, onMember);
    client.on(Events.GuildDelete, onGone);
    client.on(Events.GuildAvailable, onAgain);
    const forgetBots = this.#bots.onLearned(changed);
    const forgetStatuses = this.#info.onStatus((guildId, channelId, text, news) =>
      listener(guildId, { type: 'status', news, channelId, text }),
    );
    return () => {
      client.off(Events.VoiceStateUpdate, onVoice);
      client.off(Events.ChannelDelete, onChannel);
      client.off(Events.ChannelUpdate, onUpdatedChannel);
      client.off(Events.GuildRoleDelete, onRole);
      client.off(Events.GuildRoleUpdate, onUpdatedRole);
      client.off(Events.GuildMemberUpdate, onMember);
      client.off(Events.GuildDelete, onGone);
      client.off(Events.GuildAvailable, onAgain);
      forgetBots();
      forgetStatuses();
    };
  }

  async takeStage(guildId: string, channelId: string, how: 'speak' | 'raise-hand'): Promise<void> {
    const wish =
      how === 'speak' ? { suppress: false } : { request_to_speak_timestamp: new Date().toISOString() };
    await this.#client.rest.patch(Routes.guildVoiceState(guildId), {
      body: { channel_id: channelId, ...wish },
    });
  }

  async setStatus(channelId: string, text: string | null): Promise<void> {
    await this.#client.rest.put(Routes.channelVoiceStatus(channelId), { body: { status: text } });
  }

  async statusOf(
    guildId: string,
    channelId: string,
    signal: AbortSignal,
  ): Promise<string | null | undefined> {
    return await this.#info.statusOf(guildId, channelId, signal);
  }

  #guild(guildId: string): Guild | undefined {
    return this.#client.guilds.cache.get(guildId);
  }
}

function may(
  channel: VoiceChannel | StageChannel,
  me: GuildMember | null,
  permission: Parameters<VoicePlace['may']>[0],
): boolean {
  if (!me) return false;
  const held = channel.permissionsFor(me);
  if (me.isCommunicationDisabled() && !held.has('Administrator')) return leftInTimeOut.has(permission);
  return held.has(permission);
}

function guildIdOf(channel: unknown): string | undefined {
  const guild: unknown = typeof channel === 'object' && channel ? Reflect.get(channel, 'guildId') : undefined;
  return typeof guild === 'string' ? guild : undefined;
}
