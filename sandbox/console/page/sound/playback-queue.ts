import { sampleRateHz } from './audio-format.ts';

const samplesIn = (ms: number): number => (sampleRateHz * ms) / 1000;

/** Sound that is kept back before it is played, so that packets may come unevenly: so much at first … */
const firstCushion = samplesIn(60);
/** … half as much again whenever that was not enough, up to this … */
const largestCushion = samplesIn(400);
/** … and a little less after each utterance that came evenly. */
const easing = 0.9;
/** What comes so soon after nothing was left was late; later, it is a new utterance. */
const lateWithin = samplesIn(200);
/** Less than the cushion is played, too, once it has waited so much longer. */
const patience = samplesIn(40);
/** More than the cushion and this is late; quiet pieces are left out until it has been caught up. */
const surplus = samplesIn(180);
/** More than that is never kept. */
const mostSamples = samplesIn(5000);
const quietAmplitude = 0.003;

type Piece = readonly Float32Array[];

/** One speaker's sound between the network and the loudspeaker. */
export class PlaybackQueue {
  #pieces: Piece[] = [];
  #offset = 0;
  #queued = 0;
  #playing = false;
  #waited = 0;
  #cushion = firstCushion;
  /** Samples that were asked for since nothing was left. */
  #sinceDry = Number.POSITIVE_INFINITY;

  /** Channels of equal length. */
  push(piece: Piece): void {
    const length = piece[0]?.length ?? 0;
    if (length === 0 || (this.#queued > this.#cushion + surplus && isQuiet(piece))) return;
    if (this.#queued === 0 && !this.#playing) this.#learn();
    this.#pieces.push(piece);
    this.#queued += length;
    while (this.#queued > mostSamples) this.#drop();
  }

  clear(): void {
    this.#pieces = [];
    this.#offset = 0;
    this.#queued = 0;
    this.#playing = false;
    this.#waited = 0;
    this.#sinceDry = Number.POSITIVE_INFINITY;
  }

  /** Fills the channels with what is due, and with silence where there is nothing. */
  read(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    for (const channel of channels) channel.fill(0);
    this.#sinceDry += length;
    if (!this.#playing && !this.#mayStart(length)) return;
    this.#playing = true;
    let written = 0;
    while (written < length) {
      const [piece] = this.#pieces;
      const size = piece?.[0]?.length ?? 0;
      if (!piece) break;
      const taken = Math.min(length - written, size - this.#offset);
      for (const [index, channel] of channels.entries()) {
        const from = piece[index] ?? piece[0];
        if (from) channel.set(from.subarray(this.#offset, this.#offset + taken), written);
      }
      written += taken;
      this.#offset += taken;
      this.#queued -= taken;
      if (this.#offset === size) this.#drop();
    }
    if (written === length) return;
    this.clear();
    this.#sinceDry = 0;
  }

  #mayStart(length: number): boolean {
    if (this.#queued === 0) return false;
    this.#waited += length;
    return this.#queued >= this.#cushion || this.#waited >= this.#cushion + patience;
  }

  #learn(): void {
    this.#cushion =
      this.#sinceDry < lateWithin
        ? Math.min(largestCushion, this.#cushion * 1.5)
        : Math.max(firstCushion, this.#cushion * easing);
  }

  #drop(): void {
    const size = this.#pieces.shift()?.[0]?.length ?? 0;
    this.#queued -= size - this.#offset;
    this.#offset = 0;
  }
}

function isQuiet(piece: Piece): boolean {
  return piece.every((channel) => channel.every((sample) => Math.abs(sample) < quietAmplitude));
}
