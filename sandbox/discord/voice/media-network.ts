import type { VoiceFaults } from './voice-server-types.ts';

export interface MediaAddress {
  readonly address: string;
  readonly port: number;
}

type Impairment = Parameters<VoiceFaults['impair']>[0];

interface Line {
  readonly to: MediaAddress;
  readonly queue: { readonly packet: Buffer; readonly dueMs: number }[];
  /** Waits until another packet has overtaken it. */
  overtaken: { readonly packet: Buffer; readonly timer: NodeJS.Timeout } | undefined;
  timer: NodeJS.Timeout | undefined;
}

/** A packet that should be overtaken goes on after this time if nothing follows. */
const longestOvertakeMs = 100;

/** The network between the server and its clients, as bad as it was told to be. Every decision is drawn from the seed, in order. */
export class MediaNetwork {
  readonly #transmit: (packet: Buffer, to: MediaAddress) => void;
  readonly #lines = new Map<string, Line>();
  #impairment: Impairment | undefined;
  #draw = randomFrom(1);

  constructor(transmit: (packet: Buffer, to: MediaAddress) => void) {
    this.#transmit = transmit;
  }

  impair(impairment: Impairment): void {
    this.clear();
    this.#impairment = impairment;
    this.#draw = randomFrom(impairment.seed ?? 1);
  }

  /** Packets go straight through again, and those that are waiting go on at once. */
  clear(): void {
    this.#impairment = undefined;
    for (const line of this.#lines.values()) {
      for (const { packet } of line.queue) this.#transmit(packet, line.to);
      if (line.overtaken) this.#transmit(line.overtaken.packet, line.to);
    }
    this.close();
  }

  send(packet: Buffer, to: MediaAddress): void {
    const impairment = this.#impairment;
    if (!impairment) {
      this.#transmit(packet, to);
      return;
    }
    const [lost, twice, late, delay] = [this.#draw(), this.#draw(), this.#draw(), this.#draw()];
    if (lost < (impairment.loss ?? 0)) return;
    const line = this.#lineTo(to);
    if (!line.overtaken && late < (impairment.reorder ?? 0)) {
      const timer = setTimeout(() => this.#release(line), longestOvertakeMs);
      line.overtaken = { packet, timer };
      return;
    }
    const dueMs = performance.now() + delay * (impairment.jitterMs ?? 0);
    line.queue.push({ packet, dueMs });
    if (twice < (impairment.duplicate ?? 0)) line.queue.push({ packet, dueMs });
    this.#release(line);
  }

  /** Drops the packets that are waiting. */
  close(): void {
    for (const { timer, overtaken } of this.#lines.values()) {
      clearTimeout(timer);
      clearTimeout(overtaken?.timer);
    }
    this.#lines.clear();
  }

  #lineTo(to: MediaAddress): Line {
    const name = `${to.address}:${to.port}`;
    const line = this.#lines.get(name) ?? { to, queue: [], overtaken: undefined, timer: undefined };
    this.#lines.set(name, line);
    return line;
  }

  /** A packet that waited to be overtaken goes on behind the others. */
  #release(line: Line): void {
    const { overtaken } = line;
    line.overtaken = undefined;
    clearTimeout(overtaken?.timer);
    if (overtaken) line.queue.push({ packet: overtaken.packet, dueMs: 0 });
    this.#drain(line);
  }

  /** In order: jitter delays a packet, and with it those behind it. */
  #drain(line: Line): void {
    clearTimeout(line.timer);
    const now = performance.now();
    for (let next = line.queue[0]; next && next.dueMs <= now; next = line.queue[0]) {
      line.queue.shift();
      this.#transmit(next.packet, line.to);
    }
    const [next] = line.queue;
    if (next) line.timer = setTimeout(() => this.#drain(line), Math.ceil(next.dueMs - now));
  }
}

/** Numbers from 0 to 1, the same ones for the same seed (a 32-bit Weyl sequence, mixed). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e37_79b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0_aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a_2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}
