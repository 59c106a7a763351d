import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { longestLine } from '../voice/spoken-lines.ts';
import { pageWords } from '../words/current.ts';
import { AppElement } from './app-element.ts';
import { icons } from './icons.ts';
import { languageMenu } from './language-menu.ts';

/** *Say it for me*: a sentence is typed, voiced, and sent into the call as this person's microphone. */
export class SayIt extends AppElement {
  protected override render(): TemplateResult {
    const { canSay } = this.app;
    const { mayBeHeard, spoken } = this.app.session.call;
    const shut = !canSay || !mayBeHeard;
    const { say } = pageWords();
    return html`<form class="say-it" aria-label=${say.title} @submit=${this.#send}>
      <input type="text" class="say-text" name="text" autocomplete="off" maxlength=${longestLine} ?disabled=${shut} aria-label=${say.title} placeholder=${say.placeholder} @keydown=${this.#keyed} />
      ${languageMenu(spoken.language, shut, (language) => {
        spoken.language = language;
      })}
      <button type="submit" class="button primary" ?disabled=${shut}>${say.say}</button>
      <div class="say-now" role="status">${canSay ? this.#now() : say.notRunning}</div>
    </form>`;
  }

  #now(): TemplateResult | typeof nothing {
    const { state, waiting } = this.app.session.call.spoken;
    if (state.kind !== 'voicing' && state.kind !== 'saying') return nothing;
    return html`<span class="say-line" lang=${state.line.language === 'auto' ? nothing : state.line.language}>${icons.voice()} <span>${state.line.text}</span></span>
      ${waiting > 0 ? html`<span class="say-waiting">${pageWords().say.more(waiting)}</span>` : nothing}
      <button type="button" class="button secondary" @click=${this.#stop}>${pageWords().say.stop}</button>`;
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
