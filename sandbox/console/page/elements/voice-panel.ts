import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import type { CallState } from '../voice/voice-call.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';
import { renderCallTrouble } from './render-call-trouble.ts';
import { renderVoiceControls } from './render-voice-controls.ts';
import './say-it.ts';
import './voice-meter.ts';
import { pageWords } from '../words/current.ts';

/** The call that this person is in, whatever the page shows: state, controls, loudness, volume. */
export class VoicePanel extends AppElement {
  protected override render(): TemplateResult | typeof nothing {
    const { call, directory } = this.app.session;
    const { place } = call;
    if (!place) return nothing;
    const name = directory.channels.get(place.channelId)?.name ?? pageWords().voice.theChannel;
    return html`<section class="voice-panel" aria-label=${pageWords().voice.title} data-call=${call.state.kind}>
      <div class="voice-head">
        <div class="voice-state" role="status">
          <b class=${call.state.kind === 'in' ? 'connected' : ''}>${stateWords(call.state)}</b>
          <button type="button" class="link voice-place-link" @click=${() => this.app.openChannel(place.channelId)}>${name}</button>
        </div>
        ${renderVoiceControls(call)}
      </div>
      ${this.app.channelId === place.channelId ? nothing : html`${renderCallTrouble(this.app.session)}<say-it .app=${this.app}></say-it>`}
      <div class="voice-levels">
        <span aria-hidden="true">${icons.mic()}</span>
        <voice-meter .name=${pageWords().voice.microphoneLevel} .read=${() => call.microphoneLevel}></voice-meter>
        <span aria-hidden="true">${icons.voice()}</span>
        <voice-meter .name=${pageWords().voice.heardLevel} .read=${() => call.sound.level}></voice-meter>
      </div>
      <div class="voice-volume">
        <label>${pageWords().voice.volume} <input type="range" min="0" max="200" step="5" .value=${String(Math.round(call.sound.volume * 100))} aria-valuetext=${pageWords().voice.percent(Math.round(call.sound.volume * 100))} @input=${this.#volumeChanged} /></label>
        <button type="button" class="icon-button" aria-label=${pageWords().voice.save} title=${pageWords().voice.saveHint} @click=${() => this.#save(name)}>${icons.save()}</button>
      </div>
    </section>`;
  }

  #volumeChanged(event: Event): void {
    if (event.target instanceof HTMLInputElement)
      this.app.session.call.setVolume(Number(event.target.value) / 100);
  }

  #save(name: string): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(this.app.session.call.sound.recording());
    link.download = `heard-in-${name}.wav`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }
}

function stateWords(state: CallState): string {
  switch (state.kind) {
    case 'asking':
      return pageWords().voice.asking;
    case 'joining':
      return pageWords().voice.joining;
    case 'connecting':
      return pageWords().voice.connecting;
    case 'in':
      return pageWords().voice.connected;
    case 'out':
      return '';
  }
}

customElements.define('voice-panel', VoicePanel);
