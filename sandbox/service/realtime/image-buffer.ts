import { largestSides } from './image-check.ts';
import { InvalidValue } from './session-config.ts';

export interface ImageRules {
  /** Raw bytes (document 2, "Limits"). */
  readonly largestBytes: number;
  /** Undefined: as many as come. */
  readonly perSecond?: number;
}

const tallest = 1_080;
const widest = 1_920;

/** The images that wait for the next turn (document 2, "Limits"). */
export class ImageBuffer {
  readonly #now: () => number;
  #lately: number[] = [];
  #pending = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** @throws {InvalidValue} for an image that the service doesn't take */
  append(image: Uint8Array, heardAny: boolean, { largestBytes, perSecond }: ImageRules): void {
    if (!heardAny) throw new InvalidValue('', 'Error append image before append audio.', 'invalid_event');
    if (image.length > largestBytes)
      throw new InvalidValue('image', `The image is larger than ${Math.floor(largestBytes / 1024)} KB.`);
    const sides = largestSides(image);
    if (!sides) throw new InvalidValue('image', 'The image must be a JPG or JPEG.');
    const { width, height } = sides;
    if (Math.min(width, height) > tallest || Math.max(width, height) > widest)
      throw new InvalidValue('image', 'The image must be at most 1080p.');
    this.#lately = this.#lately.filter((at) => this.#now() - at < 1_000);
    if (perSecond !== undefined && this.#lately.length >= perSecond)
      throw new InvalidValue('image', `At most ${perSecond} images per second.`);
    this.#lately.push(this.#now());
    this.#pending += 1;
  }

  take(): number {
    const images = this.#pending;
    this.#pending = 0;
    return images;
  }
}
