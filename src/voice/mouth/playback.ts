import { frameMs, type OpusPacket } from '../packets/audio.ts';
import { decibels, PcmPump } from '../packets/of-pcm.ts';
import { PacketPump, type PumpOptions } from '../packets/pump.ts';
import type { RoomFeature } from '../room/feature.ts';
import type { Playback, PlaybackEnd, PlayRequest } from './types.ts';

/**
 * How far speech may fall behind after the process stood still: a pause is better than a missing word, but a process
 * with too little CPU must not stretch its speech endlessly.
 */
const mostBehindPackets = 2_000 / frameMs;
/**
 * The most that's left out after a stall. If a machine stood still for longer, it was asleep and isn't short of time.
 */
const mostLeftOutPackets = 1_000 / frameMs;

/** A playback as the mouth sees it; features see a `Playback`. */
export class RunningPlayback implements Playback {
  readonly id: string;
  readonly by: RoomFeature;
  readonly priority: 'urgent' | 'normal';
  readonly started: Promise<boolean>;
  readonly ended: Promise<PlaybackEnd>;
  readonly #pump: PacketPump<OpusPacket> | PcmPump;
  readonly #onStarted: (heard: boolean) => void;
  readonly #onEnded: (end: PlaybackEnd) => void;
  #error: unknown;
  /** Sent, or left out. */
  #donePackets = 0;
  #behindPackets = 0;
  /** While it fades out: how it will have ended, and after how many packets. */
  #fade: { readonly end: PlaybackEnd; packetsLeft: number } | undefined;

  constructor(
    request: PlayRequest,
    by: RoomFeature,
    pumping: Omit<PumpOptions, 'onChange'>,
    tellChange: (playback: RunningPlayback) => void,
  ) {
    this.id = request.id;
    this.by = by;
    this.priority = request.priority;
    const started = Promise.withResolvers<boolean>();
    const ended = Promise.withResolvers<PlaybackEnd>();
    this.started = started.promise;
    this.ended = ended.promise;
    this.#onStarted = started.resolve;
    this.#onEnded = ended.resolve;
    const options = { ...pumping, onChange: () => tellChange(this) };
    this.#pump =
      'pcm' in request
        ? new PcmPump(request.pcm, request.sampleRateHz, options)
        : new PacketPump(request.packets, options);
  }

  get error(): unknown {
    return this.#error;
  }

  get playedMs(): number {
    return this.#donePackets * frameMs;
  }

  get fading(): boolean {
    return this.#fade !== undefined;
  }

  /** Nothing is left to send, and nothing more will come. */
  get over(): boolean {
    if (this.#fade) return this.#fade.packetsLeft === 0 || this.#pump.length === 0;
    return this.#pump.end !== undefined && this.#pump.length === 0;
  }

  /** Starts reading its packets ahead. */
  prepare(): void {
    this.#pump.start();
  }

  /** Whether it can begin, or continue after running dry. */
  ready(prebufferMs: number): boolean {
    const { length, end, full } = this.#pump;
    return length > 0 && (end !== undefined || full || length * frameMs >= prebufferMs);
  }

  get packet(): OpusPacket | undefined {
    return this.#pump.peek();
  }

  setGain(dB: number, overMs: number): boolean {
    if (!(this.#pump instanceof PcmPump)) return false;
    if (!this.#fade) this.#pump.gain.glide(decibels(dB), overMs);
    return true;
  }

  /** Fades it out. Returns false if that's impossible, and the caller has to end it. */
  fadeOut(overMs: number, end: PlaybackEnd): boolean {
    if (!(this.#pump instanceof PcmPump) || this.#pump.length === 0) return false;
    if (this.#fade) return true;
    this.#pump.gain.glide(0, overMs);
    this.#fade = { end, packetsLeft: Math.ceil(overMs / frameMs) };
    return true;
  }

  /** The packet was sent. */
  sent(): void {
    this.#pump.drop();
    this.#donePackets += 1;
    if (this.#fade) this.#fade.packetsLeft -= 1;
    this.#onStarted(true);
  }

  /** The clock missed this many ticks during it. Skips what's too late. */
  fallBehind(packets: number): void {
    if (this.#fade) return;
    const behind = this.#behindPackets + packets;
    this.#behindPackets = Math.min(behind, mostBehindPackets);
    for (let left = Math.min(behind - this.#behindPackets, mostLeftOutPackets); left > 0; left -= 1) {
      if (this.#pump.length === 0) return;
      this.#pump.drop();
      this.#donePackets += 1;
    }
  }

  /** Once `over`: how it ended on its own. */
  endByItself(): void {
    const end = this.#pump.end;
    if (this.#fade) this.end(this.#fade.end);
    else if (end?.is === 'failed') {
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
