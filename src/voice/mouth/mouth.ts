import { frameMs, silencePacket, silencePacketsAtEnd } from '../packets/audio.ts';
import { type Lane, sharedLane } from '../packets/lane.ts';
import type { RoomMouth, RoomSink } from '../room/parts.ts';
import { type Pacer, sharedPacer } from './pacer.ts';
import { RunningPlayback } from './playback.ts';
import { Queue } from './queue.ts';
import type { PlaybackEnd, PlayRequest } from './types.ts';

export interface MouthOptions {
  /** How much of a playback must be there before it begins, or goes on after it ran dry. Default 0. */
  readonly prebufferMs?: number;
  /** How far packets are read ahead at most, of what plays and of what plays next. Default 10 s. */
  readonly readAheadMs?: number;
  readonly pacer?: Pacer;
  readonly lane?: Lane;
}

/**
 * What the last packet was. `dry`: silence until its source catches up; `closing`: silence behind its end, which is
 * sent whole before anything else.
 */
type Voice =
  | { readonly is: 'quiet' }
  | { readonly is: 'speaking' }
  | { readonly is: 'dry' | 'closing'; readonly silencesLeft: number };

const defaultReadAheadMs = 10_000;

/** Says one thing at a time, on the 20 ms clock. Paused until its room can be heard. */
export function createMouth(sink: RoomSink, options: MouthOptions = {}): RoomMouth {
  return new ClockedMouth(sink, options);
}

class ClockedMouth implements RoomMouth {
  readonly #sink: RoomSink;
  readonly #prebufferMs: number;
  readonly #capacity: number;
  readonly #pacer: Pacer;
  readonly #lane: Lane;
  readonly #queue = new Queue<RunningPlayback>();
  #current: RunningPlayback | undefined;
  #voice: Voice = { is: 'quiet' };
  #paused = true;
  #closed = false;
  #stopTicking: (() => void) | undefined;

  constructor(sink: RoomSink, options: MouthOptions) {
    const {
      prebufferMs = 0,
      readAheadMs = defaultReadAheadMs,
      pacer = sharedPacer,
      lane = sharedLane,
    } = options;
    this.#sink = sink;
    this.#prebufferMs = prebufferMs;
    this.#capacity = Math.max(1, Math.ceil(Math.max(readAheadMs, prebufferMs) / frameMs));
    this.#pacer = pacer;
    this.#lane = lane;
  }

  get playing(): string | undefined {
    return this.#current?.id;
  }

  get waiting(): readonly string[] {
    return this.#queue.ids;
  }

  play(request: PlayRequest): RunningPlayback {
    const onChange = (changed: RunningPlayback) => {
      if (changed === this.#current) this.#wake();
    };
    const playback = new RunningPlayback(request, { capacity: this.#capacity, lane: this.#lane, onChange });
    if (this.#closed) playback.end('left');
    else {
      this.#queue.add(playback);
      this.#advance();
    }
    return playback;
  }

  skip(id = this.#current?.id): boolean {
    if (id === undefined) return false;
    if (this.#current?.id === id) {
      this.#endCurrent('skipped');
      this.#advance();
      return true;
    }
    const waiting = this.#queue.remove(id);
    waiting?.end('skipped');
    this.#queue.next?.prepare();
    return waiting !== undefined;
  }

  stop(): void {
    this.#endAll('stopped');
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#rest();
  }

  resume(): void {
    this.#paused = false;
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    this.#endAll('left');
    this.#rest();
  }

  #endAll(end: PlaybackEnd): void {
    for (const waiting of this.#queue.clear()) waiting.end(end);
    this.#endCurrent(end);
  }

  #endCurrent(end: PlaybackEnd): void {
    const ended = this.#current;
    this.#current = undefined;
    ended?.end(end);
    if (this.#voice.is === 'speaking' || this.#voice.is === 'dry')
      this.#voice = { is: 'closing', silencesLeft: silencePacketsAtEnd };
  }

  /** The next in line has its turn when nobody has; the one behind it gets ready. */
  #advance(): void {
    if (!this.#current) this.#current = this.#queue.take();
    this.#current?.prepare();
    this.#queue.next?.prepare();
    this.#wake();
  }

  #wake(): void {
    const pending =
      this.#voice.is !== 'quiet' || this.#current?.over || this.#current?.ready(this.#prebufferMs);
    if (!pending || this.#paused || this.#closed || this.#stopTicking) return;
    this.#stopTicking = this.#pacer.join(() => this.#tick());
  }

  /** Off the clock, until there is something to say again. */
  #rest(): void {
    this.#stopTicking?.();
    this.#stopTicking = undefined;
    if (this.#voice.is !== 'quiet') this.#setSpeaking(false);
    this.#voice = { is: 'quiet' };
  }

  #tick(): void {
    if (this.#current?.over) this.#endByItself(this.#current);
    if (this.#voice.is === 'closing') this.#sendSilence('closing', this.#voice.silencesLeft);
    else if (this.#current && this.#mayGoOn(this.#current)) this.#sendPacket(this.#current);
    else if (this.#voice.is === 'speaking') this.#sendSilence('dry', silencePacketsAtEnd);
    else if (this.#voice.is === 'dry') this.#sendSilence('dry', this.#voice.silencesLeft);
    else this.#rest();
  }

  /** Its last packet was sent a tick ago, so by now it was heard. */
  #endByItself(current: RunningPlayback): void {
    current.endByItself();
    this.#endCurrent('finished');
    this.#advance();
  }

  #mayGoOn(current: RunningPlayback): boolean {
    return this.#voice.is === 'speaking' ? current.packet !== undefined : current.ready(this.#prebufferMs);
  }

  #sendPacket(current: RunningPlayback): void {
    const { packet } = current;
    if (!packet || !this.#send(packet)) return;
    this.#voice = { is: 'speaking' };
    current.sent();
  }

  #sendSilence(is: 'dry' | 'closing', silencesLeft: number): void {
    if (silencesLeft === 0) {
      this.#rest();
      this.#wake();
      return;
    }
    this.#send(silencePacket);
    this.#voice = { is, silencesLeft: silencesLeft - 1 };
  }

  #send(packet: Uint8Array): boolean {
    try {
      return this.#sink.send(packet);
    } catch {
      return false;
    }
  }

  #setSpeaking(on: boolean): void {
    try {
      this.#sink.setSpeaking(on);
    } catch {
      // A connection that is gone shows nobody as speaking.
    }
  }
}
