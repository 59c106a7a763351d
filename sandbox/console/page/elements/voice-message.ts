import type { TemplateResult } from 'lit';
import { html, LitElement, svg } from 'lit';
import { clockOf } from '../drawing/clock-of.ts';
import { barsOf } from '../drawing/waveform.ts';
import type { Attachment } from '../wire/message.ts';
import { pageWords } from '../words/current.ts';
import { icons } from './icons.ts';

const mostBars = 56;
const barWidth = 4;
const height = 32;
const speeds = [1, 1.5, 2] as const;
const stepSeconds = 5;

/** A voice message: a play button, its waveform and position, its length and speed. */
export class VoiceMessage extends LitElement {
  static override properties = {
    sound: { attribute: false },
    playing: { state: true },
    atSeconds: { state: true },
    speed: { state: true },
  };
  declare sound: Attachment;
  declare playing: boolean;
  declare atSeconds: number;
  declare speed: number;

  constructor() {
    super();
    this.playing = false;
    this.atSeconds = 0;
    this.speed = 1;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { sound, playing, atSeconds, speed } = this;
    const seconds = sound.duration_secs ?? 0;
    const bars = barsOf(sound.waveform ?? '', mostBars);
    const heard = seconds > 0 ? atSeconds / seconds : 0;
    const name = playing ? pageWords().messages.pause : pageWords().messages.play;
    const left = playing || atSeconds > 0 ? seconds - atSeconds : seconds;
    return html`<div class="voice-message" role="group" aria-label=${pageWords().messages.voiceMessage} data-filename=${sound.filename}>
      <button type="button" class="play" aria-label=${name} title=${name} @click=${this.#press}>
        ${playing ? icons.pause() : icons.play()}
      </button>
      <div
        class="waveform-place"
        role="slider"
        tabindex="0"
        aria-label=${pageWords().messages.position}
        aria-valuemin="0"
        aria-valuemax=${Math.round(seconds)}
        aria-valuenow=${Math.round(atSeconds)}
        aria-valuetext=${pageWords().messages.positionOf(clockOf(atSeconds), clockOf(seconds))}
        @keydown=${this.#keyed}
        @click=${this.#clicked}
      >
        <svg class="waveform" viewBox="0 0 ${bars.length * barWidth} ${height}" preserveAspectRatio="none" aria-hidden="true">
          ${bars.map((level, index) => bar(level, index, index / bars.length < heard))}
        </svg>
      </div>
      <span class="duration">${clockOf(left)}</span>
      <button type="button" class="speed" aria-label=${pageWords().messages.speedOf(speed)} title=${pageWords().messages.speed} @click=${this.#faster}>${speed}×</button>
      <audio
        preload="metadata"
        src=${sound.url}
        @play=${() => this.#moved(true)}
        @pause=${() => this.#moved(false)}
        @ended=${() => this.#moved(false, 0)}
        @timeupdate=${() => this.#moved(this.playing)}
      ></audio>
    </div>`;
  }

  get #audio(): HTMLAudioElement | null {
    return this.querySelector('audio');
  }

  readonly #press = (): void => {
    if (this.playing) this.#audio?.pause();
    else void this.#audio?.play();
  };

  readonly #faster = (): void => {
    this.speed = speeds.find((speed) => speed > this.speed) ?? speeds[0];
    if (this.#audio) this.#audio.playbackRate = this.speed;
  };

  readonly #keyed = (event: KeyboardEvent): void => {
    const end = this.sound.duration_secs ?? 0;
    const to: Readonly<Record<string, number>> = {
      ArrowLeft: this.atSeconds - stepSeconds,
      ArrowDown: this.atSeconds - stepSeconds,
      ArrowRight: this.atSeconds + stepSeconds,
      ArrowUp: this.atSeconds + stepSeconds,
      Home: 0,
      End: end,
    };
    const seconds = to[event.key];
    if (seconds === undefined) return;
    event.preventDefault();
    this.#seek(seconds);
  };

  readonly #clicked = ({ offsetX, currentTarget }: MouseEvent): void => {
    if (!(currentTarget instanceof HTMLElement)) return;
    this.#seek((offsetX / currentTarget.clientWidth) * (this.sound.duration_secs ?? 0));
  };

  #seek(seconds: number): void {
    const audio = this.#audio;
    if (!audio) return;
    const to = Math.min(this.sound.duration_secs ?? 0, Math.max(0, seconds));
    audio.currentTime = to;
    this.#moved(this.playing, to);
  }

  #moved(playing: boolean, atSeconds = this.#audio?.currentTime ?? 0): void {
    this.playing = playing;
    this.atSeconds = atSeconds;
  }
}

function bar(level: number, index: number, heard: boolean) {
  const tall = Math.max(2, level * height);
  return svg`<rect class=${heard ? 'heard' : ''} x=${index * barWidth + 1} y=${(height - tall) / 2} width="2" height=${tall} rx="1"></rect>`;
}

customElements.define('voice-message', VoiceMessage);
