import type { Arrival, VoicePeople } from '../../src/call/voice-people.ts';
import type { FakeVoiceRooms } from './fake-voice.ts';
import { Listeners } from './listeners.ts';

/** People in voice channels, put there by a test; with rooms they are where those say. */
export class FakeVoicePeople implements VoicePeople {
  readonly names = new Map<string, string>();
  readonly #listeners = new Listeners<(arrival: Arrival) => void>();
  readonly onArrival = this.#listeners.listen;
  readonly #left = new Listeners<(departure: Arrival) => void>();
  readonly onDeparture = this.#left.listen;
  readonly #there = new Map<string, Arrival>();
  readonly #rooms: FakeVoiceRooms | undefined;

  constructor(rooms?: FakeVoiceRooms) {
    this.#rooms = rooms;
  }

  in(guildId: string, channelId: string) {
    const there = [...this.#there.values()]
      .filter((each) => each.guildId === guildId && each.channelId === channelId)
      .map(({ userId }) => userId);
    const put = this.#rooms?.in(guildId, channelId) ?? [];
    return [...new Set([...there, ...put])].map((userId) => ({ userId, name: this.#nameIn(userId) }));
  }

  nameOf(guildId: string, userId: string): string | undefined {
    return this.#there.has(`${guildId}/${userId}`) ? this.#nameIn(userId) : undefined;
  }

  roomName(): string {
    return 'Lounge';
  }

  get listeners(): number {
    return this.#listeners.size + this.#left.size;
  }

  arrive(arrival: Arrival): void {
    const { guildId, channelId, userId } = arrival;
    this.#there.set(`${guildId}/${userId}`, arrival);
    this.#rooms?.put(guildId, userId, channelId);
    this.#listeners.tell(arrival);
  }

  leave(guildId: string, userId: string): void {
    const before = this.#there.get(`${guildId}/${userId}`);
    this.#there.delete(`${guildId}/${userId}`);
    this.#rooms?.put(guildId, userId, undefined);
    if (before) this.#left.tell(before);
  }

  #nameIn(userId: string): string {
    return this.names.get(userId) ?? `name of ${userId}`;
  }
}
