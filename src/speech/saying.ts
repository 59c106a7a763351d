import { ServiceError } from '../service/errors.ts';
import type { SynthesisClient, SynthesisTask, TimedWord } from '../service/synthesis/synthesis-types.ts';
import type { Mouth, Playback } from '../voice/mouth/types.ts';
import type { OpusPacket } from '../voice/packets/audio.ts';
import { OggError } from '../voice/packets/ogg-opus.ts';
import { OpusPacketError } from '../voice/packets/opus-packet.ts';
import type { Utterance, UtteranceState } from './utterance.ts';

/** Opus packets from the service's sound, in the requested format. */
export type PacketsOf = (
  audio: AsyncIterable<Uint8Array>,
  request: Utterance['request'],
) => AsyncIterable<OpusPacket>;

export interface SayingParts {
  readonly synthesis: SynthesisClient;
  readonly packetsOf: PacketsOf;
  readonly mouth: Mouth;
  /** Called after each change of `state`. */
  readonly onChange: (saying: Saying) => void;
  /** Called once, when it's known what was billed. */
  readonly onSpent: (utterance: Utterance, characters: number) => void;
}

/** An utterance in hand: being synthesized, waiting to be played, or heard. It starts when it's constructed. */
export class Saying {
  readonly utterance: Utterance;
  /** Resolves when it's over and its cost is known. */
  readonly settled: Promise<void>;
  readonly #parts: SayingParts;
  readonly #task: SynthesisTask;
  readonly #playback: Playback;
  readonly #words: TimedWord[] = [];
  #state: UtteranceState = { is: 'next' };

  /** @throws {ServiceError} if the service doesn't take it; then nothing was spent */
  constructor(utterance: Utterance, parts: SayingParts) {
    this.utterance = utterance;
    this.#parts = parts;
    const { synthesis, mouth, packetsOf } = parts;
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
    const spent = await task.done.then(
      ({ characters }) => characters ?? utterance.reserved,
      (error: unknown) => (error instanceof ServiceError && error.nothingHappened ? 0 : utterance.reserved),
    );
    this.#parts.onSpent(utterance, spent);
  }

  #transition(state: UtteranceState): void {
    if (this.#state.is === 'ended') return;
    this.#state = state;
    this.#parts.onChange(this);
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
