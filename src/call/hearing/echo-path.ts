import { bandCount, type Envelope, silentPoint } from './envelope.ts';
import type { Match } from './likeness.ts';

/** A band of what was played counts from that far above silence: 9 dB. */
const leastPlayed = 2;
/** How fast it's learnt from each frame that's only an echo. */
const learning = 0.03;
const mostAtOnce = 1.5;
/** An echo is at most this much louder than expected in a band: 6 dB, */
const louder = 1.4;
/** and in hardly more bands than this at once (1 frame of 100). A voice beside it is, in most of its frames. */
const bandsOfEcho = 2;
/** How many points it may come earlier or later. */
const blur = 2;

/** How one sound comes back in another: how late, and how loud in each band. So it's known what to expect. */
export class EchoPath {
  readonly match: Match;
  /** Logarithms. */
  readonly #gains = new Float64Array(bandCount);

  /** @param behind how many points ago the last of those ended that were compared */
  constructor(match: Match, heard: Envelope, played: Envelope, count: number, behind = 0) {
    this.match = match;
    const { lag, room } = match;
    for (let band = 0; band < bandCount; band += 1) {
      let sum = 0;
      let used = 0;
      for (let back = 0; back < count; back += 1) {
        const point = played.point(band, back + lag, room);
        if (point < silentPoint + leastPlayed || !heard.hasSound(back + behind)) continue;
        sum += heard.point(band, back + behind) - point;
        used += 1;
      }
      this.#gains[band] = used === 0 ? 0 : sum / used;
    }
  }

  /**
   * Whether there's more in the last point than the echo of what was played. Learns from it if not.
   * @param behind how many points ago that point was
   */
  isExceededBy(heard: Envelope, played: Envelope, behind = 0): boolean {
    const beyond: number[] = [];
    for (let band = 0; band < bandCount; band += 1) {
      const expected = Math.max(silentPoint, this.#playedIn(played, band) + (this.#gains[band] ?? 0));
      beyond.push(heard.point(band, behind) - expected);
    }
    if (beyond.filter((each) => each > louder).length > bandsOfEcho) return true;
    beyond.forEach((each, band) => {
      if (this.#playedIn(played, band) < silentPoint + leastPlayed) return;
      const step = Math.max(-mostAtOnce, Math.min(mostAtOnce, each));
      this.#gains[band] = (this.#gains[band] ?? 0) + step * learning;
    });
    return false;
  }

  /** The loudest around that time. */
  #playedIn(played: Envelope, band: number): number {
    const { lag, room } = this.match;
    let most = silentPoint;
    for (let back = Math.max(0, lag - blur); back <= lag + blur; back += 1)
      if (back < played.length) most = Math.max(most, played.point(band, back, room));
    return most;
  }
}
