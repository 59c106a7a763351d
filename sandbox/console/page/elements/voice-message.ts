import type { TemplateResult } from 'lit';
import { html, LitElement, svg } from 'lit';
import { barsOf } from '../drawing/waveform.ts';
import type { Attachment } from '../wire/message.ts';
import { icons } from './icons.ts';

const mostBars = 56;
const barWidth = 4;
const height = 32;

/** A voice message: a button, how loud it is all along, and how long. */
export class VoiceMessage extends LitElement {
  static override properties = {
    sound: { attribute: false },
    playing: { state: true },
    atSeconds: { state: true },
  };
  declare sound: Attachment;
  declare playing: boolean;
  declare atSeconds: number;

  constructor() {
    super();
    this.playing = false;
    this.atSeconds = 0;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  protected override render(): TemplateResult {
    const { sound, playing, atSeconds } = this;
    const seconds = sound.duration_secs ?? 0;
    const bars = barsOf(sound.waveform ?? '', mostBars);
    const heard = seconds > 0 ? atSeconds / seconds : 0;
    const name = playing ? 'Pause voice message' : 'Play voice message';
    const left = playing || atSeconds > 0 ? seconds - atSeconds : seconds;
    return html`<div class="voice-message" role="group" aria-label="Voice message" data-filename=${sound.filename}>
      <button type="button" aria-label=${name} title=${name} @click=${this.#press}>
        ${playing ? icons.pause() : icons.play()}
      </button>
      <svg class="waveform" viewBox="0 0 ${bars.length * barWidth} ${height}" preserveAspectRatio="none" aria-hidden="true">
        ${bars.map((level, index) => bar(level, index, index / bars.length < heard))}
      </svg>
      <span class="duration">${clockOf(left)}</span>
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

  #moved(playing: boolean, atSeconds = this.#audio?.currentTime ?? 0): void {
    this.playing = playing;
    this.atSeconds = atSeconds;
  }
}

function bar(level: number, index: number, heard: boolean) {
  const tall = Math.max(2, level * height);
  return svg`<rect class=${heard ? 'heard' : ''} x=${index * barWidth + 1} y=${(height - tall) / 2} width="2" height=${tall} rx="1"></rect>`;
}

function clockOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

customElements.define('voice-message', VoiceMessage);
