const keptMs = 2_000;
const mostPackets = 100;
const mostStreams = 25;

/**
 * Encrypted datagrams of unknown speakers: if a person was already speaking when the bot came, only a later op 5 names
 * them (spec 5, 1.3). Limited in time, streams and packets.
 */
export class WaitingDatagrams {
  readonly #streams = new Map<number, { readonly datagram: Buffer; readonly atMs: number }[]>();

  add(ssrc: number, datagram: Buffer, nowMs: number): void {
    this.#forgetBefore(nowMs - keptMs);
    const stream = this.#streams.get(ssrc) ?? [];
    if (stream.length === 0 && this.#streams.size >= mostStreams) return;
    // A copy, because the original may be a small part of a large block of memory.
    stream.push({ datagram: Buffer.from(datagram), atMs: nowMs });
    if (stream.length > mostPackets) stream.shift();
    this.#streams.set(ssrc, stream);
  }

  /** What was kept of that stream, in order. */
  take(ssrc: number, nowMs: number): readonly Buffer[] {
    this.#forgetBefore(nowMs - keptMs);
    const stream = this.#streams.get(ssrc) ?? [];
    this.#streams.delete(ssrc);
    return stream.map(({ datagram }) => datagram);
  }

  clear(): void {
    this.#streams.clear();
  }

  #forgetBefore(atMs: number): void {
    for (const [ssrc, stream] of this.#streams) {
      while (stream[0] && stream[0].atMs < atMs) stream.shift();
      if (stream.length === 0) this.#streams.delete(ssrc);
    }
  }
}
