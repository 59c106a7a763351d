import { publishChannel } from '../../channels/events.ts';
import type { Core } from '../../core.ts';
import type { VoiceState } from './voice-state.ts';

/** What moderators do with people in voice channels, without asking who may, and who is where, for tests. */
export class VoiceModeration {
  readonly #core: Core;

  constructor(core: Core) {
    this.#core = core;
  }

  find(guildId: string, userId: string): Readonly<VoiceState> | undefined {
    return this.#core.voice.find(guildId, userId);
  }

  inChannel(channelId: string): readonly Readonly<VoiceState>[] {
    return this.#core.voice.inChannel(channelId);
  }

  moveMember(guildId: string, userId: string, channelId: string): void {
    const { voice, world } = this.#core;
    if (!voice.move(guildId, userId, world.channel(channelId))) throw new Error('not in voice');
  }

  disconnectMember(guildId: string, userId: string): void {
    this.#core.voice.disconnect(guildId, userId);
  }

  setServerMute(guildId: string, userId: string, mute: boolean): void {
    this.#core.world.member(guildId, userId).mute = mute;
    this.#core.voice.changed(guildId, userId);
  }

  setServerDeafen(guildId: string, userId: string, deaf: boolean): void {
    this.#core.world.member(guildId, userId).deaf = deaf;
    this.#core.voice.changed(guildId, userId);
  }

  setSuppressed(guildId: string, userId: string, suppress: boolean): void {
    const state = this.#core.voice.find(guildId, userId);
    if (!state) throw new Error('not in voice');
    this.#core.voice.setSuppressed(state, suppress);
  }

  /** Largest number of people in a channel; 0 for no limit. */
  setUserLimit(channelId: string, limit: number): void {
    const channel = this.#core.world.channel(channelId);
    channel.userLimit = limit;
    publishChannel(this.#core, 'UPDATE', channel);
  }

  /** Sets the status line of a voice channel, as a person who may. */
  setStatus(channelId: string, status: string | null): void {
    this.#core.voice.setStatus(this.#core.world.channel(channelId), status);
  }

  statusOf(channelId: string): string | null {
    return this.#core.world.channel(channelId).voiceStatus;
  }
}
