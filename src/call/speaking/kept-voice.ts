import { outputRateHz } from '../../service/realtime/audio.ts';
import type { Mouth, Playback, PlaybackEnd } from '../../voice/mouth/types.ts';
import { KeptSound } from './kept-sound.ts';

export interface KeptVoiceOptions {
  readonly mouth: Mouth;
  /** Of what's said. */
  readonly id: string;
  /** It began to be heard, fell silent, or is over. */
  readonly onChange: () => void;
}

/**
 * Held: nothing is heard yet. Stopping: it fades. Interrupted: it's silent, and can go on where it was. Over: nothing more
 * of it will be heard; `whole` when all of it was.
 */
type VoiceState =
  | { readonly is: 'held' }
  | { readonly is: 'playing'; readonly playback: Playback; audible: boolean }
  | { readonly is: 'stopping'; readonly playback: Playback; goesOn: boolean }
  | { readonly is: 'interrupted' }
  | { readonly is: 'over'; readonly whole: boolean };

const backToFullMs = 120;
/** What's compared with what people's microphones pick up stays that long. */
const keptBehindMs = 200;

/** What the bot says at one go: collected as it comes, played in the room, made quieter, stopped, and taken up again. */
export class KeptVoice {
  readonly id: string;
  readonly #options: KeptVoiceOptions;
  readonly #sound = new KeptSound();
  #state: VoiceState = { is: 'held' };
  /** By playbacks that are over. */
  #playedBefore = 0;
  #playbacks = 0;

  constructor(options: KeptVoiceOptions) {
    this.#options = options;
    this.id = options.id;
  }

  get state(): VoiceState['is'] {
    return this.#state.is;
  }

  /** People hear it at this moment. */
  get audible(): boolean {
    return this.#state.is === 'stopping' || (this.#state.is === 'playing' && this.#state.audible);
  }

  get totalMs(): number {
    return this.#sound.totalMs;
  }

  /** Milliseconds that were sent to the room. */
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

  /** No more audio comes. */
  finish(): void {
    this.#sound.end();
  }

  /** From the beginning, or from where it was interrupted. */
  play(): void {
    const state = this.#state;
    if (state.is === 'stopping') state.goesOn = true;
    if (state.is !== 'held' && state.is !== 'interrupted') return;
    this.#playbacks += 1;
    const playback = this.#options.mouth.play({
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
      this.#options.onChange();
    });
    void playback.ended.then((end) => this.#ended(playback, end));
  }

  /** Quieter, so that people who speak know that they're heard. */
  duck(decibels: number, overMs: number): void {
    if (this.#state.is === 'playing') this.#state.playback.setGain(decibels, overMs);
  }

  unduck(): void {
    if (this.#state.is === 'playing') this.#state.playback.setGain(0, backToFullMs);
  }

  /** Fades and stops; what's left is kept until `play` or `drop`. */
  interrupt(fadeMs: number): void {
    const state = this.#state;
    if (state.is !== 'playing') return;
    this.#state = { is: 'stopping', playback: state.playback, goesOn: false };
    this.#options.mouth.skip(state.playback.id, { fadeMs });
  }

  /** Nothing more of it is heard. */
  drop(fadeMs: number): void {
    const state = this.#state;
    if (state.is === 'over') return;
    this.#playedBefore = this.playedMs;
    this.#state = { is: 'over', whole: false };
    this.#sound.end();
    if (state.is === 'playing' || state.is === 'stopping')
      this.#options.mouth.skip(state.playback.id, { fadeMs });
    this.#options.onChange();
  }

  /** 20 ms of it for the one who has to know what was played; undefined when it wasn't. */
  played(startMs: number, durationMs: number): Int16Array | undefined {
    if (startMs + durationMs > this.playedMs) return undefined;
    const samples = this.#sound.samples(startMs, durationMs);
    this.#sound.forget(startMs - keptBehindMs);
    return samples;
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
    this.#options.onChange();
  }
}
