import type { Pacer } from '../mouth/pacer.ts';
import { frameMs } from '../packets/audio.ts';
import { Speaker, type SpeakerOptions } from './speaker.ts';

export interface SpeakersOptions extends Omit<SpeakerOptions, 'userId' | 'ssrc' | 'after'> {
  readonly pacer: Pacer;
  readonly nowMs: () => number;
}

/**
 * Everybody who was heard, with their streams. Ticks while there's something to wait for or silence to report. People
 * who left are kept, so that their next stream continues where the last one ended.
 */
export class Speakers {
  readonly #options: SpeakersOptions;
  readonly #speakers = new Map<string, Speaker>();
  #stopTicking: (() => void) | undefined;

  constructor(options: SpeakersOptions) {
    this.#options = options;
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
