import type { Clock } from '../../operations/clock.ts';
import type { BasicCall } from '../types.ts';

export interface HiddenLinesParts {
  readonly call: Pick<BasicCall, 'request' | 'channelId'>;
  /** Whether people could read that text channel who don't see that voice channel. */
  readonly exposes: (guildId: string, textChannelId: string, voiceChannelId: string) => boolean;
  readonly clock: Clock;
  /** Lines are left out from now on. Told once, until they're written again. */
  readonly onHidden: (channelId: string) => void;
  /** They're written again. */
  readonly onShown?: () => void;
}

/** Permissions can change without anyone being moved. */
const looksEveryMs = 1_000;

/**
 * What isn't written down: a moderator may have moved the call to a voice channel that people who read along can't see, or
 * hidden the one that it's in. A line of which a part was said there stays out as it was when that began.
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

  /** From now on until it's final: nothing more of it is written. */
  keepOut(lineId: string): void {
    this.#lines.add(lineId);
  }

  /** Whether this must not be written. Once it's final, the line is forgotten. */
  has(line: { readonly id: string; readonly final: boolean }): boolean {
    this.look();
    if (this.#isHidden) this.#lines.add(line.id);
    return line.final ? this.#lines.delete(line.id) : this.#lines.has(line.id);
  }

  /** Whether anything must be hidden by now. */
  look(): boolean {
    const { call, exposes, clock, onHidden, onShown } = this.#parts;
    const { channelId } = call;
    const isLately = clock.now() - this.#lookedAt < looksEveryMs;
    if (channelId === this.#channelId && isLately) return this.#isHidden;
    this.#channelId = channelId;
    this.#lookedAt = clock.now();
    const wasHidden = this.#isHidden;
    this.#isHidden = exposes(call.request.guildId, call.request.textChannelId, channelId);
    if (this.#isHidden && !wasHidden) onHidden(channelId);
    if (!this.#isHidden && wasHidden) onShown?.();
    return this.#isHidden;
  }
}
