import type { Clock } from '../../operations/clock.ts';
import type { BasicCall } from '../types.ts';

/** Permissions can change without anyone moving. */
const looksEveryMs = 1_000;

/**
 * Which lines to leave out: a moderator may have moved the call to a voice channel that readers can't see, or hidden
 * its current one. If any part of a line was said there, the line stays as it was before that.
 */
export class HiddenLines {
  readonly #call: Pick<BasicCall, 'channelId'>;
  readonly #clock: Clock;
  readonly #exposes: (voiceChannelId: string) => boolean;
  readonly #tell: (isHidden: boolean) => void;
  readonly #lines = new Set<string>();
  #isHidden = false;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #channelId: string | undefined;

  /**
   * @param exposes whether people who can't see that voice channel could read this
   * @param tell called when lines are left out from now on, or shown again
   */
  constructor(
    call: Pick<BasicCall, 'channelId'>,
    clock: Clock,
    exposes: (voiceChannelId: string) => boolean,
    tell: (isHidden: boolean) => void,
  ) {
    this.#call = call;
    this.#clock = clock;
    this.#exposes = exposes;
    this.#tell = tell;
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

  /** Others read along from now on. */
  lookAnew(): void {
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.look();
  }

  /** Whether anything has to be left out right now. */
  look(): boolean {
    const { channelId } = this.#call;
    const isLately = this.#clock.now() - this.#lookedAt < looksEveryMs;
    if (channelId === this.#channelId && isLately) return this.#isHidden;
    this.#channelId = channelId;
    this.#lookedAt = this.#clock.now();
    const wasHidden = this.#isHidden;
    this.#isHidden = this.#exposes(channelId);
    if (this.#isHidden !== wasHidden) this.#tell(this.#isHidden);
    return this.#isHidden;
  }
}
