import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { SpokenLanguage } from '../voice/spoken-lines.ts';
import { spokenLanguages } from '../voice/spoken-lines.ts';
import { pageWords } from '../words/current.ts';

/** In which language a typed sentence is said. */
export function languageMenu(
  language: SpokenLanguage,
  disabled: boolean,
  choose: (language: SpokenLanguage) => void,
): TemplateResult {
  const chosen = (event: Event): void => {
    const value = event.target instanceof HTMLSelectElement ? event.target.value : undefined;
    choose(spokenLanguages.find((each) => each === value) ?? 'auto');
  };
  const { say } = pageWords();
  return html`<select name="language" class="say-language" ?disabled=${disabled} aria-label=${say.language} title=${say.language} @change=${chosen}>
    ${spokenLanguages.map((each) => html`<option value=${each} ?selected=${each === language}>${say.languages[each]}</option>`)}
  </select>`;
}
