import { type OpusPacket, rtpTicksPerFrame } from './audio.ts';
import { framesOf, packetOfFrames } from './opus-packet.ts';

/**
 * Makes packets of 20 ms of packets of other durations without touching the sound: longer ones are taken apart, shorter
 * ones put together. What already has 20 ms stays as it is.
 */
export class Regrouper {
  #configuration = 0;
  #frameTicks = 0;
  #held: Uint8Array[] = [];

  /**
   * @returns undefined, and forgets nothing, when it cannot be done: a single frame of 40 or 60 ms, or another
   * configuration in the middle of 20 ms
   * @throws {OpusPacketError}
   */
  add(packet: OpusPacket): readonly OpusPacket[] | undefined {
    const { configuration, frameTicks, frames } = framesOf(packet);
    const holding = this.#held.length > 0;
    if (frameTicks > rtpTicksPerFrame || (holding && configuration !== this.#configuration)) return undefined;
    if (!holding && frames.length * frameTicks === rtpTicksPerFrame) return [packet];
    this.#configuration = configuration;
    this.#frameTicks = frameTicks;
    const whole: OpusPacket[] = [];
    for (const frame of frames) {
      this.#held.push(frame);
      if (this.#held.length * frameTicks === rtpTicksPerFrame) whole.push(...this.takeHeld());
    }
    return whole;
  }

  /** What does not make 20 ms yet, as it is. */
  takeHeld(): readonly OpusPacket[] {
    if (this.#held.length === 0) return [];
    const packet = packetOfFrames(this.#configuration, this.#held);
    this.#held = [];
    return [packet];
  }

  /** The same, filled up to 20 ms with frames of no bytes, which decoders play as a fade. */
  end(): readonly OpusPacket[] {
    while (this.#held.length > 0 && this.#held.length * this.#frameTicks < rtpTicksPerFrame)
      this.#held.push(new Uint8Array());
    return this.takeHeld();
  }
}
