import type { InterpreterPage, SettingsEditor, SettingsPage, Term } from '../community/settings-pages.ts';
import { showAsIs, stripDeceptive } from '../discord/escape.ts';
import { WordFinder } from '../language/word-finder.ts';
import { Refusal } from '../refusal/refusal.ts';

const mostTerms = 300;
export const longestTerm = 60;
export const mostHeard = 5;

interface Prepared {
  /** Absent: nothing is to be corrected. */
  readonly corrector?: Corrector | undefined;
  readonly names: readonly string[];
}

const alphabet = new Intl.Collator();

/** How a guild spells its names and terms. */
export class Glossary {
  readonly #page: SettingsPage<InterpreterPage>;
  readonly #pronunciations: (
    guildId: string,
  ) => Promise<readonly { readonly word: string; readonly as: string }[]>;
  /** By guild, as last prepared for a call. */
  readonly #prepared = new Map<string, Prepared>();

  /** @param pronunciations words from the guild's pronunciation list, and how they're said */
  constructor(
    page: SettingsPage<InterpreterPage>,
    pronunciations: (guildId: string) => Promise<readonly { readonly word: string; readonly as: string }[]>,
  ) {
    this.#page = page;
    this.#pronunciations = pronunciations;
  }

  /** Alphabetically. */
  async list(guildId: string): Promise<readonly Term[]> {
    return (await this.#page.of(guildId)).terms;
  }

  /**
   * Replaces a term that's already there.
   * @param heard misheard forms, separated by commas
   * @throws {Refusal} `interpreter-term-invalid`, `interpreter-glossary-full`
   */
  async add(editor: SettingsEditor, term: string, heard = ''): Promise<void> {
    const forms = heard.split(/[,，、]/).filter((form) => form.trim() !== '');
    if (forms.length > mostHeard) throw new Refusal({ code: 'interpreter-term-invalid', limit: longestTerm });
    const added = { term: written(term), heard: forms.map(written) };
    await this.#change(editor, (terms) => {
      const others = terms.filter((each) => keyOf(each.term) !== keyOf(added.term));
      if (others.length >= mostTerms)
        throw new Refusal({ code: 'interpreter-glossary-full', limit: mostTerms });
      return [...others, added].toSorted((one, other) => alphabet.compare(one.term, other.term));
    });
  }

  /** @throws {Refusal} `interpreter-term-unknown` */
  async remove(editor: SettingsEditor, term: string): Promise<void> {
    await this.#change(editor, (terms) => {
      const left = terms.filter((each) => keyOf(each.term) !== keyOf(term));
      if (left.length === terms.length)
        throw new Refusal({ code: 'interpreter-term-unknown', term: showAsIs(term, longestTerm) });
      return left;
    });
  }

  /** Called before a call, so captions never wait for the glossary. */
  async prepare(guildId: string): Promise<void> {
    const [terms, pronunciations] = await Promise.all([this.list(guildId), this.#pronunciations(guildId)]);
    const all = [...terms, ...pronunciations.flatMap(termOf)];
    this.#prepared.set(guildId, {
      corrector: all.length > 0 ? await Corrector.of(all) : undefined,
      names: all.map(({ term }) => term),
    });
  }

  /** A caption in this guild's spelling. Unchanged if nothing was prepared. */
  corrects(text: string, guildId: string): string {
    return this.#prepared.get(guildId)?.corrector?.correct(text) ?? text;
  }

  /** All names and terms of this guild, its own terms first. Empty if nothing was prepared. */
  names(guildId: string): readonly string[] {
    return this.#prepared.get(guildId)?.names ?? [];
  }

  async #change(editor: SettingsEditor, change: (terms: readonly Term[]) => readonly Term[]): Promise<void> {
    const { guildId } = editor;
    await this.#page.change(editor, ({ terms, ...page }) => ({
      ...page,
      terms: [...change(terms)],
    }));
    if (this.#prepared.has(guildId)) await this.prepare(guildId);
  }
}

/**
 * Corrects the spelling of names and terms: whole words in any case, the longest first, all in one pass. Correct
 * spellings stay.
 */
class Corrector {
  readonly #terms: readonly string[];
  readonly #finder: WordFinder;

  static async of(terms: readonly Term[]): Promise<Corrector> {
    const spellings = terms.flatMap(({ term, heard }) => [term, ...heard].map((form) => ({ form, term })));
    const finder = await WordFinder.of(spellings.map(({ form }) => form));
    return new Corrector(
      spellings.map(({ term }) => term),
      finder,
    );
  }

  private constructor(terms: readonly string[], finder: WordFinder) {
    this.#terms = terms;
    this.#finder = finder;
  }

  correct(text: string): string {
    const pieces: string[] = [];
    let end = 0;
    for (const { index, from, to } of this.#finder.find(text)) {
      pieces.push(text.slice(end, from), this.#terms[index] ?? '');
      end = to;
    }
    return `${pieces.join('')}${text.slice(end)}`;
  }
}

/** Only names: a caption that says `GG` isn't wrong just because `GG` has a pronunciation. */
function termOf({ word, as }: { readonly word: string; readonly as: string }): readonly Term[] {
  return /^\p{Lu}\p{Ll}/u.test(word) ? [{ term: word, heard: [as] }] : [];
}

function written(text: string): string {
  const plain = stripDeceptive(text).replace(/\s+/gu, ' ').trim();
  const { length } = Array.from(plain);
  if (length < 2 || length > longestTerm || !/\p{L}/u.test(plain))
    throw new Refusal({ code: 'interpreter-term-invalid', limit: longestTerm });
  return plain;
}

function keyOf(term: string): string {
  return term.normalize('NFC').trim().toLowerCase();
}
