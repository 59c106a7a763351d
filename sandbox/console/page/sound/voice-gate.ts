/** What leaves the gate for one frame that came in. */
export type GateOutput<Packet> =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'packet'; readonly packet: Packet; readonly opens: boolean }
  /** The speech is over; nothing follows until the gate opens again. */
  | { readonly kind: 'pause' };

export interface GateOptions {
  /** Root mean square from which on a frame counts as speech. */
  readonly threshold: number;
  /** Frames by which everything is delayed, so that the beginning of a word is not lost. */
  readonly lookAheadFrames: number;
  /** Frames that still pass after the last loud one. */
  readonly hangFrames: number;
}

/** Lets packets pass while someone speaks, as chat clients do. */
export class VoiceGate<Packet> {
  readonly #options: GateOptions;
  readonly #waiting: Packet[] = [];
  #framesToPass = 0;
  #open = false;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  push(packet: Packet, amplitude: number): GateOutput<Packet> {
    const { threshold, lookAheadFrames, hangFrames } = this.#options;
    this.#waiting.push(packet);
    if (amplitude >= threshold) this.#framesToPass = lookAheadFrames + 1 + hangFrames;
    if (this.#waiting.length <= lookAheadFrames) return { kind: 'nothing' };
    const due = this.#waiting.shift();
    if (this.#framesToPass === 0 || due === undefined) return this.shut();
    this.#framesToPass -= 1;
    const opens = !this.#open;
    this.#open = true;
    return { kind: 'packet', packet: due, opens };
  }

  /** At once, whatever was still to come. */
  shut(): GateOutput<Packet> {
    this.#framesToPass = 0;
    if (!this.#open) return { kind: 'nothing' };
    this.#open = false;
    return { kind: 'pause' };
  }

  /** Shuts, and forgets what was said before. */
  clear(): GateOutput<Packet> {
    this.#waiting.length = 0;
    return this.shut();
  }
}
