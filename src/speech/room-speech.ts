import { FairQueue } from '../operations/fair-queue.ts';
import { Refusal } from '../refusal/refusal.ts';
import { ServiceError } from '../service/errors.ts';
import type { SynthesisClient, SynthesisTask, TimedWord } from '../service/synthesis/synthesis-types.ts';
import type { Mouth, Playback, PlaybackEnd } from '../voice/mouth/types.ts';
import type { OpusPacket } from '../voice/packets/audio.ts';
import { OggError } from '../voice/packets/ogg-opus.ts';
import { OpusPacketError } from '../voice/packets/opus-packet.ts';
import type { RoomFeature } from '../voice/room/feature.ts';
import type { RoomLease } from '../voice/room/types.ts';
import type { Utterance, UtteranceState } from './utterance.ts';

export type RoomSpeechEvent =
  /** Once for each change of an utterance, including its end. `saying` is there while it's in hand. */
  | {
      readonly is: 'changed';
      readonly utterance: Utterance;
      readonly state: UtteranceState;
      readonly saying?: Saying;
    }
  | Spent;

/** Told once, when it's known what was billed. */
interface Spent {
  readonly is: 'spent';
  readonly utterance: Utterance;
  readonly characters: number;
}

export interface QueuedText {
  readonly utterance: Utterance;
  readonly state: UtteranceState;
}

/** Texts are read in the pauses of features that matter more to the people there. */
export const speechFeature: RoomFeature = { name: 'speech', rank: 1 };

/** One is heard while the next is synthesized. */
const inHandAtOnce = 2;

/** Everything that's read in one room, from the first text to the end of the room. */
export class RoomSpeech {
  readonly #parts;
  readonly #queue = new FairQueue<Utterance>();
  #inHand: readonly Saying[] = [];
  readonly #settling = new Set<Promise<void>>();
  /** Who ended the current text, until it's over. */
  readonly #endedBy = new Map<string, string>();
  #filling = false;
  /** How everything that's left ends. */
  #ended: 'stopped' | 'left' | undefined;

  constructor(parts: {
    readonly lease: RoomLease;
    readonly synthesis: SynthesisClient;
    readonly packetsOf: PacketsOf;
    readonly longestQueue: number;
    readonly mostPerPerson: number;
    /** Why nothing may be paid in this server right now. */
    readonly pausedNow: () => Refusal | undefined;
    readonly tell: (event: RoomSpeechEvent) => void;
  }) {
    this.#parts = parts;
  }

  get lease(): RoomLease {
    return this.#parts.lease;
  }

