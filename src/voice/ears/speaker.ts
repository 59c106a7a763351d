import { frameMs, heardRateHz, isSilence, type OpusPacket } from '../packets/audio.ts';
import type { OpusCodec, OpusDecoder } from '../packets/opus-codec.ts';
import { type InTurn, ReorderWindow } from './jitter.ts';
import { Timeline } from './timeline.ts';
import type { HeardFrame } from './types.ts';

export interface SpeakerOptions {
  readonly userId: string;
  readonly ssrc: number;
  readonly codec: OpusCodec;
  readonly silentFramesAtMost: number;
  /** Where the person's last stream ended. */
  readonly after: number | undefined;
  readonly emit: (frame: HeardFrame) => void;
  readonly onProblem: (error: unknown) => void;
}

/** A packet in order: playable, lost (or undecipherable), or without sound. */
type Arrived =
  | {
      readonly is: 'sound';
      readonly packet: OpusPacket;
      readonly timestamp: number;
      /** The first one after reported silence. */
      readonly resumes: boolean;
    }
  | { readonly is: 'lost' | 'empty' };

/** How long to wait for a packet that was overtaken, if no others come. */
const reorderMs = 80;
/** After this, a speaker is silent and not just late. If they didn't end with silence, they may be late. */
const quietAfterMs = 100;
const quietWithoutEndAfterMs = 400;
/** How much may arrive before the decoder is ready, which takes no time once the codec is loaded. */
const mostInTurn = 100;

/** One stream of a person, from packets to frames. */
export class Speaker {
  readonly ssrc: number;
  readonly #after: number | undefined;
  readonly #window = new ReorderWindow<Arrived>();
  #inTurn: InTurn<Arrived>[] = [];
  #decoder: OpusDecoder | undefined;
  #timeline: Timeline | undefined;
  #ended = false;
  #lost = 0;
  #heldSinceMs: number | undefined;
  #lastHeardMs: number;
  #quietFrames = 0;
  #endedBySilence = false;

  constructor(options: SpeakerOptions, nowMs: number) {
    this.ssrc = options.ssrc;
    this.#after = options.after;
    this.#lastHeardMs = nowMs;
    void this.#open(options).catch(options.onProblem);
  }

  /** Whether a packet came already, or too late. */
  isStale(sequence: number): boolean {
    return this.#window.isStale(sequence);
  }

  hearPacket(sequence: number, timestamp: number, packet: OpusPacket, nowMs: number): void {
    const resumes = this.#endedBySilence && this.#quietFrames > 0;
    this.#lastHeardMs = nowMs;
    this.#quietFrames = 0;
    this.#endedBySilence = isSilence(packet);
    this.#arrive(sequence, { is: 'sound', packet, timestamp, resumes }, nowMs);
  }

  /** A packet without sound, so nobody has to wait for it. */
  pass(sequence: number, is: 'lost' | 'empty', nowMs: number): void {
    this.#arrive(sequence, { is }, nowMs);
  }

  /** Called every 20 ms while it returns true: it's waiting for something, or reporting silence. */
  tick(nowMs: number): boolean {
    if (this.#heldSinceMs !== undefined && nowMs - this.#heldSinceMs >= reorderMs) this.#flush();
    const quietMs = nowMs - this.#lastHeardMs;
    const isLate = quietMs < (this.#endedBySilence ? quietAfterMs : quietWithoutEndAfterMs);
    if (isLate || !this.#timeline) return !this.#ended || this.#timeline !== undefined;
    const frames = Math.floor(quietMs / frameMs) - this.#quietFrames;
    this.#quietFrames += frames;
    this.#timeline.silence(frames);
    return !this.#timeline.exhausted;
  }

  /** The process stood still for this long, so packets that seem late may be waiting in the socket. */
  excuse(durationMs: number): void {
    this.#lastHeardMs += durationMs;
    if (this.#heldSinceMs !== undefined) this.#heldSinceMs += durationMs;
  }

  /** No more packets will come, but the silence after it is still reported. */
  leave(): void {
    if (this.#ended) return;
    this.#flush();
    this.#release();
  }

  /** Ends it at once. */
  free(): void {
    this.#release();
    this.#timeline = undefined;
  }

  get left(): boolean {
    return this.#ended;
  }

  /** Where the next frame begins. */
  get end(): number | undefined {
    return this.#timeline?.end ?? this.#after;
  }

  async #open({ codec, userId, silentFramesAtMost, after, emit }: SpeakerOptions): Promise<void> {
    const decoder = await codec.decoder(heardRateHz);
    if (this.#ended) {
      decoder.free();
      return;
    }
    this.#decoder = decoder;
    this.#timeline = new Timeline({ userId, decoder, silentFramesAtMost, after, emit });
    this.#play([]);
  }

  #release(): void {
    this.#ended = true;
    this.#inTurn = [];
    this.#decoder?.free();
    this.#decoder = undefined;
  }

  #arrive(sequence: number, arrived: Arrived, nowMs: number): void {
    if (this.#ended) return;
    this.#play(this.#window.add(sequence, arrived));
    this.#heldSinceMs = this.#window.holding ? (this.#heldSinceMs ?? nowMs) : undefined;
  }

  #flush(): void {
    this.#play(this.#window.flush());
    this.#heldSinceMs = undefined;
  }

  #play(more: readonly InTurn<Arrived>[]): void {
    const inTurn = [...this.#inTurn, ...more].slice(-mostInTurn);
    this.#inTurn = this.#timeline ? [] : inTurn;
    if (!this.#timeline) return;
    for (const { item, missing } of inTurn) {
      this.#lost += missing + (item.is === 'lost' ? 1 : 0);
      if (item.is !== 'sound') continue;
      this.#timeline.play(item.packet, item.timestamp, this.#lost, item.resumes);
      this.#lost = 0;
    }
  }
}
