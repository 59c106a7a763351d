import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { longestLine } from '../voice/spoken-lines.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';
import { languageMenu } from './language-menu.ts';

/** *Say it for me*: a sentence is typed, voiced, and sent into the call as this person's microphone. */
export class SayIt extends AppElement {
  protected override render(): TemplateResult {
    const { canSay } = this.app;
    const { mayBeHeard, spoken } = this.app.session.call;
    const shut = !canSay || !mayBeHeard;
    return html`<form class="say-it" aria-label="Say it for me" @submit=${this.#send}>
      <input type="text" class="say-text" name="text" autocomplete="off" maxlength=${longestLine} ?disabled=${shut} aria-label="Say it for me" placeholder="Say it for me…" @keydown=${this.#keyed} />
      ${languageMenu(spoken.language, shut, (language) => {
        spoken.language = language;
      })}
      <button type="submit" class="button primary" ?disabled=${shut}>Say</button>
      <div class="say-now" role="status">${canSay ? this.#now() : "The sandbox's AI service isn't running, so sentences can't be voiced."}</div>
    </form>`;
  }

  #now(): TemplateResult | typeof nothing {
    const { state, waiting } = this.app.session.call.spoken;
    if (state.kind !== 'voicing' && state.kind !== 'saying') return nothing;
    return html`<span class="say-line" lang=${state.line.language === 'auto' ? nothing : state.line.language}>${icons.voice()} <span>${state.line.text}</span></span>
      ${waiting > 0 ? html`<span class="say-waiting">${waiting} more</span>` : nothing}
      <button type="button" class="button secondary" @click=${this.#stop}>Stop</button>`;
  }

  #send(event: SubmitEvent): void {
    event.preventDefault();
    const field = this.#field();
    if (this.app.session.call.spoken.add(field.value)) field.value = '';
    field.focus();
  }

  #keyed(event: KeyboardEvent): void {
    if (event.key === 'Escape') this.#stop();
  }

  #stop(): void {
    this.app.session.call.spoken.stop();
    this.#field().focus();
  }

  #field(): HTMLInputElement {
    const field = this.querySelector('input');
    if (!field) throw new Error('The field is gone.');
    return field;
  }
}

customElements.define('say-it', SayIt);