  /** @throws {Refusal} `speech-queue-full`, `speech-queue-share` */
  assertRoomFor(userId: string): void {
    const { longestQueue, mostPerPerson } = this.#parts;
    if (this.#queue.size >= longestQueue)
      throw new Refusal({ code: 'speech-queue-full', limit: longestQueue });
    if (this.#queue.countOf(userId) >= mostPerPerson)
      throw new Refusal({ code: 'speech-queue-share', limit: mostPerPerson });
  }

  /**
   * If the room has ended in the meantime, it ends as `left` at once.
   * @throws as `assertRoomFor`
   */
  enqueue(utterance: Utterance): void {
    if (this.#ended) {
      this.#drop(utterance, 'left');
      return;
    }
    this.assertRoomFor(utterance.userId);
    this.#queue.enqueue(utterance);
    this.lease.touch();
    this.#fill();
  }

  /** What's being read, what's next, and what's waiting, in this order. */
  list(): readonly QueuedText[] {
    return [
      ...this.#inHand.map(({ utterance, state }) => ({ utterance, state })),
      ...this.#queue.inOrder().map((utterance) => ({ utterance, state: { is: 'waiting' } as const })),
    ];
  }

  /** Ends a text anywhere in line. False if it isn't there any more. */
  skip(id: string, by: string): boolean {
    const waiting = this.#queue.remove(id);
    if (waiting) this.#drop(waiting, 'skipped', by);
    else this.#endedBy.set(id, by);
    return waiting !== undefined || this.lease.mouth.skip(id);
  }

  /** Ends everything and takes no more texts. */
  stop(end: 'stopped' | 'left', by?: string): void {
    this.#close(end, by);
    if (by !== undefined) for (const { utterance } of this.#inHand) this.#endedBy.set(utterance.id, by);
    if (this.#inHand.length > 0) this.lease.mouth.stop();
  }

  /** Ends what's waiting and isn't paid yet, if nothing may be paid now. What's in hand is paid already. */
  dropUnpaid(): void {
    const refusal = this.#parts.pausedNow();
    if (refusal) for (const utterance of this.#queue.clear()) this.#refuse(utterance, refusal);
  }

  /** The bot is leaving the room, which ends the current text. Nothing that's waiting begins. */
  leave(): void {
    this.#close('left');
  }

  #close(end: 'stopped' | 'left', by?: string): void {
    this.#ended = end;
    for (const utterance of this.#queue.clear()) this.#drop(utterance, end, by);
  }

  #drop(utterance: Utterance, end: PlaybackEnd, by?: string): void {
    this.#endUnpaid(utterance, { is: 'ended', end, by });
  }

  #refuse(utterance: Utterance, error: unknown): void {
    this.#endUnpaid(utterance, { is: 'ended', end: 'failed', error });
  }

  #endUnpaid(utterance: Utterance, state: UtteranceState): void {
    this.#parts.tell({ is: 'spent', utterance, characters: 0 });
    this.#parts.tell({ is: 'changed', utterance, state });
  }

  /** Resolves when everything is over and its cost is known. */
  async settled(): Promise<void> {
    await Promise.all(this.#settling);
  }

  /** Starts what can start. A text can end at once and call this again. */
  #fill(): void {
    if (this.#filling) return;
    this.#filling = true;
    while (!this.#ended && this.#inHand.length < inHandAtOnce) {
      const utterance = this.#queue.take();
      if (!utterance) break;
      const refusal = this.#parts.pausedNow();
      if (refusal) this.#refuse(utterance, refusal);
      else this.#begin(utterance);
    }
    this.#filling = false;
  }

  #begin(utterance: Utterance): void {
    const { lease, synthesis, packetsOf, tell } = this.#parts;
    try {
      const saying = new Saying(utterance, synthesis, packetsOf, lease.mouth, (event) => {
        if (event.is === 'spent') tell(event);
        else this.#changed(event.saying);
      });
      this.#inHand = [...this.#inHand, saying];
      this.#settling.add(saying.settled);
      void saying.settled.finally(() => this.#settling.delete(saying.settled));
      tell({ is: 'changed', utterance, state: saying.state, saying });
    } catch (error) {
      this.#refuse(utterance, error);
    }
  }

  #changed(saying: Saying): void {
    const { utterance, state } = saying;
    if (state.is === 'ended') {
      this.#inHand = this.#inHand.filter((each) => each !== saying);
      const end = state.end === 'stopped' ? (this.#ended ?? state.end) : state.end;
      const by = this.#endedBy.get(utterance.id);
      this.#parts.tell({ is: 'changed', utterance, state: { ...state, end, by }, saying });
      this.#endedBy.delete(utterance.id);
    } else {
      this.lease.touch();
      this.#parts.tell({ is: 'changed', utterance, state, saying });
    }
    this.#fill();
  }
}

/** Opus packets from the service's sound, in the requested format. */
export type PacketsOf = (
  audio: AsyncIterable<Uint8Array>,
  request: Utterance['request'],
) => AsyncIterable<OpusPacket>;

type SayingEvent =
  /** After each change of `state`. */
  { readonly is: 'changed'; readonly saying: Saying } | Spent;

/** An utterance in hand: being synthesized, waiting to be played, or heard. It starts when it's constructed. */
export class Saying {
  readonly utterance: Utterance;
  /** Resolves when it's over and its cost is known. */
  readonly settled: Promise<void>;
  readonly #tell: (event: SayingEvent) => void;
  readonly #task: SynthesisTask;
  readonly #playback: Playback;
  readonly #words: TimedWord[] = [];
  #state: UtteranceState = { is: 'next' };

  /** @throws {ServiceError} if the service doesn't take it; then nothing was spent */
  constructor(
    utterance: Utterance,
    synthesis: SynthesisClient,
    packetsOf: PacketsOf,
    mouth: Mouth,
    tell: (event: SayingEvent) => void,
  ) {
    this.utterance = utterance;
    this.#tell = tell;
    const task = synthesis.start(utterance.request);
    this.#task = task;
    task.onWord((word) => this.#words.push(word));
    const spent = this.#settle(task);
    task.write(utterance.input);
    task.finish();
    const packets = packetsOf(task.audio, utterance.request);
    const playback = mouth.play({ id: utterance.id, packets, priority: 'normal' });
    this.#playback = playback;
    this.settled = Promise.all([spent, this.#follow(playback)]).then(() => undefined);
  }

  get state(): UtteranceState {
    return this.#state;
  }

  /** The words said so far, and those whose times are already known. */
  get words(): readonly TimedWord[] {
    return this.#words;
  }

  get playedMs(): number {
    return this.#playback.playedMs;
  }

  async #follow(playback: Playback): Promise<void> {
    const heard = playback.started.then((started) => {
      if (started) this.#transition({ is: 'speaking' });
      return started;
    });
    const end = await playback.ended;
    const started = await heard;
    if (end !== 'finished') this.#task.cancel();
    if (end === 'finished' && !started) this.#transition({ is: 'ended', end: 'failed', error: silent() });
    else if (end === 'failed') this.#transition({ is: 'ended', end, error: soundFault(playback.error) });
    else this.#transition({ is: 'ended', end });
  }

  async #settle(task: SynthesisTask): Promise<void> {
    const { utterance } = this;
    const characters = await task.done.then(
      ({ characters }) => characters ?? utterance.reserved,
      (error: unknown) => (error instanceof ServiceError && error.nothingHappened ? 0 : utterance.reserved),
    );
    this.#tell({ is: 'spent', utterance, characters });
  }

  #transition(state: UtteranceState): void {
    if (this.#state.is === 'ended') return;
    this.#state = state;
    this.#tell({ is: 'changed', saying: this });
  }
}

/** Sound that is none is the service's fault, and said as one. */
function soundFault(error: unknown): unknown {
  const isNoSound = error instanceof OggError || error instanceof OpusPacketError;
  if (!isNoSound) return error;
  return new ServiceError({
    fault: 'malformed',
    code: 'UnreadableAudio',
    nothingHappened: false,
    cause: error,
  });
}

/** The service finished without sending anything that can be heard. */
function silent(): ServiceError {
  return new ServiceError({ fault: 'malformed', code: 'NoAudio', nothingHappened: false });
}
