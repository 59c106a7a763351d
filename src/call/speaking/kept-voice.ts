import { outputBytesPerMs, outputRateHz } from '../../service/realtime/audio.ts';
import type { Mouth, Playback, PlaybackEnd } from '../../voice/mouth/types.ts';

/**
 * 24 kHz mono PCM as it arrives, which is faster than it's played. It can be read from any point that's still kept, so
 * that an interrupted answer can go on where it stopped.
 */
export class KeptSound {
  #chunks: Uint8Array[] = [];
  /** Positions of the first byte that's still kept, and after the last one. */
  #from = 0;
  #until = 0;
  #ended = false;
  #wake: (() => void) | undefined;

  get totalMs(): number {
    return this.#until / outputBytesPerMs;
  }

  add(pcm: Uint8Array): void {
    if (this.#ended || pcm.length === 0) return;
    this.#chunks.push(pcm);
    this.#until += pcm.length;
    this.#wake?.();
  }

  /** No more is coming. */
  end(): void {
    this.#ended = true;
    this.#wake?.();
  }

  /** Nobody needs it any more. */
  close(): void {
    this.forget(this.totalMs);
    this.end();
  }

  /** Anything before this point isn't needed any more. */
  forget(beforeMs: number): void {
    for (let first = this.#chunks[0]; first; first = this.#chunks[0]) {
      if (this.#from + first.length > beforeMs * outputBytesPerMs) return;
      this.#chunks.shift();
      this.#from += first.length;
    }
  }

  /** Everything from this point on, waiting for what's still to come. */
  async *playFrom(startMs: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let at = startMs * outputBytesPerMs; ; ) {
      const piece = this.#pieceAt(at);
      if (piece) {
        at += piece.length;
        yield piece;
      } else if (this.#ended) return;
      else await this.#more();
    }
  }

  /** Part of it as samples; undefined if some of it is missing. */
  samples(startMs: number, durationMs: number): Int16Array | undefined {
    const bytes = new Uint8Array(durationMs * outputBytesPerMs);
    for (let filled = 0; filled < bytes.length; ) {
      const piece = this.#pieceAt(startMs * outputBytesPerMs + filled)?.subarray(0, bytes.length - filled);
      if (!piece) return undefined;
      bytes.set(piece, filled);
      filled += piece.length;
    }
    return new Int16Array(bytes.buffer);
  }

  #pieceAt(position: number): Uint8Array | undefined {
    let from = this.#from;
    for (const chunk of this.#chunks) {
      if (position >= from && position < from + chunk.length) return chunk.subarray(position - from);
      from += chunk.length;
    }
    return undefined;
  }

  async #more(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }
}

/**
 * Held: nothing is heard yet. Stopping: it fades out. Interrupted: it's silent and can go on. Over: nothing more will
 * be heard; `whole` if all of it was.
 */
type VoiceState =
  | { readonly is: 'held' }
  | { readonly is: 'playing'; readonly playback: Playback; audible: boolean }
  | { readonly is: 'stopping'; readonly playback: Playback; goesOn: boolean }
  | { readonly is: 'interrupted' }
  | { readonly is: 'over'; readonly whole: boolean };

const backToFullMs = 120;
/** How long audio is kept to compare with what people's microphones pick up. */
const keptBehindMs = 200;

/** One thing that the bot says: collected as it arrives, played in the room, turned down, stopped, and continued. */
export class KeptVoice {
  readonly id: string;
  readonly #mouth: Mouth;
  readonly #onChange: () => void;
  readonly #sound = new KeptSound();
  #state: VoiceState = { is: 'held' };
  /** In earlier playbacks. */
  #playedBefore = 0;
  #playbacks = 0;
  /** How much of its loudness people hear: 1 is all of it. */
  #gain = 1;

  /**
   * @param id the id of what's said
   * @param onChange called when it became audible, fell silent, or is over
   */
  constructor(mouth: Mouth, id: string, onChange: () => void) {
    this.#mouth = mouth;
    this.#onChange = onChange;
    this.id = id;
  }

