import type { Pronunciation, SettingsEditor, SettingsPage, SpeechPage } from '../community/settings-pages.ts';
import { stripDeceptive } from '../discord/escape.ts';
import { Refusal } from '../refusal/refusal.ts';
import { canBeSaid } from './reading/spoken-text.ts';

export const mostWords = 500;
export const longestWord = 60;

/** Made once, because comparing without one makes a new one for each pair of words. */
const alphabet = new Intl.Collator();

/** A guild's pronunciations. */
export class Dictionary {
  readonly #settings: SettingsPage<SpeechPage>;

  constructor(settings: SettingsPage<SpeechPage>) {
    this.#settings = settings;
  }

  /** Alphabetically. */
  async list(guildId: string): Promise<readonly Pronunciation[]> {
    return (await this.#settings.of(guildId)).pronunciations;
  }

  /**
   * Replaces a word that's already there.
   * @throws {Refusal} `speech-word-invalid`, `speech-dictionary-full`
   */
  async add(editor: SettingsEditor, entry: Pronunciation): Promise<void> {
    const word = sayable(entry.word);
    const as = sayable(entry.as);
    const pinyin = entry.pinyin === undefined ? undefined : sayable(entry.pinyin);
    await this.#settings.change(editor, (before) => {
      const others = before.pronunciations.filter((each) => keyOf(each.word) !== keyOf(word));
      if (others.length >= mostWords) throw new Refusal({ code: 'speech-dictionary-full', limit: mostWords });
      const added = { word, as, ...(pinyin === undefined ? {} : { pinyin }) };
      const pronunciations = [...others, added].toSorted((one, other) =>
        alphabet.compare(one.word, other.word),
      );
      return { ...before, pronunciations };
    });
  }

  /** @throws {Refusal} `speech-word-unknown` */
  async remove(editor: SettingsEditor, word: string): Promise<void> {
    await this.#settings.change(editor, (before) => {
      const pronunciations = before.pronunciations.filter((each) => keyOf(each.word) !== keyOf(word.trim()));
      if (pronunciations.length === before.pronunciations.length)
        throw new Refusal({ code: 'speech-word-unknown', word: word.trim() });
      return { ...before, pronunciations };
    });
  }
}

function sayable(text: string): string {
  const plain = stripDeceptive(text).replace(/\s+/gu, ' ').trim();
  if (!canBeSaid(plain) || Array.from(plain).length > longestWord)
    throw new Refusal({ code: 'speech-word-invalid', limit: longestWord });
  return plain;
}

function keyOf(word: string): string {
  return word.normalize('NFC').toLowerCase();
}
