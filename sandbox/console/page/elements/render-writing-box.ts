import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { pageWords } from '../words/current.ts';
import { icons } from './icons.ts';
import { popupId, popupItemId } from './render-popup.ts';

export interface WritingBox {
  readonly text: string;
  readonly name: string;
  readonly direct: boolean;
  /** This person may not write here. */
  readonly locked: boolean;
  readonly sending: boolean;
  readonly sendable: boolean;
  readonly popupOpen: boolean;
  readonly active: number;
  readonly typed: (text: string) => void;
  readonly addFiles: (files: readonly File[]) => void;
  readonly send: () => void;
  /** Opens and closes the box for voice messages; undefined if this person may not send any here. */
  readonly voice: { readonly open: boolean; readonly toggle: () => void } | undefined;
}

/** The box for messages. `/` in it opens the list of commands. */
export function renderWritingBox(box: WritingBox): TemplateResult {
  const target = box.direct ? `@${box.name}` : `#${box.name}`;
  if (box.locked) {
    return html`<p class="locked" role="note">${pageWords().composer.locked}</p>`;
  }
  return html`<div class="writing">
    <label class="icon-button attach" title=${pageWords().composer.attach}>
      ${icons.plus()}<span class="sr-only">${pageWords().composer.attach}</span>
      <input class="sr-only" type="file" multiple @change=${(event: Event) => {
        if (!(event.target instanceof HTMLInputElement)) return;
        box.addFiles([...(event.target.files ?? [])]);
        event.target.value = '';
      }} />
    </label>
    <textarea
      rows="1"
      aria-label=${pageWords().composer.message(target)}
      placeholder=${pageWords().composer.message(target)}
      aria-autocomplete="list"
      aria-haspopup="listbox"
      aria-controls=${box.popupOpen ? popupId : nothing}
      aria-activedescendant=${box.popupOpen ? popupItemId(box.active) : nothing}
      autocomplete="off"
      maxlength="4000"
      ?readonly=${box.sending}
      .value=${live(box.text)}
      @input=${(event: InputEvent) => {
        if (event.target instanceof HTMLTextAreaElement) box.typed(event.target.value);
      }}
    ></textarea>
    ${
      box.voice
        ? html`<button type="button" class="icon-button" aria-label=${pageWords().voiceNote.title} title=${pageWords().voiceNote.title} aria-expanded=${box.voice.open} @click=${box.voice.toggle}>${icons.mic()}</button>`
        : nothing
    }
    <button type="button" class="icon-button send" aria-label=${pageWords().voiceNote.send} ?disabled=${!box.sendable || box.sending} @click=${box.send}>${icons.send()}</button>
  </div>`;
}
