import type { Client, VoiceState } from 'discord.js';
import type { Arrival, VoicePeople } from '../call/voice-people.ts';
import { ClientVoiceMoves } from './voice-moves.ts';

/** The people in a discord.js client's voice channels. Anyone who isn't known to be a bot counts as a person. */
export class ClientVoicePeople implements VoicePeople {
  readonly #client: Client;
  readonly #moves: ClientVoiceMoves;

  constructor(client: Client) {
    this.#client = client;
    this.#moves = new ClientVoiceMoves(client);
  }

  in(guildId: string, channelId: string) {
    const guild = this.#client.guilds.cache.get(guildId);
    return [...(guild?.voiceStates.cache.values() ?? [])]
      .filter((state) => state.channelId === channelId && !this.#isBot(state))
      .map((state) => ({ userId: state.id, name: this.#nameIn(state) }));
  }

  nameOf(guildId: string, userId: string): string | undefined {
    const state = this.#client.guilds.cache.get(guildId)?.voiceStates.cache.get(userId);
    return state?.channelId ? this.#nameIn(state) : undefined;
  }

  roomName(guildId: string, channelId: string): string {
    return this.#client.guilds.cache.get(guildId)?.channels.cache.get(channelId)?.name ?? '';
  }

  onArrival(listener: (arrival: Arrival) => void): () => void {
    return this.#moves.onMove(({ guildId, userId, to }) => {
      if (to !== undefined) listener({ guildId, userId, channelId: to });
    });
  }

  onDeparture(listener: (departure: Arrival) => void): () => void {
    return this.#moves.onMove(({ guildId, userId, from }) => {
      if (from !== undefined) listener({ guildId, userId, channelId: from });
    });
  }

  #isBot({ id, member }: VoiceState): boolean {
    const user = member?.user ?? this.#client.users.cache.get(id);
    return id === this.#client.user?.id || (user?.bot ?? false);
  }

  #nameIn({ id, member }: VoiceState): string {
    return member?.displayName ?? this.#client.users.cache.get(id)?.displayName ?? id;
  }
}
