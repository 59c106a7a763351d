import { isDeepStrictEqual } from 'node:util';
import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { GrowingText, InterpretedLine } from '../types.ts';
import type { Utterance } from './pairing.ts';

export interface ShownLinesOptions {
  readonly userId: string;
  /** The spoken language, as far as it's known. */
  readonly from: () => LanguageCode;
  /** Undefined: only the original is wanted, and the translation is thrown away. */
  readonly to: LanguageCode | undefined;
  /** Own-language captions, and the original above translations, come from this session. */
  readonly leads: () => boolean;
  /** Captions in their own language are wanted. */
  readonly own: () => boolean;
  readonly corrects: (text: string, language: LanguageCode) => string;
  readonly tell: (news: { readonly is: 'line'; readonly line: InterpretedLine }) => void;
}

const nothing: GrowingText = { sure: '', unsure: '' };

/** What people see of a session's utterances: only changes, each final once, and nothing without words. */
export class ShownLines {
  readonly #options: ShownLinesOptions;
  /** Lines that were shown and may still change, as they were shown. */
  readonly #shown = new Map<string, InterpretedLine>();
  /** Own-language captions that were final before their translation. */
  readonly #finished = new Set<string>();

  constructor(options: ShownLinesOptions) {
    this.#options = options;
  }

  /** False if the service hears the very language it's translating into. */
  get translates(): boolean {
    return this.#options.to !== undefined && this.#options.to !== this.#options.from();
  }

  /** @param closing nothing more of it comes */
  show(utterance: Utterance, closing: boolean): void {
    const { leads, own, to } = this.#options;
    const ownLine = leads() && own();
    if (ownLine || this.#shown.has(ownId(utterance))) this.#showOwn(utterance, closing);
    if (to === undefined || !this.translates) return;
    this.#tell({
      ...this.#common(utterance),
      id: utterance.id,
      to,
      translation: this.#corrected(utterance.translation, to),
      showsOriginal: leads() && !ownLine,
      final: closing,
      cut: closing && !utterance.whole,
    });
  }

  /** Removes what isn't final of it. */
  takeBack(utterance: Utterance): void {
    for (const id of [utterance.id, ownId(utterance)]) {
      const line = this.#shown.get(id);
      this.#shown.delete(id);
      this.#finished.delete(id);
      const blank = { original: nothing, translation: nothing, final: true, cut: true };
      if (line) this.#options.tell({ is: 'line', line: { ...line, ...blank } });
    }
  }

  #showOwn(utterance: Utterance, closing: boolean): void {
    const id = ownId(utterance);
    const done = utterance.originalDoneAt !== undefined;
    const isTold = this.#finished.has(id);
    if (closing) this.#finished.delete(id);
    else if (done) this.#finished.add(id);
    if (isTold) return;
    this.#tell({
      ...this.#common(utterance),
      id,
      to: undefined,
      translation: nothing,
      showsOriginal: true,
      final: closing || done,
      cut: (closing || done) && !(done && utterance.understood),
    });
  }

  #common({ original, at }: Utterance) {
    const { userId, from } = this.#options;
    return { userId, from: from(), original: this.#corrected(original, from()), at };
  }

  #corrected({ sure, unsure }: GrowingText, language: LanguageCode): GrowingText {
    const { corrects } = this.#options;
    return { sure: sure && corrects(sure, language), unsure: unsure && corrects(unsure, language) };
  }

  #tell(line: InterpretedLine): void {
    const before = this.#shown.get(line.id);
    const { original, translation } = line;
    const text = `${original.sure}${original.unsure}${translation.sure}${translation.unsure}`;
    if (!before && text.trim() === '') return;
    const isSame = isDeepStrictEqual([before?.original, before?.translation], [original, translation]);
    if (isSame && !line.final) return;
    if (line.final) this.#shown.delete(line.id);
    else this.#shown.set(line.id, line);
    this.#options.tell({ is: 'line', line });
  }
}

function ownId({ id }: Utterance): string {
  return `${id}/own`;
}