  get state(): VoiceState['is'] {
    return this.#state.is;
  }

  /** People can hear it right now. */
  get audible(): boolean {
    return this.#state.is === 'stopping' || (this.#state.is === 'playing' && this.#state.audible);
  }

  get totalMs(): number {
    return this.#sound.totalMs;
  }

  /** Milliseconds sent to the room. */
  get playedMs(): number {
    const state = this.#state;
    const now = state.is === 'playing' || state.is === 'stopping' ? state.playback.playedMs : 0;
    return Math.min(this.totalMs, this.#playedBefore + now);
  }

  get whole(): boolean {
    return this.#state.is === 'over' && this.#state.whole;
  }

  add(pcm: Uint8Array): void {
    if (this.#state.is !== 'over') this.#sound.add(pcm);
  }

  /** No more audio is coming. */
  finish(): void {
    this.#sound.end();
  }

  /** Plays from the beginning, or from where it was interrupted. */
  play(): void {
    const state = this.#state;
    if (state.is === 'stopping') state.goesOn = true;
    if (state.is !== 'held' && state.is !== 'interrupted') return;
    this.#playbacks += 1;
    this.#gain = 1;
    const playback = this.#mouth.play({
      id: this.#playbacks === 1 ? this.id : `${this.id}+${this.#playbacks}`,
      priority: 'urgent',
      interrupts: true,
      pcm: this.#sound.playFrom(this.#playedBefore),
      sampleRateHz: outputRateHz,
    });
    const playing: VoiceState = { is: 'playing', playback, audible: false };
    this.#state = playing;
    void playback.started.then((heard) => {
      if (!heard || this.#state !== playing) return;
      playing.audible = true;
      this.#onChange();
    });
    void playback.ended.then((end) => this.#ended(playback, end));
  }

  /** Turns it down, so people who speak notice that they're heard. */
  duck(decibels: number, overMs: number): void {
    if (this.#state.is === 'playing' && this.#state.playback.setGain(decibels, overMs))
      this.#gain = 10 ** (decibels / 20);
  }

  unduck(): void {
    if (this.#state.is === 'playing') this.#state.playback.setGain(0, backToFullMs);
    this.#gain = 1;
  }

  /** Fades out and stops; the rest is kept until `play` or `drop`. */
  interrupt(fadeMs: number): void {
    const state = this.#state;
    if (state.is !== 'playing') return;
    this.#state = { is: 'stopping', playback: state.playback, goesOn: false };
    this.#mouth.skip(state.playback.id, { fadeMs });
  }

  /** Ends it for good. */
  drop(fadeMs: number): void {
    const state = this.#state;
    if (state.is === 'over') return;
    this.#playedBefore = this.playedMs;
    this.#state = { is: 'over', whole: false };
    this.#sound.end();
    if (state.is === 'playing' || state.is === 'stopping') this.#mouth.skip(state.playback.id, { fadeMs });
    this.#onChange();
  }

  /** 20 ms as they were played, turned down or not; undefined if they weren't. */
  played(startMs: number, durationMs: number): Int16Array | undefined {
    if (startMs + durationMs > this.playedMs) return undefined;
    const samples = this.#sound.samples(startMs, durationMs);
    this.#sound.forget(startMs - keptBehindMs);
    return this.#gain === 1 ? samples : samples?.map((sample) => sample * this.#gain);
  }

  #ended(playback: Playback, end: PlaybackEnd): void {
    const state = this.#state;
    if ((state.is !== 'playing' && state.is !== 'stopping') || state.playback !== playback) return;
    this.#playedBefore += playback.playedMs;
    if (state.is === 'playing' || end === 'left' || end === 'failed') {
      this.#state = { is: 'over', whole: end === 'finished' };
      this.#sound.close();
    } else {
      this.#state = { is: 'interrupted' };
      if (state.goesOn) this.play();
    }
    this.#onChange();
  }
}
