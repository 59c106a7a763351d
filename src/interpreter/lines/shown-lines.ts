import type { LanguageCode } from '../../service/realtime/translation/languages.ts';
import type { GrowingText, InterpretedLine } from '../types.ts';
import type { Utterance } from './utterance.ts';

export interface ShownLinesOptions {
  readonly userId: string;
  /** What's spoken, as far as it's known. */
  readonly from: () => LanguageCode;
  /** Undefined: only what's said is wanted, the translation is thrown away. */
  readonly to: LanguageCode | undefined;
  /** This session's text is what their own captions, and the original above a translation, are made of. */
  readonly leads: () => boolean;
  /** Captions in their own language are wanted. */
  readonly own: () => boolean;
  readonly corrects: (text: string, language: LanguageCode) => string;
  readonly onLine: (line: InterpretedLine) => void;
}

const nothing: GrowingText = { sure: '', unsure: '' };

/** What people are told of a session's utterances: what's new, final once, and nothing of what has no words. */
export class ShownLines {
  readonly #options: ShownLinesOptions;
  /** Lines that were shown and aren't final yet, with what was shown. */
  readonly #shown = new Map<string, InterpretedLine>();
  /** Own captions that were final before their translation. */
  readonly #finished = new Set<string>();

  constructor(options: ShownLinesOptions) {
    this.#options = options;
  }

  /** False where the service turned out to hear the very language that it should translate into. */
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

  /** Nothing of what isn't final may stay. */
  takeBack(): void {
    for (const line of this.#shown.values())
      this.#options.onLine({ ...line, original: nothing, translation: nothing, final: true, cut: true });
    this.#shown.clear();
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
    if (before && !line.final && isSame(before, line)) return;
    if (line.final) this.#shown.delete(line.id);
    else this.#shown.set(line.id, line);
    this.#options.onLine(line);
  }
}

function ownId({ id }: Utterance): string {
  return `${id}/own`;
}

function isSame(one: InterpretedLine, other: InterpretedLine): boolean {
  return (
    one.original.sure === other.original.sure &&
    one.original.unsure === other.original.unsure &&
    one.translation.sure === other.translation.sure &&
    one.translation.unsure === other.translation.unsure
  );
}
