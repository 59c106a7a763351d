import type { LanguageCode } from '../../service/realtime/translation/languages.ts';

/** One sentence may be a quotation, or misheard. */
const sentencesNeeded = 2;

/** Notices that a person speaks another language than the one they're heard in: a few sentences in a row. */
export class OtherLanguage {
  #language: LanguageCode | undefined;
  #sentences = 0;

  /**
   * The service understood a sentence.
   * @param heardIn the language it was sent as
   * @returns the other language, each time enough sentences in a row were in it
   */
  noteSentence(language: LanguageCode, heardIn: LanguageCode): LanguageCode | undefined {
    this.#sentences = language === this.#language ? this.#sentences + 1 : 1;
    this.#language = language;
    return language !== heardIn && this.#sentences >= sentencesNeeded ? language : undefined;
  }
}
