import type { TemplateResult } from 'lit';
import { html } from 'lit';
import type { SpokenLanguage } from '../voice/spoken-lines.ts';
import { spokenLanguages } from '../voice/spoken-lines.ts';

const languageNames: Readonly<Record<SpokenLanguage, string>> = {
  auto: 'Automatic',
  en: 'English',
  zh: 'Chinese',
  es: 'Spanish',
  fr: 'French',
  de: 'German',
  ja: 'Japanese',
};

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
  return html`<select name="language" class="say-language" ?disabled=${disabled} aria-label="Language of the sentence" title="Language of the sentence" @change=${chosen}>
    ${spokenLanguages.map((each) => html`<option value=${each} ?selected=${each === language}>${languageNames[each]}</option>`)}
  </select>`;
}
