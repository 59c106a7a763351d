import type { OpusPacket } from '../../src/voice/packets/audio.ts';

/** A source whose packets come when a test says so. */
export class PushedPackets implements AsyncIterable<OpusPacket> {
  readonly #packets: OpusPacket[] = [];
  #end: { readonly error?: unknown } | undefined;
  #wake = () => {};
  /** How many packets were asked for. */
  asked = 0;
  returned = false;

  push(...packets: OpusPacket[]): this {
    this.#packets.push(...packets);
    this.#wake();
    return this;
  }

  end(): this {
    this.#end = {};
    this.#wake();
    return this;
  }

  fail(error: unknown): this {
    this.#end = { error };
    this.#wake();
    return this;
  }

  [Symbol.asyncIterator](): AsyncIterator<OpusPacket> {
    return {
      next: async () => {
        this.asked += 1;
        while (this.#packets.length === 0 && !this.#end) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
        const value = this.#packets.shift();
        if (value) return { done: false, value };
        if (this.#end && 'error' in this.#end) throw this.#end.error;
        return { done: true, value: undefined };
      },
      return: async () => {
        this.returned = true;
        return { done: true, value: undefined };
      },
    };
  }
}

/** Packets that can be told apart: the first byte is the speaker's, the second counts. */
export function numbered(speaker: number, count: number): OpusPacket[] {
  return Array.from({ length: count }, (_, index) => Uint8Array.of(speaker, index));
}
