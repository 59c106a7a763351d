import type { Logger } from 'pino';
import type { Spending } from '../community/spending.ts';
import { Captions } from '../discord/captions.ts';
import type { Messenger } from '../discord/messenger.ts';
import type { Clock } from '../operations/clock.ts';
import { Refusal } from '../refusal/refusal.ts';
import { severityOf } from '../service/errors.ts';
import type { SynthesisClient } from '../service/synthesis/synthesis-types.ts';
import type { RoomLease, RoomState, VoiceRooms } from '../voice/room/types.ts';
import { wordsFor } from '../words/index.ts';
import { obstacleOf, type PanelFacts, SpeechAnnouncer } from './announcer.ts';
import { captionOf } from './captions.ts';
import { type InLine, RoomSpeech, speechFeature } from './room-speech.ts';
import type { PacketsOf, Saying } from './saying.ts';
import { liveRequest, type Script } from './script.ts';
import type { Unfinished } from './unfinished.ts';
import type { ShownIn, Utterance, UtteranceState } from './utterance.ts';
import type { Sound } from './voice-choice.ts';

export interface SpeechRoomsParts {
  readonly rooms: VoiceRooms;
  readonly synthesis: SynthesisClient;
  readonly packetsOf: PacketsOf;
  readonly format: 'opus' | 'pcm';
  readonly spending: Spending;
  readonly unfinished: Unfinished;
  readonly messenger: Messenger;
  readonly clock: Clock;
  readonly log: Logger;
  /** Something that was read in a channel was not heard to its end. */
  readonly onReadFailure: (utterance: Utterance, error: unknown) => void;
}

/** A text that is ready to be said. */
export interface Line {
  readonly order: Pick<Utterance, 'id' | 'reference' | 'guildId' | 'userId' | 'locale' | 'at'> & {
    /** The text channel in which the room says why it ended. */
    readonly channelId: string;
  };
  readonly voiceChannelId: string;
  readonly script: Script;
  readonly sound: Sound;
  readonly shownIn: ShownIn;
  readonly captionsIn?: string | undefined;
  /** What the person is told in private once the panel is there. */
  readonly whispers?: readonly string[];
}

export const longestQueue = 50;
const mostPerPerson = 10;
/** Panels of those who are next are kept true when the line moves. */
const waitingShown = 3;

/** What is said in each guild's room: at most one room a guild, and one queue a room. */
export class SpeechRooms {
  readonly #parts: SpeechRoomsParts;
  readonly #byGuild = new Map<string, RoomSpeech>();
  readonly #announcer: SpeechAnnouncer;
  readonly #captions: Captions;
  readonly #settling = new Set<Promise<void>>();
  readonly #entering = new Set<Promise<void>>();
  readonly #closing = new AbortController();

  constructor(parts: SpeechRoomsParts) {
    this.#parts = parts;
    const { messenger, clock, log } = parts;
    this.#captions = new Captions({ messenger, clock, log });
    const factsOf = async (utterance: Utterance) => await this.#factsOf(utterance);
    this.#announcer = new SpeechAnnouncer({ messenger, clock, log, factsOf });
  }

  /** Takes nothing any more, and nobody waits for a room to be entered; what is said goes on. */
  refuse(): void {
    this.#closing.abort(new Refusal({ code: 'shutting-down' }));
  }

