import type { Pacer } from '../mouth/pacer.ts';
import { frameMs } from '../packets/audio.ts';
import { Speaker, type SpeakerOptions } from './speaker.ts';

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

  /**
   * What was kept of that stream, in order.
   * @param sinceMs when its person agreed to be heard: what they said before isn't for us; undefined if they didn't
   */
  take(ssrc: number, nowMs: number, sinceMs: number | undefined): readonly Buffer[] {
    this.#forgetBefore(nowMs - keptMs);
    const stream = this.#streams.get(ssrc) ?? [];
    this.#streams.delete(ssrc);
    if (sinceMs === undefined) return [];
    return stream.filter(({ atMs }) => atMs >= sinceMs).map(({ datagram }) => datagram);
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

/**
 * Everybody who was heard, and whose stream is whose. Ticks while there's something to wait for or silence to report. People
 * who left are kept, so that their next stream continues where the last one ended.
 */
export class Speakers {
  readonly #options;
  readonly #speakers = new Map<string, Speaker>();
  readonly #owners = new Map<number, { readonly userId: string; readonly networking: unknown }>();
  readonly #waiting = new WaitingDatagrams();
  #stopTicking: (() => void) | undefined;

  constructor(
    options: Omit<SpeakerOptions, 'userId' | 'ssrc' | 'after'> & {
      readonly pacer: Pacer;
      readonly nowMs: () => number;
    },
  ) {
    this.#options = options;
  }

  /** Whose stream it is; undefined if it isn't known yet. */
  ownerOf(ssrc: number): string | undefined {
    return this.#owners.get(ssrc)?.userId;
  }

  /** Of a person who may be named soon. */
  keepUnnamed(ssrc: number, datagram: Buffer): void {
    this.#waiting.add(ssrc, datagram, this.#options.nowMs());
  }

  /**
   * @param sinceMs when they agreed to be heard; undefined if they didn't
   * @returns what came of that stream since then
   */
  nameStream(
    ssrc: number,
    userId: string,
    networking: unknown,
    sinceMs: number | undefined,
  ): readonly Buffer[] {
    this.#owners.set(ssrc, { userId, networking });
    return this.#waiting.take(ssrc, this.#options.nowMs(), sinceMs);
  }

  /** Names and streams belong to a voice server; on another one they may be another person's (spec 5, 1.3, 12). */
  beginAnew(networking: unknown): void {
    for (const [ssrc, owner] of this.#owners) if (owner.networking !== networking) this.#owners.delete(ssrc);
    this.#waiting.clear();
    this.leave();
  }

  /** They left the channel. */
  forgetPerson(userId: string): void {
    for (const [ssrc, owner] of this.#owners) if (owner.userId === userId) this.#owners.delete(ssrc);
    this.leave(userId);
  }

  /** A new SSRC is a new stream. One that was left is over. */
  find(userId: string, ssrc: number): Speaker | undefined {
    const speaker = this.#speakers.get(userId);
    return speaker?.ssrc === ssrc && !speaker.left ? speaker : undefined;
  }

  begin(userId: string, ssrc: number): Speaker {
    const former = this.#speakers.get(userId);
    former?.leave();
    const after = former?.end;
    former?.free();
    const speaker = new Speaker({ ...this.#options, userId, ssrc, after }, this.#options.nowMs());
    this.#speakers.set(userId, speaker);
    return speaker;
  }

  /** Call it after a change that needs ticks. */
  keepTicking(): void {
    if (this.#speakers.size > 0)
      this.#stopTicking ??= this.#options.pacer.join((lateMs) => this.#tick(lateMs));
  }

  /** Ends their stream, or everybody's by default. */
  leave(userId?: string): void {
    for (const [each, speaker] of this.#speakers)
      if (userId === undefined || each === userId) this.#guarded(() => speaker.leave());
    this.keepTicking();
  }

  /** Ends everybody else's at once. */
  retain(userIds: ReadonlySet<string>): void {
    if (userIds.size === 0) this.#waiting.clear();
    for (const [userId, speaker] of this.#speakers) {
      if (userIds.has(userId)) continue;
      speaker.free();
      this.#speakers.delete(userId);
    }
  }

  close(): void {
    this.retain(new Set());
    this.#rest();
  }

  #tick(lateMs: number): void {
    const nowMs = this.#options.nowMs();
    let pending = false;
    for (const speaker of this.#speakers.values()) {
      if (lateMs > frameMs) speaker.excuse(lateMs);
      this.#guarded(() => {
        pending = speaker.tick(nowMs) || pending;
      });
    }
    if (!pending) this.#rest();
  }

  #rest(): void {
    this.#stopTicking?.();
    this.#stopTicking = undefined;
  }

  /** Nothing catches errors on the shared clock. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onProblem(error);
    }
  }
}
