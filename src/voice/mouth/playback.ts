import { frameMs, type OpusPacket } from '../packets/audio.ts';
import type { Lane } from '../packets/lane.ts';
import { PacketPump } from '../packets/pump.ts';
import type { Playback, PlaybackEnd, PlayRequest } from './types.ts';

export interface PlaybackOptions {
  readonly capacity: number;
  readonly lane: Lane;
  readonly onChange: (playback: RunningPlayback) => void;
}

/** A playback from the mouth's side. Whoever asked for it sees a `Playback`. */
export class RunningPlayback implements Playback {
  readonly id: string;
  readonly priority: 'urgent' | 'normal';
  readonly started: Promise<boolean>;
  readonly ended: Promise<PlaybackEnd>;
  readonly #pump: PacketPump;
  readonly #onStarted: (heard: boolean) => void;
  readonly #onEnded: (end: PlaybackEnd) => void;
  #error: unknown;
  #sentPackets = 0;

  constructor({ id, packets, priority }: PlayRequest, { capacity, lane, onChange }: PlaybackOptions) {
    this.id = id;
    this.priority = priority;
    const started = Promise.withResolvers<boolean>();
    const ended = Promise.withResolvers<PlaybackEnd>();
    this.started = started.promise;
    this.ended = ended.promise;
    this.#onStarted = started.resolve;
    this.#onEnded = ended.resolve;
    this.#pump = new PacketPump(packets, { capacity, lane, onChange: () => onChange(this) });
  }

  get error(): unknown {
    return this.#error;
  }

  get playedMs(): number {
    return this.#sentPackets * frameMs;
  }

  /** Nothing is left to be sent, and nothing will come. */
  get over(): boolean {
    return this.#pump.end !== undefined && this.#pump.length === 0;
  }

  /** Begins to read its packets ahead. */
  prepare(): void {
    this.#pump.start();
  }

  /** Whether it can begin, or go on after it ran dry. */
  ready(prebufferMs: number): boolean {
    const { length, end, full } = this.#pump;
    return length > 0 && (end !== undefined || full || length * frameMs >= prebufferMs);
  }

  get packet(): OpusPacket | undefined {
    return this.#pump.peek();
  }

  /** The packet is on the wire. */
  sent(): void {
    this.#pump.drop();
    this.#sentPackets += 1;
    this.#onStarted(true);
  }

  /** Once `over`: how it ended by itself. */
  endByItself(): void {
    const end = this.#pump.end;
    if (end?.is === 'failed') {
      this.#error = end.error;
      this.end('failed');
    } else this.end('finished');
  }

  end(end: PlaybackEnd): void {
    this.#pump.close();
    this.#onStarted(false);
    this.#onEnded(end);
  }
}
