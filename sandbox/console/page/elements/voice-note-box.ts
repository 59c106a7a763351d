import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { longestLine } from '../voice/spoken-lines.ts';
import type { SendVoice, VoiceRecorder } from '../voice/voice-note.ts';
import { pageWords } from '../words/current.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';
import { languageMenu } from './language-menu.ts';
import './voice-meter.ts';
import './recorded-time.ts';

/** A voice message in the making: recorded, or typed and said for its author. */
export class VoiceNoteBox extends AppElement {
  static override properties = { ...AppElement.properties, send: { attribute: false } };
  /** Takes it to the channel on screen. */
  declare send: SendVoice;
  #shown: string | undefined;

  protected override render(): TemplateResult {
    const { state } = this.app.voiceNote;
    return html`<div class="voice-note" role="group" aria-label=${pageWords().voiceNote.title} @keydown=${this.#keyed}>
      ${state.kind === 'recording' ? this.#recording(state.recorder) : this.#ways()}
      <button type="button" class="icon-button" aria-label=${pageWords().voiceNote.discard} title=${pageWords().voiceNote.discardHint} @click=${this.#discard}>${icons.close()}</button>
    </div>`;
  }

  /** Focus follows the state: what had it is gone. */
  protected override updated(): void {
    const { kind } = this.app.voiceNote.state;
    if (kind === this.#shown) return;
    this.#shown = kind;
    this.querySelector<HTMLElement>('[data-first]')?.focus();
  }

  #ways(): TemplateResult {
    const { state, language } = this.app.voiceNote;
    const { canSay } = this.app;
    const words = pageWords().voiceNote;
    const busy = state.kind !== 'ready';
    return html`<button type="button" class="button primary" ?data-first=${!canSay} ?disabled=${busy} @click=${() => this.app.voiceNote.record()}>${icons.mic()} ${words.record}</button>
      <form class="voice-note-said" aria-label=${words.typed} @submit=${this.#sendTyped}>
        <input type="text" class="say-text" autocomplete="off" maxlength=${longestLine} ?data-first=${canSay} ?disabled=${!canSay || busy} aria-label=${words.typed} placeholder=${canSay ? words.placeholder : pageWords().say.notRunning} />
        ${languageMenu(language, !canSay || busy, (chosen) => {
          this.app.voiceNote.language = chosen;
        })}
        <button type="submit" class="button secondary" ?disabled=${!canSay || busy}>${words.send}</button>
      </form>
      ${busy ? html`<span class="voice-note-state" role="status">${state.kind === 'opening' ? words.opening : words.sending}</span>` : nothing}`;
  }

  #recording(recorder: VoiceRecorder): TemplateResult {
    const words = pageWords();
    return html`<span class="voice-note-state" role="status">${words.voiceNote.recording}</span>
      <recorded-time .recorder=${recorder}></recorded-time>
      <voice-meter name=${words.voice.microphoneLevel} .read=${() => recorder.level}></voice-meter>
      <button type="button" class="button primary" data-first @click=${this.#sendRecording}>${words.voiceNote.send}</button>`;
  }

  readonly #sendRecording = (): void => void this.app.voiceNote.sendRecording(this.send);

  #sendTyped(event: SubmitEvent): void {
    event.preventDefault();
    const field = this.querySelector('input');
    if (field) void this.app.voiceNote.sendTyped(field.value, this.send);
  }

  #discard(): void {
    this.app.voiceNote.discard();
  }

  #keyed(event: KeyboardEvent): void {
    // The composer around it has keys of its own.
    event.stopPropagation();
    if (event.key === 'Escape') this.#discard();
  }
}

customElements.define('voice-note-box', VoiceNoteBox);
