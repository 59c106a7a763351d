/** 1.5 s of frames: longer than any word, shorter than anyone waits for a turn's end. */
const frames = 75;
/** A tenth of the time even people who never pause are between two syllables. */
const rank = 7;

/**
 * How loud a microphone is while nobody speaks into it: the tenth of the last 1.5 s that was quietest. It's learnt during
 * speech, too, so a fan that starts in the middle of a sentence doesn't make it endless.
 */
export class Background {
  readonly #levels = new Float32Array(frames);
  readonly #sorted = new Float32Array(frames);
  #at = 0;

  get level(): number {
    return this.#sorted[rank] ?? 0;
  }

  add(level: number): void {
    const oldest = this.#levels[this.#at] ?? 0;
    this.#levels[this.#at] = level;
    this.#at = (this.#at + 1) % frames;
    const sorted = this.#sorted;
    let index = sorted.indexOf(oldest);
    const value = Math.fround(level);
    for (; index + 1 < frames && (sorted[index + 1] ?? 0) < value; index += 1)
      sorted[index] = sorted[index + 1] ?? 0;
    for (; index > 0 && (sorted[index - 1] ?? 0) > value; index -= 1) sorted[index] = sorted[index - 1] ?? 0;
    sorted[index] = value;
  }
}
