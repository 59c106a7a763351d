import { type Client, Events, type VoiceState } from 'discord.js';
import type { Serves } from '../discord/guards.ts';
import type { VoiceMove, VoiceMoves } from '../speech/voice-moves.ts';

/** Moves reported by a discord.js client. Anyone who isn't known to be a bot counts as a person. */
export class ClientVoiceMoves implements VoiceMoves {
  readonly #client: Client;
  readonly #serves: Serves;

  /** `serves`: which guilds to listen to. */
  constructor(client: Client, serves: Serves = () => true) {
    this.#client = client;
    this.#serves = serves;
  }

  get botId(): string {
    return this.#client.user?.id ?? '';
  }

  onMove(listener: (move: VoiceMove) => void): () => void {
    const onVoice = (before: VoiceState, after: VoiceState) =>
      before.channelId !== after.channelId && after.id !== this.botId && onMove(before, after);
    const onMove = (before: VoiceState, after: VoiceState) => {
      const { guild, id: userId } = after;
      if (!this.#serves(guild.id)) return;
      const member = after.member ?? before.member;
      const user = member?.user ?? this.#client.users.cache.get(userId);
      if (user?.bot) return;
      listener({
        guildId: guild.id,
        userId,
        name: member?.displayName ?? user?.displayName,
        from: before.channelId ?? undefined,
        to: after.channelId ?? undefined,
        locale: guild.preferredLocale,
      });
    };
    this.#client.on(Events.VoiceStateUpdate, onVoice);
    return () => void this.#client.off(Events.VoiceStateUpdate, onVoice);
  }
}
