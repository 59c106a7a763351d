import { Captions } from '../discord/captions.ts';
import type { Passing } from '../discord/traffic.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { RoomLease, RoomState, VoiceRooms } from '../voice/room/types.ts';
import { wordsFor } from '../words/index.ts';
import { ReadingRoom, type ReadingRoomParts } from './reading-room.ts';
import { type QueuedText, speechFeature } from './room-speech.ts';
import { liveRequest, type Script } from './script.ts';
import type { Origin, Utterance } from './utterance.ts';
import type { Sound } from './voice-choice.ts';

/** A text that's ready to be read. */
export interface Line {
  readonly order: Pick<Utterance, 'id' | 'reference' | 'guildId' | 'userId' | 'locale'> & {
    /** The text channel where the room says why it ended. */
    readonly channelId: string;
  };
  readonly voiceChannelId: string;
  readonly script: Script;
  readonly sound: Sound;
  readonly origin: Origin;
  /** The panel's locale, if this text opens it. */
  readonly publicLocale: string;
  readonly captionsIn?: string | undefined;
  /** What the person should know. */
  readonly advice?: readonly string[];
}

/** What's read in each guild: at most one room per guild, with one queue. */
export class SpeechRooms {
  readonly #parts;
  readonly #byGuild = new Map<string, ReadingRoom>();
  /** Rooms that ended, until everything about them is shown and paid for. */
  readonly #over = new Set<ReadingRoom>();
  readonly #captions: Captions;
  readonly #entering = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(
    parts: Omit<ReadingRoomParts, 'captions'> & {
      readonly rooms: VoiceRooms;
      readonly format: 'opus' | 'pcm';
      /** How long a silent room is kept, if the server's moderators decided that. */
      readonly idleMsOf?: (guildId: string) => Promise<number | undefined>;
    },
  ) {
    this.#parts = parts;
    const { messenger, clock, log } = parts;
    this.#captions = new Captions({ messenger, clock, log });
    parts.spending.onPause((guildId) => {
      for (const [id, room] of this.#byGuild) if (guildId === undefined || guildId === id) room.dropUnpaid();
    });
  }

  /** Takes no more texts, and nobody waits for a room any more. What's being read continues. */
  refuse(): void {
    this.#closing.abort(new Refusal({ code: 'shutting-down' }));
  }

  /** Drops everything that's waiting, shows that, and gives back its cost. */
  async close(): Promise<void> {
    this.refuse();
    await Promise.allSettled(this.#entering);
    for (const room of this.#byGuild.values()) this.#forget(room, { why: 'shutting-down' });
    await Promise.all([...this.#over].map((room) => room.finish()));
    await this.#captions.close();
    await this.#parts.unfinished.close();
  }

  /** @throws {Refusal} if it can't be read; then nothing was spent */
  async say(line: Line): Promise<void> {
    this.#closing.signal.throwIfAborted();
    const entering = this.#say(line);
    this.#entering.add(entering);
    await entering.finally(() => this.#entering.delete(entering));
  }

  async #say(line: Line): Promise<void> {
    const { rooms, spending, format, synthesis, unfinished, clock } = this.#parts;
    const { order, script, sound } = line;
    const { channelId, ...frame } = order;
    const { signal } = this.#closing;
    this.#byGuild.get(order.guildId)?.assertRoomFor(order.userId);
    const utterance: Utterance = {
      ...frame,
      at: clock.now(),
      input: script.input,
      spoken: script.spoken,
      request: liveRequest(sound, script, { format, wordTimestamps: line.captionsIn !== undefined }),
      reserved: script.characters,
      origin: line.origin,
      captionsIn: line.captionsIn,
    };
    await unfinished.remember(utterance);
    try {
      await spending.charge(utterance, script.characters);
    } catch (error) {
      await unfinished.drop(utterance.id);
      throw error;
    }
    try {
      const { guildId } = order;
      // Runs while the room is being entered, so its first words don't wait for a connection.
      synthesis.warm?.();
      let room = this.#byGuild.get(guildId);
      const lease = await rooms.enter({
        guildId,
        channelId: line.voiceChannelId,
        feature: speechFeature,
        notices: { channelId, shows: (said) => room?.tells(channelId, said) ?? false },
        idleMs: await this.#parts.idleMsOf?.(guildId),
        signal,
      });
      signal.throwIfAborted();
      room = this.#roomOf(lease, line.publicLocale);
      room.assertRoomFor(order.userId);
      room.enqueue(utterance, line.publicLocale, line.advice);
    } catch (error) {
      await spending.finish(utterance, 0);
      await unfinished.drop(utterance.id);
      throw error;
    }
  }

  list(guildId: string): readonly QueuedText[] {
    return this.#byGuild.get(guildId)?.list() ?? [];
  }

  /** How many texts the service has already. */
  paidTextsIn(guildId: string): number {
    return this.list(guildId).filter(({ state }) => state.is !== 'waiting').length;
  }

  skip(guildId: string, id: string, by: string): void {
    this.#byGuild.get(guildId)?.skip(id, by);
  }

  /** Skips everything that was asked for by this person, in every server. */
  dropTextsOf(userId: string): void {
    for (const room of this.#byGuild.values())
      for (const { utterance } of room.list())
        if (utterance.userId === userId) room.skip(utterance.id, userId);
  }

  /** The id in the buttons of the guild's panel. */
  panelOf(guildId: string): string | undefined {
    return this.#byGuild.get(guildId)?.panelId;
  }

  /** Where it's reading, or will be as soon as the room is entered. */
  leaseOf(guildId: string): RoomLease | undefined {
    return this.#parts.rooms.of(guildId, speechFeature);
  }

  async stop(lease: RoomLease, by: string): Promise<void> {
    const room = this.#byGuild.get(lease.guildId);
    if (room?.lease === lease) this.#forget(room, { by });
    await lease.release();
  }

  /** A message appeared in a channel. */
  passed({ guildId, channelId, messageId }: Passing): void {
    this.#byGuild.get(guildId)?.passed(channelId, messageId);
  }

  #roomOf(lease: RoomLease, locale: string): ReadingRoom {
    const known = this.#byGuild.get(lease.guildId);
    if (known?.lease === lease) return known;
    if (known) this.#forget(known, {});
    const room = new ReadingRoom(lease, { ...this.#parts, captions: this.#captions });
    this.#byGuild.set(lease.guildId, room);
    lease.onChange((state) => this.#roomChanged(room, state));
    lease.setStatus(wordsFor(locale).speech.channelStatus).catch((error: unknown) => {
      const { guildId } = lease;
      this.#parts.log.info({ err: error, guildId }, "couldn't set the status of a voice channel");
    });
    return room;
  }

  #roomChanged(room: ReadingRoom, state: RoomState): void {
    const { guildId } = room.lease;
    if (this.#byGuild.get(guildId) !== room) return;
    if (state.is === 'leaving' || state.is === 'left') {
      const dropped = room.list().length;
      this.#parts.log.info({ guildId, end: state.end, dropped }, 'reading aloud ended with its room');
      this.#byGuild.delete(guildId);
      room.leave(state.end);
      this.#settle(room);
    } else room.refresh();
  }

  #forget(room: ReadingRoom, how: Parameters<ReadingRoom['stop']>[0]): void {
    const { guildId } = room.lease;
    if (this.#byGuild.get(guildId) === room) this.#byGuild.delete(guildId);
    room.stop(how);
    this.#settle(room);
  }

  #settle(room: ReadingRoom): void {
    this.#over.add(room);
    void room.finish().then(() => this.#over.delete(room));
  }
}
