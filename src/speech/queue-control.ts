import type { Actor } from '../authority/actor.ts';
import { moderates, moderatorPermissions } from '../authority/moderator.ts';
import { sees } from '../authority/place.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { VoiceRooms } from '../voice/room/types.ts';
import type { QueuedText } from './room-speech.ts';
import type { SpeechRooms } from './speech-rooms.ts';

/** Decides who may see, skip and stop what's read in a guild. That depends on the voice channel. */
export class QueueControl {
  readonly #rooms: VoiceRooms;
  readonly #speech: SpeechRooms;

  constructor(rooms: VoiceRooms, speech: SpeechRooms) {
    this.#rooms = rooms;
    this.#speech = speech;
  }

  /** The voice channel where it's reading. */
  placeOf(guildId: string): string | undefined {
    return this.#speech.leaseOf(guildId)?.state.channelId;
  }

  /**
   * What's being read in a guild, what's next and what's waiting, in this order. People who can't see the voice channel
   * only see their own texts.
   */
  list(by: Actor): readonly QueuedText[] {
    const line = this.#speech.list(by.guildId);
    const channelId = this.placeOf(by.guildId);
    if (channelId !== undefined && this.#knows(by, channelId)) return line;
    return line.filter(({ utterance }) => utterance.userId === by.userId);
  }

  /**
   * Ends what's being read, or the text with that id.
   * @throws {Refusal}
   */
  skip(by: Actor, id?: string): void {
    const line = this.list(by);
    const wanted = id === undefined ? line[0] : line.find(({ utterance }) => utterance.id === id);
    if (!wanted) throw new Refusal({ code: id === undefined ? 'speech-nothing-playing' : 'control-expired' });
    const channelId = this.placeOf(by.guildId) ?? '';
    if (wanted.utterance.userId !== by.userId && !moderates(by, { guildId: by.guildId, channelId }))
      throw new Refusal({ code: 'not-yours', anyOf: moderatorPermissions });
    this.#speech.skip(by.guildId, wanted.utterance.id, by.userId);
  }

  /**
   * Ends all reading, and leaves the channel unless another feature stays.
   * @param panelId the panel whose button was pressed, if any
   * @throws {Refusal}
   */
  async stop(by: Actor, panelId?: string): Promise<void> {
    const { guildId } = by;
    const lease = this.#speech.leaseOf(guildId);
    const isItsPanel = panelId === undefined || panelId === this.#speech.panelOf(guildId);
    if (!lease || !isItsPanel || !this.#knows(by, lease.state.channelId))
      throw new Refusal({ code: panelId === undefined ? 'speech-nothing-playing' : 'control-expired' });
    const { channelId } = lease.state;
    if (!this.#isThere(by, channelId) && !moderates(by, { guildId, channelId }))
      throw new Refusal({ code: 'speech-not-there', channelId, anyOf: moderatorPermissions });
    await this.#speech.stop(lease, by.userId);
  }

  #knows(by: Actor, channelId: string): boolean {
    return this.#isThere(by, channelId) || sees(by, { guildId: by.guildId, channelId });
  }

  #isThere({ guildId, userId }: Actor, channelId: string): boolean {
    return this.#rooms.whereIs(guildId, userId)?.channelId === channelId;
  }
}
