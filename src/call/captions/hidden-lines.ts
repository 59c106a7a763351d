import type { Clock } from '../../operations/clock.ts';
import type { BasicCall } from '../types.ts';

export interface HiddenLinesParts {
  readonly call: Pick<BasicCall, 'channelId'>;
  /** Whether people who can't see that voice channel could read this. */
  readonly exposes: (voiceChannelId: string) => boolean;
  readonly clock: Clock;
  /** Lines are left out from now on. Called once, until they're shown again. */
  readonly onHidden: (channelId: string) => void;
  /** Lines are shown again. */
  readonly onShown?: () => void;
}

/** Permissions can change without anyone moving. */
const looksEveryMs = 1_000;

/**
 * Which lines to leave out: a moderator may have moved the call to a voice channel that readers can't see, or hidden
 * its current one. If any part of a line was said there, the line stays as it was before that.
 */
export class HiddenLines {
  readonly #parts: HiddenLinesParts;
  readonly #lines = new Set<string>();
  #isHidden = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #channelId: string | undefined;

  constructor(parts: HiddenLinesParts) {
    this.#parts = parts;
  }

  /** Leaves out the rest of this line. */
  keepOut(lineId: string): void {
    this.#lines.add(lineId);
  }

  /** Whether to leave this line out. Forgets it once it's final. */
  has(line: { readonly id: string; readonly final: boolean }): boolean {
    this.look();
    if (this.#isHidden) this.#lines.add(line.id);
    return line.final ? this.#lines.delete(line.id) : this.#lines.has(line.id);
  }

  /** Whether anything has to be left out right now. */
  look(): boolean {
    const { call, exposes, clock, onHidden, onShown } = this.#parts;
    const { channelId } = call;
    const isLately = clock.now() - this.#lookedAt < looksEveryMs;
    if (channelId === this.#channelId && isLately) return this.#isHidden;
    this.#channelId = channelId;
    this.#lookedAt = clock.now();
    const wasHidden = this.#isHidden;
    this.#isHidden = exposes(channelId);
    if (this.#isHidden && !wasHidden) onHidden(channelId);
    if (!this.#isHidden && wasHidden) onShown?.();
    return this.#isHidden;
  }
}
