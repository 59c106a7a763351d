import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { VoiceCall } from '../voice/voice-call.ts';
import { pageWords } from '../words/current.ts';
import { icons } from './icons.ts';

/** The controls go with the call, so the focus moves to its channel. */
function leave(call: VoiceCall): void {
  const { place } = call;
  call.leave();
  document.querySelector<HTMLElement>(`[data-channel-id="${place?.channelId}"]`)?.focus();
}

/** Mute, deafen and leave, of the call that this person is in. */
export function renderVoiceControls(call: VoiceCall): TemplateResult {
  const muted = call.muted || !call.hasMicrophone;
  return html`<div class="voice-controls" role="group" aria-label=${pageWords().voice.yourCall}>
    <button type="button" class="icon-button" aria-pressed=${muted} aria-label=${muted ? pageWords().voice.unmute : pageWords().voice.mute} title=${muted ? pageWords().voice.unmute : pageWords().voice.mute} @click=${() => {
      if (call.hasMicrophone) call.setMuted(!call.muted);
      else void call.useMicrophone();
    }}>${muted ? icons.micOff() : icons.mic()}</button>
    <button type="button" class="icon-button" aria-pressed=${call.deafened} aria-label=${call.deafened ? pageWords().voice.undeafen : pageWords().voice.deafen} title=${call.deafened ? pageWords().voice.undeafen : pageWords().voice.deafen} @click=${() => call.setDeafened(!call.deafened)}>${call.deafened ? icons.headphonesOff() : icons.headphones()}</button>
    <button type="button" class="icon-button hang-up" aria-label=${pageWords().voice.disconnect} title=${pageWords().voice.disconnect} @click=${() => leave(call)}>${icons.hangUp()}</button>
  </div>`;
}
