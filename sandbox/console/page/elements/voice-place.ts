import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { isVoice } from '../store/channel-sections.ts';
import { may } from '../store/permissions.ts';
import type { VoicePlace as Place } from '../voice/voice-call.ts';
import type { Channel } from '../wire/places.ts';
import { channelTypes } from '../wire/places.ts';
import type { VoiceState } from '../wire/voice.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';
import { renderCallTrouble } from './render-call-trouble.ts';
import { renderVoiceControls } from './render-voice-controls.ts';
import { renderVoicePerson } from './render-voice-person.ts';
import './say-it.ts';
import { pageWords } from '../words/current.ts';

/** The voice channel on screen, above its messages: who is there, and the ways in and out. */
export class VoicePlace extends AppElement {
  protected override render(): TemplateResult | typeof nothing {
    const { channel, session } = this.app;
    if (!channel?.guild_id || !isVoice(channel)) return nothing;
    const people = session.voiceStates.inChannel(channel.id);
    const status = session.voiceStates.statusOf(channel.id);
    return html`<section class="voice-place" aria-label=${pageWords().voice.of(channel.name ?? '')}>
      ${status ? html`<p class="voice-status">${status}</p>` : nothing}
      ${channel.type === channelTypes.stage ? this.#stage(people) : this.#people(people, pageWords().voice.inChannel, pageWords().voice.nobody)}
      <div class="voice-actions">${session.call.place?.channelId === channel.id ? this.#inside(channel) : this.#ways(channel, channel.guild_id)}</div>
    </section>`;
  }

  #stage(people: readonly VoiceState[]): TemplateResult {
    const speakers = people.filter((state) => !state.suppress);
    const audience = people.filter((state) => state.suppress);
    return html`<h3>${pageWords().voice.speakers} — ${speakers.length}</h3>
      ${this.#people(speakers, pageWords().voice.speakers, pageWords().voice.noSpeakers)}
      <h3>${pageWords().voice.audience} — ${audience.length}</h3>
      ${this.#people(audience, pageWords().voice.audience, pageWords().voice.noAudience)}`;
  }

  #people(people: readonly VoiceState[], label: string, empty: string): TemplateResult {
    if (people.length === 0) return html`<p class="muted">${empty}</p>`;
    return html`<ul class="voice-tiles" role="list" aria-label=${label}>${people.map((state) => renderVoicePerson(this.app, state, 'tile'))}</ul>`;
  }

  #ways(channel: Channel, guildId: string): TemplateResult {
    const { preferences } = this.app;
    const { directory, person } = this.app.session;
    if (!may(directory, channel, person.id, 'connect'))
      return html`<p class="muted">${pageWords().voice.mayNotConnect}</p>`;
    const place = { guildId, channelId: channel.id };
    return html`<button type="button" class="button primary" @click=${() => this.#join(place, true)}>${icons.mic()} ${pageWords().voice.join}</button>
      <button type="button" class="button secondary" @click=${() => this.#join(place, false)}>${icons.headphones()} ${pageWords().voice.listen}</button>
      <label class="voice-choice" title=${pageWords().voice.echoHint}><input type="checkbox" .checked=${preferences.echoCancellation} @change=${this.#echoChosen} /> ${pageWords().voice.echo}</label>
      ${this.#recognition()}`;
  }

  /** Before they join: what the bot makes of a real voice. */
  #recognition(): TemplateResult {
    const { preferences, canSay, session } = this.app;
    const { recognition } = session.call.sound;
    const instead = canSay ? pageWords().voice.instead() : nothing;
    const where = recognition === 'local' ? pageWords().voice.onDevice : pageWords().voice.elsewhere;
    return html`<p class="voice-note muted">${pageWords().voice.real}${instead}${
      recognition === 'none' || !canSay
        ? pageWords().voice.stop
        : html`${pageWords().voice.orRecognise}<label class="voice-choice"><input type="checkbox" .checked=${preferences.recognition} @change=${this.#recognitionChosen} /> ${pageWords().voice.recognise(where)}</label>`
    }</p>`;
  }

  #recognitionChosen(event: Event): void {
    if (event.target instanceof HTMLInputElement) this.app.preferences.recognition = event.target.checked;
  }

  #echoChosen(event: Event): void {
    if (event.target instanceof HTMLInputElement)
      this.app.preferences.echoCancellation = event.target.checked;
  }

  /** The ways in make room for the controls, and so does the focus. */
  #join(place: Place, withMicrophone: boolean): void {
    void this.app.session.call.join(place, withMicrophone);
    void this.updateComplete.then(() => this.querySelector<HTMLElement>('.voice-controls button')?.focus());
  }

  #inside(channel: Channel): TemplateResult {
    const { session } = this.app;
    const state = session.voiceStates.find(channel.guild_id, session.person.id);
    return html`${renderCallTrouble(session)}${renderVoiceControls(session.call)}
      ${channel.type === channelTypes.stage && state?.suppress ? this.#waysToSpeak(channel, state) : nothing}
      <say-it .app=${this.app}></say-it>`;
  }

  #waysToSpeak(channel: Channel, state: VoiceState): TemplateResult {
    const { session } = this.app;
    const guildId = channel.guild_id ?? '';
    const raised = Boolean(state.request_to_speak_timestamp);
    if (may(session.directory, channel, session.person.id, 'muteMembers'))
      return html`<button type="button" class="button primary" @click=${() => session.changeVoice(guildId, { kind: 'become-speaker', channelId: channel.id })}>${icons.mic()} ${pageWords().voice.becomeSpeaker}</button>`;
    return html`<button type="button" class="button secondary" aria-pressed=${raised} @click=${() =>
      session.changeVoice(guildId, {
        kind: 'raise-hand',
        channelId: channel.id,
        at: raised ? null : new Date().toISOString(),
      })}>${icons.hand()} ${raised ? pageWords().voice.lowerHand : pageWords().voice.raiseHand}</button>`;
  }
}

customElements.define('voice-place', VoicePlace);
