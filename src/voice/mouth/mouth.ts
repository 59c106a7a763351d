import { frameMs, silencePacket, silencePacketsAtEnd } from '../packets/audio.ts';
import { type FairTurns, sharedTurns } from '../packets/pump.ts';
import type { RoomFeature } from '../room/feature.ts';
import { Floor } from './floor.ts';
import { type Pacer, sharedPacer } from './pacer.ts';
import { RunningPlayback } from './playback.ts';
import type { Ending, MouthSeat, Playback, PlaybackEnd, PlayRequest, RoomMouth, RoomSink } from './types.ts';

export interface MouthOptions {
  /** How much of a playback has to be ready before it begins, or continues after running dry. Default 0. */
  readonly prebufferMs?: number;
  /** How far to read ahead at most, for the current and the next playback. Default 10 s. */
  readonly readAheadMs?: number;
  readonly pacer?: Pacer;
  readonly turns?: FairTurns;
}

/**
 * What the last packet was. `dry`: silence until its source catches up. `closing`: the silence after its end, which is
 * always sent whole.
 */
type Voice =
  | { readonly is: 'quiet' }
  | { readonly is: 'speaking' }
  | { readonly is: 'dry' | 'closing'; readonly silencesLeft: number };

const defaultReadAheadMs = 10_000;

/** Says one thing at a time, on the 20 ms clock. Paused until people can hear the room. */
export function createMouth(sink: RoomSink, options: MouthOptions = {}): RoomMouth {
  return new ClockedMouth(sink, options);
}

class ClockedMouth implements RoomMouth {
  readonly #sink: RoomSink;
  readonly #prebufferMs: number;
  readonly #capacity: number;
  readonly #pacer: Pacer;
  readonly #turns: FairTurns;
  readonly #floor = new Floor<RunningPlayback>();
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
      turns = sharedTurns,
    } = options;
    this.#sink = sink;
    this.#prebufferMs = prebufferMs;
    this.#capacity = Math.max(1, Math.ceil(Math.max(readAheadMs, prebufferMs) / frameMs));
    this.#pacer = pacer;
    this.#turns = turns;
  }

  get busy(): boolean {
    return this.#current !== undefined || this.#floor.line.length > 0;
  }

  seat(feature: RoomFeature): MouthSeat {
    // A copy, because a feature that left and came back counts as another one.
    const by: RoomFeature = { ...feature };
    const floor = this.#floor;
    const mine = () => (this.#current?.by === by ? this.#current : undefined);
    let isOpen = true;
    return {
      get playing() {
        return mine()?.id;
      },
      get waiting() {
        return floor.line.filter((item) => item.by === by).map(({ id }) => id);
      },
      play: (request) => this.#play(request, by, isOpen),
      skip: (id = mine()?.id, ending = {}) => id !== undefined && this.#skip(by, id, ending),
      stop: (ending = {}) => this.#endAll('stopped', by, ending),
      hold: () => (isOpen ? this.#hold(by) : () => undefined),
      close: () => {
        isOpen = false;
        floor.letGo(by);
        this.#endAll('left', by);
      },
    };
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#rest();
    // Nobody can hear it fade.
    if (this.#current?.fading) this.#endByItself(this.#current);
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

  #play(request: PlayRequest, by: RoomFeature, isOpen: boolean): Playback {
    const pumping = { capacity: this.#capacity, turns: this.#turns };
    const playback = new RunningPlayback(request, by, pumping, (changed) => {
      if (changed === this.#current) this.#wake();
    });
    if (this.#closed || !isOpen) {
      playback.end('left');
      return playback;
    }
    this.#floor.add(playback);
    if (request.interrupts) this.#makeWay(by);
    this.#advance();
    return playback;
  }

  /** What a less important feature is saying continues later, where it stopped. */
  #makeWay(by: RoomFeature): void {
    const current = this.#current;
    if (!current || current.by.rank >= by.rank || current.fading) return;
    this.#floor.putBack(current);
    this.#current = undefined;
    this.#fallSilent();
  }

  #hold(by: RoomFeature): () => void {
    const letGo = this.#floor.hold(by);
    return () => {
      letGo();
      this.#advance();
    };
  }

  #skip(by: RoomFeature, id: string, ending: Ending): boolean {
    if (this.#current?.by === by && this.#current.id === id) {
      this.#endCurrent('skipped', ending);
      this.#advance();
      return true;
    }
    const waiting = this.#floor.remove(by, id);
    waiting?.end('skipped');
    this.#floor.next?.prepare();
    return waiting !== undefined;
  }

  #endAll(end: PlaybackEnd, by?: RoomFeature, ending: Ending = {}): void {
    for (const waiting of this.#floor.clear(by)) waiting.end(end);
    if (by === undefined || this.#current?.by === by) this.#endCurrent(end, ending);
    this.#advance();
  }

  #endCurrent(end: PlaybackEnd, { fadeMs = 0 }: Ending = {}): void {
    const ended = this.#current;
    if (!ended) return;
    if (fadeMs > 0 && this.#voice.is === 'speaking' && ended.fadeOut(fadeMs, end)) return;
    this.#current = undefined;
    ended.end(end);
    this.#fallSilent();
  }

  #fallSilent(): void {
    if (this.#voice.is === 'speaking' || this.#voice.is === 'dry')
      this.#voice = { is: 'closing', silencesLeft: silencePacketsAtEnd };
  }

  /** Starts the next in line if nothing plays, and prepares the one after it. */
  #advance(): void {
    if (this.#closed) return;
    if (!this.#current) this.#current = this.#floor.take();
    this.#current?.prepare();
    this.#floor.next?.prepare();
    this.#wake();
  }

  #wake(): void {
    const pending =
      this.#voice.is !== 'quiet' || this.#current?.over || this.#current?.ready(this.#prebufferMs);
    if (!pending || this.#paused || this.#closed || this.#stopTicking) return;
    this.#stopTicking = this.#pacer.join((_, missed) => this.#tick(missed));
  }

  /** Leaves the clock until there's something to say again. */
  #rest(): void {
    this.#stopTicking?.();
    this.#stopTicking = undefined;
    if (this.#voice.is !== 'quiet') this.#setSpeaking(false);
    this.#voice = { is: 'quiet' };
  }

  #tick(missed: number): void {
    if (missed > 0 && this.#voice.is === 'speaking') this.#current?.fallBehind(missed);
    if (this.#current?.over) this.#endByItself(this.#current);
    if (this.#voice.is === 'closing') this.#sendSilence('closing', this.#voice.silencesLeft);
    else if (this.#current && this.#mayGoOn(this.#current)) this.#sendPacket(this.#current);
    else if (this.#voice.is === 'speaking') this.#sendSilence('dry', silencePacketsAtEnd);
    else if (this.#voice.is === 'dry') this.#sendSilence('dry', this.#voice.silencesLeft);
    else this.#rest();
  }

  /** Its last packet was sent a tick ago, so people have heard it by now. */
  #endByItself(current: RunningPlayback): void {
    this.#current = undefined;
    current.endByItself();
    this.#fallSilent();
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
      // If the connection is gone, nobody is shown as speaking.
    }
  }
}