  /** Everything that waits is dropped, shown as dropped, and given back. */
  async close(): Promise<void> {
    this.refuse();
    await Promise.allSettled(this.#entering);
    const inRooms = [...this.#byGuild.values()];
    for (const speech of inRooms) this.#forget(speech, 'left');
    await Promise.all(inRooms.map((speech) => speech.settled()));
    await this.#captions.close();
    await this.#announcer.close();
    await Promise.allSettled(this.#settling);
    await this.#parts.unfinished.close();
  }

  /** @throws {Refusal} when it cannot be said; then nothing was spent */
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
      voiceChannelId: line.voiceChannelId,
      input: script.input,
      spoken: script.spoken,
      request: liveRequest(sound, script, { format, wordTimestamps: line.captionsIn !== undefined }),
      reserved: script.characters,
      shownIn: line.shownIn,
      captionsIn: line.captionsIn,
    };
    await unfinished.add(utterance);
    try {
      await spending.charge(utterance, script.characters);
    } catch (error) {
      await unfinished.drop(utterance.id);
      throw error;
    }
    try {
      const { guildId } = order;
      // While the room is entered, so that its first words do not wait for a connection.
      synthesis.warm?.();
      const lease = await rooms.enter({
        guildId,
        channelId: line.voiceChannelId,
        feature: speechFeature,
        notices: { channelId },
        signal,
      });
      signal.throwIfAborted();
      const speech = this.#speechIn(lease, line.shownIn.locale);
      speech.assertRoomFor(order.userId);
      this.#announcer.show(utterance, { is: 'waiting' }, line.whispers);
      speech.add(utterance);
    } catch (error) {
      await spending.finish(utterance, 0);
      await unfinished.drop(utterance.id);
      throw error;
    }
  }

  list(guildId: string): readonly InLine[] {
    return this.#byGuild.get(guildId)?.list() ?? [];
  }

  skip(guildId: string, id: string): void {
    this.#byGuild.get(guildId)?.skip(id);
  }

  /** Where it is said, or will be as soon as the room is joined. */
  leaseOf(guildId: string): RoomLease | undefined {
    return this.#parts.rooms.of(guildId, speechFeature);
  }

  async stop(lease: RoomLease): Promise<void> {
    const speech = this.#byGuild.get(lease.guildId);
    if (speech?.lease === lease) this.#forget(speech, 'stopped');
    await lease.release();
  }

  #speechIn(lease: RoomLease, locale: string): RoomSpeech {
    const known = this.#byGuild.get(lease.guildId);
    if (known?.lease === lease) return known;
    if (known) this.#forget(known, 'left');
    const { synthesis, packetsOf, log } = this.#parts;
    const speech: RoomSpeech = new RoomSpeech({
      lease,
      synthesis,
      packetsOf,
      longestQueue,
      mostPerPerson,
      onSpent: (utterance, characters) => this.#settle(utterance, characters),
      onChange: (utterance, state, saying) => this.#changed(utterance, state, saying),
    });
    this.#byGuild.set(lease.guildId, speech);
    lease.onChange((state) => this.#roomChanged(speech, state));
    lease.setStatus(wordsFor(locale).speech.channelStatus).catch((error: unknown) => {
      log.info({ err: error, guildId: lease.guildId }, 'the status of a voice channel was not set');
    });
    return speech;
  }

  #roomChanged(speech: RoomSpeech, state: RoomState): void {
    const { guildId } = speech.lease;
    if (this.#byGuild.get(guildId) !== speech) return;
    if (state.is === 'leaving' || state.is === 'left') {
      const dropped = speech.list().length;
      this.#parts.log.info({ guildId, end: state.end, dropped }, 'reading aloud ended with its room');
      this.#byGuild.delete(guildId);
      speech.leave();
    } else this.#refresh(speech);
  }

  #forget(speech: RoomSpeech, end: 'stopped' | 'left'): void {
    const { guildId } = speech.lease;
    if (this.#byGuild.get(guildId) === speech) this.#byGuild.delete(guildId);
    speech.stop(end);
  }

  #changed(utterance: Utterance, state: UtteranceState, saying?: Saying): void {
    this.#announcer.show(utterance, state);
    this.#parts.unfinished.changed(utterance, state);
    if (state.is === 'speaking' && saying && utterance.captionsIn)
      this.#captions.follow(captionOf(saying), utterance.captionsIn, utterance.id);
    if (state.is !== 'ended') return;
    const { guildId } = utterance;
    const line = this.list(guildId);
    for (const waiting of line.slice(0, waitingShown)) this.#announcer.refresh(waiting.utterance.id);
    const { reference } = utterance;
    if (state.end !== 'failed') {
      this.#parts.log.info({ guildId, reference, end: state.end }, 'a text is over');
      return;
    }
    const facts = { err: state.error, guildId, reference };
    this.#parts.log[severityOf(state.error)](facts, 'speech failed');
    if (utterance.shownIn.is === 'channel') this.#parts.onReadFailure(utterance, state.error);
    else this.#track(this.#announcer.tellFailure(utterance, state.error));
  }

  #refresh(speech: RoomSpeech): void {
    for (const { utterance } of speech.list().slice(0, waitingShown)) this.#announcer.refresh(utterance.id);
  }

  #settle(utterance: Utterance, characters: number): void {
    const { spending, unfinished, log } = this.#parts;
    const settled = spending.finish(utterance, characters).then(
      () => unfinished.settled(utterance.id),
      (error: unknown) => {
        const { reference, guildId } = utterance;
        log.error({ err: error, reference, guildId }, 'what was spoken could not be settled');
      },
    );
    this.#track(settled);
  }

  #track(work: Promise<void>): void {
    this.#settling.add(work);
    void work.finally(() => this.#settling.delete(work));
  }

  async #factsOf(utterance: Utterance): Promise<PanelFacts> {
    const { guildId, userId, id } = utterance;
    const allowance = await this.#parts.spending.left(guildId, userId);
    const state = this.#byGuild.get(guildId)?.lease.state;
    const ahead = this.list(guildId).findIndex((each) => each.utterance.id === id);
    return {
      voiceChannelId: state?.channelId ?? utterance.voiceChannelId,
      ahead: Math.max(0, ahead),
      obstacle: state && obstacleOf(state),
      allowance,
    };
  }
}
